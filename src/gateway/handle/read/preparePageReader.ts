// The reading of the page that a request asks for.
import type { PageStyle } from '../../plan/conventions/Conventions.ts';
import type { ProblemCollector } from '../../base/errors/ProblemCollector.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { type PageLimits, type PageRequest, maxPage, pageParameters, parameterOf } from '../../plan/PagePlan.ts';
import { type RawQuery, decodeQuery } from '../../http/urls.ts';
import { type CoercionContext, InputPath, type Variables } from '../../plan/values/coercion.ts';
import { prepareCursorScope, decodeCursor } from './cursors.ts';

/** Prepares the reading of pages; undefined for an endpoint without. */
export function preparePageReader(endpoint: EndpointPlan, { conventions }: Pick<CoercionContext, 'conventions'>) {
  if (!endpoint.page) return undefined;
  const { limits, variables: names, requiresOffset, requiresPage } = endpoint.page;
  const scopeOf = prepareCursorScope(endpoint);
  const isBound = conventions.page.cursor === 'bound';
  const setCursor = (
    text: string,
    { parameter, variable }: { parameter: string; variable: string },
    variables: Variables,
    problems: ProblemCollector,
  ) => {
    const cursor = text !== '' && isBound ? decodeCursor(text, scopeOf(variables)) : text;
    if (cursor === undefined) problems.add(InputPath.of(parameter), 'must be a cursor of this list', 'format');
    else if (cursor !== '') variables[variable] = cursor;
  };
  const after = { parameter: limits.names.cursor, variable: names.after };
  const before = { parameter: limits.names.before ?? '', variable: names.before };
  return {
    /** `streams`: whether the response is the whole list. */
    readPage: (query: RawQuery, problems: ProblemCollector, streams = false) =>
      readPage(query, limits, problems, streams ? conventions.page.streamMax : undefined),
    /** Sets the variables of the page, after all others; a cursor of another list is a problem. */
    setVariables(page: PageRequest, variables: Variables, problems: ProblemCollector): void {
      if (requiresOffset) variables[names.offset] = 0;
      if (requiresPage) variables[names.page] = 1;
      variables[page.style === 'BEFORE' ? names.last : names.first] = page.limit;
      if (page.style === 'OFFSET') variables[names.offset] = page.offset;
      else if (page.style === 'CURSOR') setCursor(page.cursor, after, variables, problems);
      else if (page.style === 'BEFORE') setCursor(page.before, before, variables, problems);
      else if (page.style === 'PAGE' && limits.maxPage !== undefined)
        variables[names.page] = page.page - limits.firstPage + 1;
      else if (page.style === 'PAGE') variables[names.offset] = (page.page - limits.firstPage) * page.limit;
    },
  };
}

/**
 * Reads the page of a request. Out of bounds is a problem, unless the limit is clamped (AIP-158); so are two styles in one
 * request. With `maxRows` it is the first page of a stream, which goes on from a cursor.
 */
export function readPage(
  query: RawQuery,
  limits: PageLimits,
  problems: ProblemCollector,
  maxRows?: number,
): PageRequest {
  const { names, defaultLimit, maxLimit, maxOffset, firstPage, over } = limits;
  const readText = (name: string): string | undefined => {
    const values = query.get(name);
    if (!values) return undefined;
    if (values.length > 1) problems.add(InputPath.of(name), 'must be given only once', 'type');
    return decodeQuery(values[0]!) ?? values[0];
  };
  /** Undefined where the parameter is absent or is a problem. */
  const readInteger = (name: string, min: number, max: number): number | undefined => {
    const text = readText(name);
    if (text === undefined) return undefined;
    const value = /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    const keyword = Number.isNaN(value) ? 'type' : value < min ? 'minimum' : 'maximum';
    const maximum = max === Infinity ? undefined : max;
    const range = maximum === undefined ? `, at least ${min}` : ` between ${min} and ${max}`;
    problems.add(InputPath.of(name), `must be an integer${range}`, keyword, { minimum: min, maximum });
    return undefined;
  };

  const sent =
    over === 'clamp'
      ? readInteger(names.limit, 0, Infinity) || undefined
      : readInteger(names.limit, 1, maxRows ?? maxLimit);
  if (maxRows !== undefined) {
    for (const name of pageParameters(limits)) {
      if (name === names.limit || name === names.cursor || !query.has(name)) continue;
      problems.add(InputPath.of(name), `is not supported where the whole list is sent; use ${names.cursor}`, 'not');
    }
    const rows = Math.min(sent ?? maxRows, maxRows);
    return { style: 'CURSOR', limit: Math.min(rows, maxLimit), cursor: readText(names.cursor) ?? '', rows };
  }
  const limit = Math.min(sent ?? defaultLimit, maxLimit);
  const readStyle = (style: PageStyle | 'BEFORE'): PageRequest => {
    switch (style) {
      case 'OFFSET':
        return { style, limit, offset: readInteger(names.offset, 0, maxOffset) ?? 0 };
      case 'PAGE': {
        const page = readInteger(names.page, firstPage, maxPage(limits)) ?? firstPage;
        const last = maxPage(limits, limit);
        if (page > last) {
          const message = `must be an integer between ${firstPage} and ${last} with a limit of ${limit}`;
          problems.add(InputPath.of(names.page), message, 'maximum', { minimum: firstPage, maximum: last });
        }
        return { style, limit, page };
      }
      case 'CURSOR':
        return { style, limit, cursor: readText(names.cursor) ?? '' };
      case 'BEFORE':
        return { style, limit, before: readText(names.before!) ?? '' };
    }
  };
  const nameOf = (style: PageStyle | 'BEFORE') => (style === 'BEFORE' ? names.before! : parameterOf(style, names));
  const styles = [...limits.styles, ...(names.before === undefined ? [] : (['BEFORE'] as const))];
  const chosen = styles.filter((style) => query.has(nameOf(style)));
  if (chosen.length > 1) {
    const parameters = chosen.map(nameOf);
    const message = `cannot be combined with ${parameters.slice(0, -1).join(' and ')}`;
    problems.add(InputPath.of(parameters.at(-1)!), message, 'not');
  }
  // Every parameter is read, so that all problems are reported at once.
  const pages = chosen.map(readStyle);
  return pages[0] ?? { style: 'DEFAULT', limit };
}
