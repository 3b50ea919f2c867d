import type { IncomingHttpHeaders } from 'node:http';
import { type GraphQLSchema, isScalarType } from 'graphql';
import type { Problem } from '../errors/ServiceError.ts';
import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { OperationVariant, PageRequest } from '../plan/PageRequest.ts';
import { compileReader } from '../request/compileReader.ts';
import type { Route } from '../request/findRoute.ts';
import { parseQuery } from '../protocol/parseQuery.ts';

/** One request, as far as its method, target and headers say. */
export interface ExplainedRequest {
  /** The variant of the operation that it runs. */
  runs: OperationVariant;
  /** Those that path, query and headers set. */
  variables: Readonly<Record<string, unknown>>;
  page: PageRequest | null;
  /** Why it is refused with 400, where there are any. */
  problems: readonly Problem[];
}

/** Reads a request as the engine does, but for its body. */
export function explainRequest(
  { endpoint, values, query: text }: Route & { endpoint: EndpointPlan },
  headers: IncomingHttpHeaders,
  { version, schema }: { version: VersionPlan; schema: GraphQLSchema },
): ExplainedRequest {
  const scalar = (name: string) => {
    const type = schema.getType(name);
    return isScalarType(type) ? type : undefined;
  };
  const reader = compileReader(endpoint, { ...version, scalar });
  const query = parseQuery(text);
  const { variables, page, problems } = reader.readInputs(
    { pathValues: values, query, headers },
    reader.readScopeInputs(query),
  );
  return { runs: page?.style ?? 'UNPAGED', variables, page: page ?? null, problems: problems.problems };
}
