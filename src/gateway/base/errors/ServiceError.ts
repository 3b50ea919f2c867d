import { RETRY_SOON } from './errorHeaders.ts';
import { GraphQLError } from 'graphql';
import { type ErrorCode, STATUS_OF_CODE } from './codes.ts';

/** A problem of the input. */
export interface Problem {
  /** A dotted path of names and indexes; '' for the input as a whole. */
  field: string;
  /** Continues a sentence that begins with the field: `must be …`. */
  message: string;
  /** Instead of the code of the error. */
  code?: string;
  /** Absent for the input as a whole, and where nobody knows. */
  source?: ProblemSource;
  /** The values of `{data.name}` in the conventions, of an error as data. */
  data?: Readonly<Record<string, unknown>>;
  /** The message of the conventions where it has placeholders, and the values of those of JSON Schema. */
  template?: { text: string; values: Readonly<Record<string, unknown>> };
}

/** A place in a request: a JSON Pointer into the body (RFC 6901), a parameter of the path or the query, or a header. */
export type ProblemSource = { pointer: string } | { parameter: string } | { header: string };

export interface ServiceErrorOptions {
  problems?: readonly Problem[];
  /** Absent: those of `RETRY_SOON` for UNAVAILABLE, else none. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
  /** Instead of the status of the code. */
  status?: number;
  /** The type that was not found. */
  resource?: string;
}

/**
 * An error that clients see: its message is written for them, and its code decides the status. It is a GraphQLError, so that
 * resolvers can throw it; any other error is internal.
 */
export class ServiceError extends GraphQLError {
  /** One of codes.ts, or one of an upstream. */
  readonly code: string;
  readonly status: number;
  /** Whether the status was given, instead of that of the code. */
  readonly hasOwnStatus: boolean;
  readonly problems: readonly Problem[];
  /** Further response headers, for example `Retry-After` or `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The type that was not found; undefined for any other error. */
  readonly resource: string | undefined;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    const problems = options.problems ?? [];
    const status = options.status ?? STATUS_OF_CODE[code];
    // A refusal is no failure to look for, and its stack takes longer than all else of its response.
    const { stackTraceLimit } = Error;
    if (status < 500) Error.stackTraceLimit = 0;
    super(message, { extensions: { code, ...(problems.length > 0 && { problems }) } });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ServiceError';
    this.code = code;
    this.status = status;
    this.hasOwnStatus = options.status !== undefined;
    this.problems = problems;
    this.headers = options.headers ?? (code === 'UNAVAILABLE' ? RETRY_SOON : {});
    this.resource = options.resource;
    if (options.cause !== undefined) this.cause = options.cause;
  }

  /** An error whose code may be one of an upstream. */
  static of(code: string, status: number, message: string, options: ServiceErrorOptions = {}): ServiceError {
    return new ServiceError(code as ErrorCode, message, { ...options, status });
  }
}
