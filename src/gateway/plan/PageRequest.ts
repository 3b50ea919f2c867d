import type { PageStyle } from '../document/directives.ts';

/** Which rows a request asks for, in the style that its parameters chose. `BARE` is a request without any of them. */
export type PageRequest =
  | { style: 'BARE'; limit: number }
  | { style: 'OFFSET'; limit: number; offset: number }
  /** `page` counts from 1. */
  | { style: 'PAGE'; limit: number; page: number }
  /** `cursor` as it came; '' asks for the first page. */
  | { style: 'CURSOR'; limit: number; cursor: string };

/** The ways in which one list is compiled: a style each, and the request that chose none. */
export type PagePlan = PageStyle | 'BARE';

/** The ways in which an endpoint is executed; `PLAIN` is the only one of an endpoint without pages. */
export type Plan = PagePlan | 'PLAIN';
