// The response of an upstream as a GraphQL result whose errors have codes of codes.ts. Without a result, the error is BAD_GATEWAY for
// a status of success, else that of the status, or UNAVAILABLE; OUTCOME_UNKNOWN for a mutation that may have been executed.
import type { IncomingHttpHeaders } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { outcomeUnknownError } from '../../errors/outcomeUnknownError.ts';
import { badGatewayError } from './badGatewayError.ts';
import { isObject } from './isObject.ts';
import { NoResultError } from './NoResultError.ts';
import { readError } from './readError.ts';
import { codeOfStatus, mayHaveExecuted } from './upstreamCodes.ts';
import { upstreamFailure } from './upstreamFailure.ts';

/** What the errors of a response are read with. */
export interface ResponseContext {
  status: number;
  headers: IncomingHttpHeaders;
  /** Whether a mutation was sent. */
  isWrite: boolean;
  /** The locations of variable definitions in the document, as `line:column`. */
  variableLocations: ReadonlySet<string>;
}

/** The response to a GraphQL request. */
export interface UpstreamResponse extends ResponseContext {
  text: string;
}

/** Reads the result of a response. See https://spec.graphql.org/October2021/#sec-Response-Format */
export function readResult(response: UpstreamResponse): ExecutionResult {
  const { status, headers, text, isWrite } = response;
  const result = parseResult(parseJson(text));
  if (!result) {
    const cause = new NoResultError(status, headers['content-type'], text);
    if (isWrite && mayHaveExecuted(status)) throw outcomeUnknownError(cause);
    if (status < 300) throw badGatewayError(cause);
    throw upstreamFailure(codeOfStatus(status) ?? 'UNAVAILABLE', headers, cause);
  }
  return withCodes(result, response);
}

/**
 * Reads one result of a batch of queries. Undefined where it is no result, or has an error that may depend on the status or the headers
 * of the response: they can be those of another result.
 */
export function readBatchedResult(value: unknown, context: ResponseContext): ExecutionResult | undefined {
  const result = parseResult(value);
  if (!result) return undefined;
  const isSuccess = context.status >= 200 && context.status < 300;
  if (result.errors && !(isSuccess && result.wasExecuted)) return undefined;
  return withCodes(result, context);
}

/** Parses JSON; undefined where it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withCodes({ data, errors, wasExecuted }: RawResult, context: ResponseContext): ExecutionResult {
  if (!errors) return { data: data ?? null };
  return { data: data ?? null, errors: errors.map((error) => readError(error, { ...context, wasExecuted })) };
}

interface RawResult {
  data?: ExecutionResult['data'];
  /** At least one. */
  errors?: unknown[];
  wasExecuted: boolean;
}

function parseResult(value: unknown): RawResult | undefined {
  if (!isObject(value)) return undefined;
  const { data, errors } = value;
  const hasErrors = Array.isArray(errors) && errors.length > 0;
  // An empty list of errors is not allowed, but some servers send it.
  const isResult = hasErrors || (isObject(data) && (errors == null || Array.isArray(errors)));
  if (!isResult) return undefined;
  // The result of a request that was not executed has no data, not even null.
  return { ...(isObject(data) && { data }), ...(hasErrors && { errors }), wasExecuted: 'data' in value };
}
