import type { ExecutionResult } from 'graphql';
import { outcomeUnknownError } from '../errors/outcomeUnknownError.ts';
import type { ServiceError } from '../errors/ServiceError.ts';

/**
 * The statuses after which clients send a request again. See RFC 9110, sections 15.5.9 and 15.6.3 to 15.6.5, and RFC 6585,
 * section 4.
 */
const RETRIED = new Set([408, 429, 502, 503, 504]);

/** The error of a mutation: OUTCOME_UNKNOWN where clients would send it again although it had an effect. */
export function markUncertainOutcome(error: ServiceError, result: ExecutionResult): ServiceError {
  if (!RETRIED.has(error.status)) return error;
  return tookEffect(result) ? outcomeUnknownError(error) : error;
}

/**
 * Whether a mutation that failed had an effect: a root field has data, or a field below one failed, because then the root field
 * itself did not.
 */
export function tookEffect({ data, errors = [] }: ExecutionResult): boolean {
  const isBelow = errors.some(({ path }) => (path?.length ?? 0) > 1);
  return isBelow || Object.values(data ?? {}).some((value) => value !== null);
}
