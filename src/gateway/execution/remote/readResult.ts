// What an upstream answered, as a result of GraphQL whose errors have codes of ours. An answer that is no such result is
// thrown as what its status says, or as UNAVAILABLE; of a mutation that may have run, as OUTCOME_UNKNOWN.
import type { ExecutionResult } from 'graphql';
import { outcomeUnknownError } from '../../errors/outcomeUnknownError.ts';
import { isObject } from './isObject.ts';
import { readError } from './readError.ts';
import { codeOfStatus, mayHaveRun } from './upstreamCodes.ts';
import { upstreamFailure } from './upstreamFailure.ts';

/** An answer, and what was asked. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Whether a mutation was sent. */
  isWrite: boolean;
  /** Where the document defines its variables, as `line:column`. */
  variablePlaces: ReadonlySet<string>;
}

/** Reads the text of an answer. See https://spec.graphql.org/October2021/#sec-Response-Format */
export function readResult(answer: Answer): ExecutionResult {
  const { status, headers, text, isWrite } = answer;
  const result = parseResult(text);
  if (!result) {
    const cause = new Error(`Answered with ${status}.`);
    throw isWrite && mayHaveRun(status)
      ? outcomeUnknownError(cause)
      : upstreamFailure(codeOfStatus(status) ?? 'UNAVAILABLE', headers, cause);
  }
  const { data, errors, hasRun } = result;
  if (!errors) return { data: data ?? null };
  return { data: data ?? null, errors: errors.map((error) => readError(error, { ...answer, hasRun })) };
}

interface RawResult {
  data?: ExecutionResult['data'];
  /** At least one. */
  errors?: unknown[];
  hasRun: boolean;
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
  // A list of errors that is empty is not allowed, but sent, and says that there are none.
  const isResult = hasErrors || (isObject(data) && (errors == null || Array.isArray(errors)));
  if (!isResult) return undefined;
  // Errors of a request that was not executed come without data, be it null.
  return { ...(isObject(data) && { data }), ...(hasErrors && { errors }), hasRun: 'data' in value };
}
