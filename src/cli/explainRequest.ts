import type { IncomingHttpHeaders } from 'node:http';
import { type GraphQLSchema, isScalarType, parse, print } from 'graphql';
import type { Problem } from '../gateway/errors/ServiceError.ts';
import type { VersionPlan } from '../gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../gateway/plan/EndpointPlan.ts';
import type { OperationVariant, PageRequest } from '../gateway/plan/PagePlan.ts';
import { parseQuery } from '../gateway/protocol/urls.ts';
import { compileReader } from '../gateway/request/compileReader.ts';
import type { Route } from '../gateway/request/routing.ts';
import { compileDocument } from '../gateway/runtime/perform/compileDocument.ts';

/** One request, as far as its method, target and headers say. */
export interface ExplainedRequest {
  /** The variant of the operation that it runs. */
  runs: OperationVariant;
  /** Those that path, query and headers set. */
  variables: Readonly<Record<string, unknown>>;
  page: PageRequest | null;
  /** The GraphQL that it executes, where it leaves parts of an operation out; that of the lookup under `LOOKUP`. */
  executes: Readonly<Record<string, string>>;
  /** Why it is refused with 400, where there are any. */
  problems: readonly Pick<Problem, 'field' | 'message'>[];
  /** Why it is refused with 412 or 428 without a problem. */
  precondition?: { status: number; message: string };
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
  const { variables, selection, page, problems, precondition } = reader.readInputs(
    { pathValues: values, query, headers },
    reader.readScopeInputs(query),
  );
  const runs = page?.style ?? 'UNPAGED';
  const { lookup, operations, parameters } = endpoint;
  // The body is not read: its parameters count as given.
  const inBody = parameters.filter(({ source: from }) => from === 'body' || from === 'whole');
  const given = { ...Object.fromEntries(inBody.map(({ variable }) => [variable, null])), ...variables };
  const executes: Record<string, string> = {};
  const add = (key: string, operation: string, parts: Pick<EndpointPlan, 'prunable' | 'fields'>) => {
    const own = compileDocument(parse(operation), parts, schema)?.(given, selection);
    if (own) executes[key] = print(own.create());
  };
  if (lookup) add('LOOKUP', lookup.operation, lookup);
  add(runs, operations[runs]!, endpoint);
  return {
    runs,
    variables,
    page: page ?? null,
    executes,
    problems: problems.problems.map(({ field, message }) => ({ field, message })),
    ...(precondition && { precondition: { status: precondition.status, message: precondition.message } }),
  };
}
