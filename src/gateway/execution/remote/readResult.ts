// The response of an upstream as a GraphQL result whose errors have codes of codes.ts. Without a result, the error is that of the
// status, or UNAVAILABLE; OUTCOME_UNKNOWN for a mutation that may have been executed.
import type { IncomingHttpHeaders } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { outcomeUnknownError } from '../../errors/outcomeUnknownError.ts';
import { isObject } from './isObject.ts';
import { NoResultError } from './NoResultError.ts';
import { readError } from './readError.ts';
import { codeOfStatus, mayHaveExecuted } from './upstreamCodes.ts';
import { upstreamFailure } from './upstreamFailure.ts';

/** The response to a GraphQL request. */
export interface UpstreamResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Whether a mutation was sent. */
  isWrite: boolean;
  /** The locations of variable definitions in the document, as `line:column`. */
  variableLocations: ReadonlySet<string>;
}

/** Reads the result of a response. See https://spec.graphql.org/October2021/#sec-Response-Format */
export function readResult(response: UpstreamResponse): ExecutionResult {
  const { status, headers, text, isWrite } = response;
  const result = parseResult(text);
  if (!result) {
    const cause = new NoResultError(status);
    throw isWrite && mayHaveExecuted(status)
      ? outcomeUnknownError(cause)
      : upstreamFailure(codeOfStatus(status) ?? 'UNAVAILABLE', headers, cause);
  }
  const { data, errors, wasExecuted } = result;
  if (!errors) return { data: data ?? null };
  return { data: data ?? null, errors: errors.map((error) => readError(error, { ...response, wasExecuted })) };
}

interface RawResult {
  data?: ExecutionResult['data'];
  /** At least one. */
  errors?: unknown[];
  wasExecuted: boolean;
}

function parseResult(text: string): RawResult | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { data, errors } = value;
  const hasErrors = Array.isArray(errors) && errors.length > 0;
  // An empty list of errors is not allowed, but some servers send it.
  const isResult = hasErrors || (isObject(data) && (errors == null || Array.isArray(errors)));
  if (!isResult) return undefined;
  // The result of a request that was not executed has no data, not even null.
  return { ...(isObject(data) && { data }), ...(hasErrors && { errors }), wasExecuted: 'data' in value };
}
