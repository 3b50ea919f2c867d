// The pages of a list: what a plan says of them, and what a request can choose.
import type { PageConventions, PageStyle } from './conventions/Conventions.ts';

/** A paginated list. */
export interface PagePlan {
  limits: PageLimits;
  /** The variables of the operation that a page fills. */
  variables: PageVariables;
  /** The response name of the list. */
  list: string;
  /** The arguments that pages pass, as the schema names them. */
  arguments: PageArguments;
  /** What pages read besides the items. */
  fields: PageFields;
  /** Whether the list requires an offset, so that 0 is passed where no style has one. */
  requiresOffset: boolean;
  /** Whether the list requires a page number, so that 1 is passed where no style has one. */
  requiresPage: boolean;
}

export interface PageLimits {
  /** At least one; the first is that of a request that chooses none. */
  styles: readonly PageStyle[];
  defaultLimit: number;
  maxLimit: number;
  /** `clamp`: a limit above the maximum is the maximum, and 0 is the default. */
  over: PageConventions['over'];
  /** The greatest offset that the list accepts. */
  maxOffset: number;
  /** The number of the first page for clients; a list that takes numbers itself counts from 1. */
  firstPage: PageConventions['first'];
  /** The greatest page number that the list accepts, where it takes numbers itself. */
  maxPage?: number;
  /** The names of the query parameters; without `before` where the list has no way back. */
  names: PageConventions['parameters'];
}

export type PageVariables = Record<'first' | 'after' | 'last' | 'before' | 'offset' | 'page', string>;

export type PageArguments = Readonly<Partial<PageVariables>>;

/** The fields of a page; one that the list does not have is absent. */
export interface PageFields {
  total?: TotalField;
  endCursor?: PageField;
  hasNextPage?: PageField;
  startCursor?: PageField;
  hasPreviousPage?: PageField;
}

export interface PageField {
  /** The dotted path in the schema, from the list. */
  field: string;
  /** The response keys that lead to it. */
  path: readonly string[];
}

export interface TotalField extends PageField {
  /** Whether both paths begin at the root of the data, as those of `@total` do. */
  isOutside: boolean;
  nullable: boolean;
  /** Whether pages by cursor have it too. */
  byCursor: boolean;
}

/** The parameter that chooses a style. */
export function parameterOf(style: PageStyle, names: PageLimits['names']): string {
  if (style === 'OFFSET') return names.offset;
  return style === 'PAGE' ? names.page : names.cursor;
}

/** The query parameters of a list, the limit first. */
export function pageParameters({ styles, names }: PageLimits): string[] {
  return [names.limit, ...styles.map((style) => parameterOf(style, names)), names.before ?? []].flat();
}

/** Whether a query parameter is one of a list. */
export function isPageParameter(name: string, { styles, names }: PageLimits): boolean {
  if (name === names.limit || name === names.before) return true;
  return styles.some((style) => parameterOf(style, names) === name);
}

/** The last page that there can be, for clients; fewer with a greater limit, unless the list takes page numbers itself. */
export function maxPage(
  { maxOffset, firstPage, maxPage: greatest }: Pick<PageLimits, 'maxOffset' | 'firstPage' | 'maxPage'>,
  limit = 1,
): number {
  const last = greatest ?? Math.min(Math.floor(maxOffset / limit) + 1, Number.MAX_SAFE_INTEGER);
  return last - 1 + firstPage;
}

/** What a variant selects of the list besides the items, and the style of its response. */
interface PageSelection {
  style: PageStyle;
  offset: boolean;
  after: boolean;
  before: boolean;
  totalCount: boolean;
  pageInfo: boolean;
}

/** A request that chooses no style gets the first one, and a cursor to go on where cursors are offered. */
export function pageSelection(variant: PageVariant, styles: readonly PageStyle[]): PageSelection {
  const style = variant === 'DEFAULT' ? styles[0]! : variant === 'BEFORE' ? 'CURSOR' : variant;
  const byCursor = style === 'CURSOR';
  return {
    style,
    offset: variant !== 'DEFAULT' && !byCursor,
    after: variant === 'CURSOR',
    before: variant === 'BEFORE',
    totalCount: !byCursor,
    pageInfo: byCursor || (variant === 'DEFAULT' && styles.includes('CURSOR')),
  };
}

/** The variants that together select what any of them does: that of no style, one that counts, and the way back. */
export function widestVariants({ styles, names }: Pick<PageLimits, 'styles' | 'names'>): PageVariant[] {
  const counting = styles.find((style) => style !== 'CURSOR');
  const counts = counting === undefined || pageSelection('DEFAULT', styles).totalCount;
  return ['DEFAULT', ...(counts ? [] : [counting]), ...(names.before === undefined ? [] : (['BEFORE'] as const))];
}

/** The page that a request reads, in the style that its parameters chose. `DEFAULT` is a request without any of them. */
export type PageRequest =
  | { style: 'DEFAULT'; limit: number }
  | { style: 'OFFSET'; limit: number; offset: number }
  /** `page` counts from the first one of the limits. */
  | { style: 'PAGE'; limit: number; page: number }
  /** `cursor` as the client sent it; '' is the first page. */
  | {
      style: 'CURSOR';
      limit: number;
      cursor: string;
      /** The most rows of a stream, whose first page it is. */ rows?: number;
    }
  /** The way back of CURSOR. `before` as the client sent it; '' is the last page. */
  | { style: 'BEFORE'; limit: number; before: string };

/** The variants of a paginated operation: one of each style, that of the way back, and that of a request that chose none. */
export type PageVariant = PageStyle | 'BEFORE' | 'DEFAULT';

/** The variants of any operation; `UNPAGED` is the only one without pages. */
export type OperationVariant = PageVariant | 'UNPAGED';
