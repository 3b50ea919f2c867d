// From the errors of an execution to the one error of a response.
import type { GraphQLError } from 'graphql';
import type { ErrorConventions } from '../plan/conventions/Conventions.ts';
import { statusOfCode } from '../plan/conventions/errorConventions.ts';
import { MAX_PROBLEMS, ProblemCollector } from '../base/errors/ProblemCollector.ts';
import { type Problem, ServiceError } from '../base/errors/ServiceError.ts';
import { internalError, outcomeUnknownError } from '../base/errors/knownErrors.ts';
import { truncate } from '../base/errors/nearNames.ts';
import { headersForStatus, requiredHeaders } from '../base/errors/errorHeaders.ts';
import { valueAt } from './render/values.ts';

/** In UTF-16 code units. */
const MAX_MESSAGE_LENGTH = 2000;

/** A GraphQL error that was thrown in this process, or the JSON of one from an upstream. */
type ResultError = Partial<GraphQLError> & Pick<GraphQLError, 'message'>;

interface ClassifiedError {
  error: ResultError;
  message: string;
  code: string;
  status: number;
}

/**
 * The one error of a response to a result with GraphQL errors. An unknown outcome of a write comes first; then the order is
 * 401, 403, 5xx, 404, the rest; errors of the rest that share a status are combined. An unknown code is an internal error.
 * `depth` is the length of the path to the body: a NOT_FOUND below it is not that of the resource, whose type is `resource`.
 */
export function classifyErrors(
  errors: readonly ResultError[],
  depth: number,
  conventions: ErrorConventions,
  resource?: string,
): ServiceError {
  const all = errors.map((error) => classify(error, depth, conventions));
  const unknown = all.find(({ code }) => code === 'OUTCOME_UNKNOWN');
  if (unknown) return outcomeUnknownError(unknown.error);
  const worst = all.reduce((least, { status }) => Math.min(least, rankOf(status)), Infinity);
  const ranked = all.filter(({ status }) => rankOf(status) === worst);
  const [{ error, code, status }] = ranked as [ClassifiedError];
  if (status === 500 && !hasOwnStatus(error)) return internalError(error);

  const alike = ranked.filter((classified) => classified.status === status).slice(0, MAX_PROBLEMS);
  const messages = [...new Set(alike.map((classified) => classified.message))];
  return ServiceError.of(code, status, truncate(messages.join('; '), MAX_MESSAGE_LENGTH), {
    problems: readProblems(alike.map((classified) => classified.error.extensions?.['problems'])),
    headers: headersOf(error, status),
    ...(status === 404 && resource !== undefined && { resource }),
    cause: error,
  });
}

function classify(error: ResultError, depth: number, conventions: ErrorConventions): ClassifiedError {
  const extension = valueAt(error, conventions.code.split('.'));
  // An error about the upstream that was raised here, such as that it does not respond, has its code, wherever others have theirs.
  const thrown = error.originalError instanceof ServiceError ? error.originalError : undefined;
  const isOwn = thrown?.code === 'OUTCOME_UNKNOWN' || hasOwnStatus(error);
  const code = thrown && isOwn ? thrown.code : (extension ?? thrown?.code);
  const message = String((extension === undefined && thrown?.message) || error.message);
  const ofCode = typeof code === 'string' ? statusOfCode(code, conventions) : undefined;
  const status = hasOwnStatus(error) ? thrown!.status : ofCode;
  // Something inside the body is missing, not the resource.
  const isInside = status === 404 && (error.path?.length ?? 0) > depth;
  if (status === undefined || isInside) return { error, message, code: 'INTERNAL_SERVER_ERROR', status: 500 };
  return { error, message, code: String(code), status };
}

/** Whether the error has a status that no convention changes, as one that a host has mapped. */
function hasOwnStatus({ originalError }: ResultError): boolean {
  return originalError instanceof ServiceError && originalError.hasOwnStatus;
}

function rankOf(status: number): number {
  const rank = [401, 403].indexOf(status);
  if (rank >= 0) return rank;
  return status >= 500 ? 2 : status === 404 ? 3 : 4;
}

/** The headers of an error, without those that do not fit the status that the conventions give it. */
function headersOf({ originalError }: ResultError, status: number): Record<string, string> {
  const thrown = Object.entries(originalError instanceof ServiceError ? originalError.headers : {});
  const headers = Object.fromEntries(thrown.map(([name, value]) => [name.toLowerCase(), value]));
  return { ...requiredHeaders(status), ...headersForStatus(headers, status) };
}

/**
 * The problems in `extensions.problems` of errors that are combined into one response. Resolvers and upstreams can set anything
 * there: entries without a message are left out, and so are unknown properties; a field that is not text becomes ''.
 */
export function readProblems(values: readonly unknown[]): readonly Problem[] {
  const problems = new ProblemCollector();
  for (const entry of values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))) {
    if (problems.isFull) break;
    const { field, message, code } = Object(entry) as { [Key in keyof Problem]?: unknown };
    if (typeof message !== 'string') continue;
    problems.addProblem({
      field: typeof field === 'string' ? field : '',
      message,
      ...(typeof code === 'string' && { code }),
    });
  }
  return problems.problems;
}
