import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import { parseQuery } from '../../../../../src/gateway/http/urls.ts';
import type { CoercionContext } from '../../../../../src/gateway/plan/values/coercion.ts';
import { type Inputs, prepareReader } from '../../../../../src/gateway/handle/read/prepareReader.ts';
import type { RequestBody } from '../../../../../src/gateway/handle/read/RequestParts.ts';
import { contextOf, sentences } from './coercion.ts';

interface ReadParts {
  pathValues?: readonly string[];
  query?: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Of the body; absent: JSON. */
  syntax?: RequestBody['syntax'];
}

/** What an endpoint with these parts of a plan reads of a request. */
export function readRequest(
  plan: Partial<EndpointPlan>,
  parts: ReadParts,
  context: CoercionContext = contextOf(),
): Inputs {
  const endpoint = { method: 'POST', path: '/', segments: [], parameters: [], expands: [], ...plan } as EndpointPlan;
  const reader = prepareReader(endpoint, context);
  const query = parseQuery(parts.query ?? '');
  const { pathValues = [], headers = {}, body, syntax } = parts;
  return reader.readInputs(
    { pathValues, query, headers, body: { value: body, ...(syntax && { syntax }) } },
    reader.readScopeInputs(query),
  );
}

/** The variables that a request sets, or its problems as sentences. */
export function readVariables(...request: Parameters<typeof readRequest>): unknown {
  const { variables, problems } = readRequest(...request);
  return problems.problems.length > 0 ? sentences(problems) : variables;
}
