import type { PageStyle } from '../conventions/Conventions.ts';

/** The page that a request reads, in the style that its parameters chose. `DEFAULT` is a request without any of them. */
export type PageRequest =
  | { style: 'DEFAULT'; limit: number }
  | { style: 'OFFSET'; limit: number; offset: number }
  /** `page` counts from 1. */
  | { style: 'PAGE'; limit: number; page: number }
  /** `cursor` as the client sent it; '' is the first page. */
  | { style: 'CURSOR'; limit: number; cursor: string }
  /** The way back of CURSOR. `before` as the client sent it; '' is the last page. */
  | { style: 'BEFORE'; limit: number; before: string };

/** The variants of a paginated operation: one of each style, that of the way back, and that of a request that chose none. */
export type PageVariant = PageStyle | 'BEFORE' | 'DEFAULT';

/** The variants of any operation; `UNPAGED` is the only one without pages. */
export type OperationVariant = PageVariant | 'UNPAGED';
