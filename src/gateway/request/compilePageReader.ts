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
