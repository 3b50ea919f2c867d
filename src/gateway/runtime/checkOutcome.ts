import type { ExecutionResult } from 'graphql';
import { outcomeUnknownError } from '../errors/outcomeUnknownError.ts';
import type { ServiceError } from '../errors/ServiceError.ts';

/** The statuses that a client takes for "nothing has happened, try again". See RFC 9110, sections 15.6.3 to 15.6.5. */
const RETRIED = new Set([502, 503, 504]);

/**
 * The error of a mutation, in doubt where it would be taken for one that did nothing, though something was done: a field
 * below a root field failed, so that the root field itself did not, or another root field has data.
 */
export function checkOutcome(error: ServiceError, { data, errors = [] }: ExecutionResult): ServiceError {
  if (!RETRIED.has(error.status)) return error;
  const isBelow = errors.some(({ path }) => (path?.length ?? 0) > 1);
  const hasData = Object.values(data ?? {}).some((value) => value !== null);
  return isBelow || hasData ? outcomeUnknownError(error) : error;
}
