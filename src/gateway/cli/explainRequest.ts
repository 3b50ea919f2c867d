import { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { Problem } from '../errors/ServiceError.ts';
import type { Endpoint } from '../runtime/Endpoint.ts';
import type { Route } from '../request/findRoute.ts';
import type { Plan, PageRequest } from '../plan/PageRequest.ts';
import { readPage } from '../request/readPage.ts';
import { parseQuery } from '../protocol/parseQuery.ts';

/** What would become of one request, as far as its method and target say. */
export interface ExplainedRequest {
  /** Which of the operations it would run. */
  runs: Plan;
  /** What path and query fill. */
  variables: Readonly<Record<string, unknown>>;
  page: PageRequest | null;
  /** Why it would be refused with 400, if it would. */
  problems: readonly Problem[];
}

/** Reads a request as the engine does, and stops before the body, the credentials and the execution. */
export function explainRequest({ input, page: list }: Endpoint, { values, query: text }: Route): ExplainedRequest {
  const query = parseQuery(text);
  const variables: Record<string, unknown> = {};
  const found = new ProblemCollector();
  const strangers = input.readExpand(query, variables);
  input.readPath(values, variables, found);
  input.readQuery(query, strangers, variables, found);
  const page = list ? readPage(query, list.limits, found) : null;
  return { runs: page?.style ?? 'PLAIN', variables, page, problems: found.problems };
}
