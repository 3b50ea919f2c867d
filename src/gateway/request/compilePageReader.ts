import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { PageRequest } from '../plan/PageRequest.ts';
import { decodeCursor } from '../protocol/cursor.ts';
import type { CoercionContext } from './CoercionContext.ts';
import { compileCursorScope } from './compileCursorScope.ts';
import { InputPath } from './InputPath.ts';
import type { RawQuery } from '../protocol/parseQuery.ts';
import { readPage } from './readPage.ts';
import type { Variables } from './Variables.ts';

/** Reads the page of a request and sets its variables. */
export interface PageReader {
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
  const { limits, variables: names, requiresOffset } = endpoint.page;
  const scopeOf = compileCursorScope(endpoint);
  return {
    readPage: (query, problems) => readPage(query, limits, problems),
    setVariables(page, variables, problems) {
      variables[names.first] = page.limit;
      if (requiresOffset) variables[names.offset] = 0;
      if (page.style === 'OFFSET') variables[names.offset] = page.offset;
      if (page.style === 'PAGE') variables[names.offset] = (page.page - 1) * page.limit;
      if (page.style !== 'CURSOR' || page.cursor === '') return;
      const after = conventions.cursor === 'bound' ? decodeCursor(page.cursor, scopeOf(variables)) : page.cursor;
      if (after === undefined)
        problems.add(InputPath.of(limits.names.cursor), 'must be a cursor of this list', 'format');
      else variables[names.after] = after;
    },
  };
}
