import type { PageStyle } from '../conventions/Conventions.ts';
import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { type PageLimits, type PageRequest, maxPage, parameterOf } from '../plan/PagePlan.ts';
import { type RawQuery, decodeQuery } from '../protocol/urls.ts';
import { type CoercionContext, InputPath, type Variables } from './coercion.ts';
import { compileCursorScope, decodeCursor } from './cursors.ts';

/** Reads the page of a request and sets its variables. */
interface PageReader {
  readPage(query: RawQuery, problems: ProblemCollector): PageRequest;
  /** Sets the variables of the page, after all others; a cursor of another list is a problem. */
  setVariables(page: PageRequest, variables: Variables, problems: ProblemCollector): void;
}

/** Compiles the reading of pages; undefined for an endpoint without. */
export function compilePageReader(
  endpoint: EndpointPlan,
  { conventions: { page: conventions } }: CoercionContext,
): PageReader | undefined {
  if (!endpoint.page) return undefined;
  const { limits, variables: names, requiresOffset, requiresPage } = endpoint.page;
  const scopeOf = compileCursorScope(endpoint);
  const decode = (cursor: string, variables: Variables) =>
    conventions.cursor === 'bound' ? decodeCursor(cursor, scopeOf(variables)) : cursor;
  return {
    readPage: (query, problems) => readPage(query, limits, problems),
    setVariables(page, variables, problems) {
      if (requiresOffset) variables[names.offset] = 0;
      if (requiresPage) variables[names.page] = 1;
      variables[page.style === 'BEFORE' ? names.last : names.first] = page.limit;
      switch (page.style) {
        case 'OFFSET':
          variables[names.offset] = page.offset;
          return;
        case 'PAGE':
          if (limits.maxPage !== undefined) variables[names.page] = page.page;
          else variables[names.offset] = (page.page - 1) * page.limit;
          return;
        case 'CURSOR':
        case 'BEFORE': {
          const [text, parameter, name] =
            page.style === 'CURSOR'
              ? [page.cursor, limits.names.cursor, names.after]
              : [page.before, limits.names.before!, names.before];
          if (text === '') return;
          const cursor = decode(text, variables);
          if (cursor === undefined) problems.add(InputPath.of(parameter), 'must be a cursor of this list', 'format');
          else variables[name] = cursor;
        }
      }
    },
  };
}

/**
 * Reads the page of a request. Out of bounds is a problem, unless the limit is clamped (AIP-158); so are two styles in one
 * request.
 */
export function readPage(query: RawQuery, limits: PageLimits, problems: ProblemCollector): PageRequest {
  const { names } = limits;
  const reader = new PageReaderOfReadPage(query, problems);
  const limit = reader.readLimit(limits);
  const chosen: (PageStyle | 'BEFORE')[] = limits.styles.filter((style) => query.has(parameterOf(style, names)));
  if (names.before !== undefined && query.has(names.before)) chosen.push('BEFORE');
  if (chosen.length > 1) {
    const both = chosen.map((each) => (each === 'BEFORE' ? names.before! : parameterOf(each, names)));
    problems.add(InputPath.of(both.at(-1)!), `cannot be combined with ${both.slice(0, -1).join(' and ')}`, 'not');
  }
  // Every parameter is read, so that all problems are reported at once.
  const pages = chosen.map((style) => reader.readStyle(style, limit, limits));
  return pages[0] ?? { style: 'DEFAULT', limit };
}

class PageReaderOfReadPage {
  readonly #query: RawQuery;
  readonly #problems: ProblemCollector;

  constructor(query: RawQuery, problems: ProblemCollector) {
    this.#query = query;
    this.#problems = problems;
  }

  readLimit({ defaultLimit, maxLimit, over, names }: PageLimits): number {
    if (over !== 'clamp') return this.readInteger(names.limit, 1, maxLimit) ?? defaultLimit;
    const limit = this.readInteger(names.limit, 0, Infinity);
    return limit === undefined || limit === 0 ? defaultLimit : Math.min(limit, maxLimit);
  }

  readStyle(style: PageStyle | 'BEFORE', limit: number, limits: PageLimits): PageRequest {
    const { maxOffset, names } = limits;
    switch (style) {
      case 'OFFSET':
        return { style, limit, offset: this.readInteger(names.offset, 0, maxOffset) ?? 0 };
      case 'PAGE': {
        const page = this.readInteger(names.page, 1, maxPage(limits)) ?? 1;
        const last = maxPage(limits, limit);
        if (page > last) {
          const message = `must be an integer between 1 and ${last} with a limit of ${limit}`;
          this.#problems.add(InputPath.of(names.page), message, 'maximum');
        }
        return { style, limit, page };
      }
      case 'CURSOR':
        return { style, limit, cursor: this.#readText(names.cursor) ?? '' };
      case 'BEFORE':
        return { style, limit, before: this.#readText(names.before!) ?? '' };
    }
  }

  /** Undefined where the parameter is absent or is a problem. */
  readInteger(name: string, min: number, max: number): number | undefined {
    const text = this.#readText(name);
    if (text === undefined) return undefined;
    const value = /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    const keyword = Number.isNaN(value) ? 'type' : value < min ? 'minimum' : 'maximum';
    const range = max === Infinity ? `, at least ${min}` : ` between ${min} and ${max}`;
    this.#problems.add(InputPath.of(name), `must be an integer${range}`, keyword);
    return undefined;
  }

  #readText(name: string): string | undefined {
    const values = this.#query.get(name);
    if (!values) return undefined;
    if (values.length > 1) this.#problems.add(InputPath.of(name), 'must be given only once', 'type');
    return decodeQuery(values[0]!) ?? values[0];
  }
}
