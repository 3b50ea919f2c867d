import type { PageConventions, PageStyle } from '../conventions/Conventions.ts';

/** A paginated list. */
export interface PagePlan {
  limits: PageLimits;
  /** The variables of the operation that a page fills. */
  variables: PageVariables;
  /** Whether the connection requires an offset, so that 0 is passed where no style has one. */
  requiresOffset: boolean;
}

export interface PageLimits {
  /** At least one; the first is that of a request that chooses none. */
  styles: readonly PageStyle[];
  defaultLimit: number;
  maxLimit: number;
  /** The greatest offset that the connection accepts. */
  maxOffset: number;
  /** The names of the query parameters. */
  names: PageConventions['parameters'];
}

export interface PageVariables {
  first: string;
  after: string;
  offset: string;
}

/** The response keys of the fields that a page adds; a document that selects the same fields itself does not collide with them. */
export const PAGE_KEYS = { totalCount: '_total', pageInfo: '_page' } as const;

/** The parameter that chooses a style. */
export function parameterOf(style: PageStyle, names: PageLimits['names']): string {
  return { OFFSET: names.offset, PAGE: names.page, CURSOR: names.cursor }[style];
}

/** The query parameters of a list, the limit first. */
export function pageParameters({ styles, names }: PageLimits): string[] {
  return [names.limit, ...styles.map((style) => parameterOf(style, names))];
}

/** The last page that there can be; fewer with a greater limit. */
export function maxPage({ maxOffset }: PageLimits, limit = 1): number {
  return Math.min(Math.floor(maxOffset / limit) + 1, Number.MAX_SAFE_INTEGER);
}
