import type { GraphQLError } from 'graphql';
import { type ErrorCode, STATUS_OF_CODE } from '../errors/codes.ts';
import { truncate } from '../errors/truncate.ts';
import { MAX_PROBLEMS } from '../errors/ProblemCollector.ts';
import { outcomeUnknownError } from '../errors/outcomeUnknownError.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import { headersForStatus, requiredHeaders } from '../protocol/statusHeaders.ts';
import { DEFAULT_CONVENTIONS, type ErrorConventions } from '../conventions/Conventions.ts';
import { readProblems } from './readProblems.ts';

const MAX_MESSAGE_LENGTH = 2000;

/** A GraphQL error, as it was thrown in this process or as it came from an upstream. */
type ResultError = Partial<GraphQLError> & Pick<GraphQLError, 'message'>;

/** A code, and the status that it stands for. */
interface Told {
  error: ResultError;
  message: string;
  code: string;
  status: number;
}

/**
 * The one error that a result with GraphQL errors is answered with. A write in doubt comes before everything; then the
 * order is 401, 403, 5xx, 404, the rest; errors of the rest that share a status are told together. A code that is not
 * known is an internal failure.
 */
export function errorOfResult(
  errors: readonly ResultError[],
  spineLength: number,
  conventions: ErrorConventions = DEFAULT_CONVENTIONS.errors,
): ServiceError {
  const read = errors.map((error) => readError(error, spineLength, conventions));
  const inDoubt = read.find(({ code }) => code === 'OUTCOME_UNKNOWN');
  if (inDoubt) return outcomeUnknownError(inDoubt.error);
  const worst = Math.min(...read.map(({ status }) => rankOf(status)));
  const told = read.filter(({ status }) => rankOf(status) === worst);
  const [{ error, code, status }] = told as [Told];
  if (status === 500) return internalFailure(error);

  const alike = told.filter((each) => each.status === status).slice(0, MAX_PROBLEMS);
  const messages = [...new Set(alike.map((each) => each.message))];
  return ServiceError.of(code, status, truncate(messages.join('; '), MAX_MESSAGE_LENGTH), {
    problems: readProblems(alike.map((each) => each.error.extensions?.['problems'])),
    headers: headersOf(error, status),
    cause: error,
  });
}

/** The answer to a failure that is nobody's business outside; the cause is for the log. */
export function internalFailure(cause: unknown): ServiceError {
  return new ServiceError('INTERNAL_SERVER_ERROR', 'Something went wrong here; it has been logged.', { cause });
}

/** The answer to a write that has happened, and whose result JSON cannot hold; the cause is for the log. */
export function unrenderableResult(cause: unknown): ServiceError {
  const message = 'The request took effect, but its result cannot be shown; it has been logged. Do not send it again.';
  return new ServiceError('INTERNAL_SERVER_ERROR', message, { cause });
}

/** The status of a code: the conventions may give it another, or one at all. */
export function statusOfCode(code: string, { codes, invalid }: ErrorConventions): number | undefined {
  if (Object.hasOwn(codes, code)) return codes[code];
  if (code === 'BAD_USER_INPUT') return invalid;
  return Object.hasOwn(STATUS_OF_CODE, code) ? STATUS_OF_CODE[code as ErrorCode] : undefined;
}

function readError(error: ResultError, spineLength: number, conventions: ErrorConventions): Told {
  const told = conventions.code
    .split('.')
    .reduce<unknown>(
      (at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined),
      error,
    );
  // What this side found out about an upstream, such as that it is gone, has a code of ours wherever the others are.
  const own = error.originalError instanceof ServiceError ? error.originalError : undefined;
  const code = told ?? own?.code;
  const message = String(told === undefined && own ? own.message : error.message);
  const status = typeof code === 'string' ? statusOfCode(code, conventions) : undefined;
  // Something inside the body that was not found does not mean that the resource itself is not there.
  const isInside = status === 404 && (error.path?.length ?? 0) > spineLength;
  if (status === undefined || isInside) return { error, message, code: 'INTERNAL_SERVER_ERROR', status: 500 };
  return { error, message, code: String(code), status };
}

function rankOf(status: number): number {
  if (status === 401) return 0;
  if (status === 403) return 1;
  if (status >= 500) return 2;
  return status === 404 ? 3 : 4;
}

/** The headers of an error, without those that are of another status than the conventions give it. */
function headersOf({ originalError }: ResultError, status: number): Record<string, string> {
  const own = lowerCase(originalError instanceof ServiceError ? originalError.headers : {});
  return { ...requiredHeaders(status), ...headersForStatus(own, status) };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
