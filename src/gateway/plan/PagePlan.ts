import type { PageConventions, PageStyle } from '../conventions/Conventions.ts';

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
  /** The greatest page number that the list accepts, where it takes numbers itself. */
  maxPage?: number;
  /** The names of the query parameters; without `before` where the list has no way back. */
  names: PageConventions['parameters'];
}

export interface PageVariables {
  first: string;
  after: string;
  last: string;
  before: string;
  offset: string;
  page: string;
}

export type PageArguments = Readonly<Partial<Record<keyof PageVariables, string>>>;

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
  const before = names.before === undefined ? [] : [names.before];
  return [names.limit, ...styles.map((style) => parameterOf(style, names)), ...before];
}

/** Whether a query parameter is one of a list. */
export function isPageParameter(name: string, { styles, names }: PageLimits): boolean {
  if (name === names.limit || name === names.before) return true;
  return styles.some((style) => parameterOf(style, names) === name);
}

/** The last page that there can be; fewer with a greater limit, unless the list takes page numbers itself. */
export function maxPage({ maxOffset, maxPage: own }: PageLimits, limit = 1): number {
  return own ?? Math.min(Math.floor(maxOffset / limit) + 1, Number.MAX_SAFE_INTEGER);
}
