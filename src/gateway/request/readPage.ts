import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { PageConventions } from '../conventions/Conventions.ts';
import type { PageStyle } from '../document/directives.ts';
import { type RawQuery, decodeQuery } from '../protocol/parseQuery.ts';
import type { PageRequest } from '../plan/PageRequest.ts';

/** What a list allows. */
export interface PageLimits {
  /** At least one; the first answers a request that chooses none. */
  styles: readonly PageStyle[];
  defaultLimit: number;
  maxLimit: number;
  /** The greatest offset that the connection can be asked for. */
  maxOffset: number;
  /** What the query parameters are called. */
  names: PageConventions['parameters'];
}

/** The query parameters that a list reads, the limit first. */
export function pageParameters({ styles, names }: PageLimits): string[] {
  return [names.limit, ...styles.map((style) => nameOf(style, names))];
}

/** The parameter that chooses a style. */
export function nameOf(style: PageStyle, names: PageLimits['names']): string {
  return { OFFSET: names.offset, PAGE: names.page, CURSOR: names.cursor }[style];
}

/** The last page that there can be; it is nearer the more items a page has. */
export function maxPage({ maxOffset }: PageLimits, limit = 1): number {
  return Math.min(Math.floor(maxOffset / limit) + 1, Number.MAX_SAFE_INTEGER);
}

/** Reads which page is wanted. Out of bounds is a problem, never silently clamped; so are two styles in one request. */
export function readPage(query: RawQuery, limits: PageLimits, problems: ProblemCollector): PageRequest {
  const { defaultLimit, maxLimit, names } = limits;
  const limit = readInteger(query, names.limit, 1, maxLimit, problems) ?? defaultLimit;
  const chosen = limits.styles.filter((style) => query.has(nameOf(style, names)));
  if (chosen.length > 1) {
    const both = chosen.map((each) => nameOf(each, names));
    problems.add(both.at(-1)!, `cannot be combined with ${both.slice(0, -1).join(' and ')}`);
  }
  // Every parameter is read, so that all that is wrong is told at once.
  const given = chosen.map((each) => readStyle(each, query, limit, limits, problems));
  return given[0] ?? { style: 'BARE', limit };
}

function readStyle(
  style: PageStyle,
  query: RawQuery,
  limit: number,
  limits: PageLimits,
  problems: ProblemCollector,
): PageRequest {
  const { maxOffset, names } = limits;
  switch (style) {
    case 'OFFSET':
      return { style, limit, offset: readInteger(query, names.offset, 0, maxOffset, problems) ?? 0 };
    case 'PAGE': {
      const page = readInteger(query, names.page, 1, maxPage(limits), problems) ?? 1;
      const last = maxPage(limits, limit);
      if (page > last) problems.add(names.page, `must be an integer from 1 to ${last} with a limit of ${limit}`);
      return { style, limit, page };
    }
    case 'CURSOR':
      return { style, limit, cursor: readOnce(query, names.cursor, problems) ?? '' };
  }
}

function readInteger(
  query: RawQuery,
  name: string,
  min: number,
  max: number,
  problems: ProblemCollector,
): number | undefined {
  const text = readOnce(query, name, problems);
  if (text === undefined) return undefined;
  const value = /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  problems.add(name, `must be an integer from ${min} to ${max}`);
  return undefined;
}

function readOnce(query: RawQuery, name: string, problems: ProblemCollector): string | undefined {
  const values = query.get(name);
  if (!values) return undefined;
  if (values.length > 1) problems.add(name, 'must be given only once');
  return decodeQuery(values[0]!) ?? values[0];
}
