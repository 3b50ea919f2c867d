// The errors that several modules raise.
import { ProblemCollector, collectProblems } from './ProblemCollector.ts';
import { type Problem, ServiceError } from './ServiceError.ts';

/** The error with all problems of an input. Its message has one sentence for each: the field, then the message of the problem. */
export function invalidInputError(found: ProblemCollector | readonly Problem[]): ServiceError {
  const { problems, isFull } = found instanceof ProblemCollector ? found : collectProblems(found);
  const sentences = problems.map(({ field, message }) => `${field} ${message}`);
  if (isFull) sentences.push('and more');
  return new ServiceError('BAD_USER_INPUT', sentences.join('; '), { problems });
}

/** The error of a method that a path does not support; `allow` lists those that it supports. See RFC 9110, section 15.5.6. */
export function methodNotAllowedError(method: string, allow: string): ServiceError {
  const message = `${method} is not allowed; allowed methods: ${allow}`;
  return new ServiceError('METHOD_NOT_ALLOWED', message, { headers: { allow } });
}

/** The error of work that was refused, before it started, because too much of it waits already. */
export const OVERLOADED = new ServiceError('UNAVAILABLE', 'The service is overloaded; try again shortly.');

/** Why a request was refused that is neither wrong nor forbidden; undefined for any other error. */
export function refusalOf(error: unknown): 'overload' | 'rate_limit' | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error === OVERLOADED || error.cause === OVERLOADED) return 'overload';
  return error.code === 'RATE_LIMITED' ? 'rate_limit' : undefined;
}

/** The 504 of a request whose deadline has passed. */
export function timeoutError(): ServiceError {
  return new ServiceError('TIMEOUT', 'The request timed out; try again later.');
}

/**
 * The error of a write whose response was lost. It has no `Retry-After`: a client that obeyed it could repeat the write. The
 * cause is for the log.
 */
export function outcomeUnknownError(cause: unknown): ServiceError {
  const message =
    'The outcome of the request is unknown: it may have taken effect. Read the current state before retrying.';
  return new ServiceError('OUTCOME_UNKNOWN', message, { cause });
}

/** The error of an unexpected failure; the cause is for the log. */
export function internalError(cause: unknown): ServiceError {
  return new ServiceError('INTERNAL_SERVER_ERROR', 'Internal server error; it has been logged.', { cause });
}

/** The error of a write that took effect, but whose result JSON cannot represent; the cause is for the log. */
export function unrenderableResult(cause: unknown): ServiceError {
  const message = 'The request took effect, but its result cannot be represented; do not retry it.';
  return new ServiceError('INTERNAL_SERVER_ERROR', message, { cause });
}
