import { GraphQLError } from 'graphql';
import { type ErrorCode, STATUS_OF_CODE } from './codes.ts';

/** One thing that is wrong with the input. */
export interface Problem {
  /** Where it stands, a dotted path of names and indexes; '' where it is of the input as a whole. */
  field: string;
  /** What it should have been. */
  message: string;
  /** In place of the error's own. */
  code?: string;
}

/** What an error has besides its code and its message. */
export interface ServiceErrorOptions {
  problems?: readonly Problem[];
  headers?: Record<string, string>;
  cause?: unknown;
  /** In place of the one that the code stands for. */
  status?: number;
}

/**
 * A failure that the caller is told about: its message is written for the caller, its code decides the status.
 * It is a GraphQLError, so resolvers can throw it; anything else that is thrown is an internal failure.
 */
export class ServiceError extends GraphQLError {
  /** One of the table in codes.ts, or one of an upstream. */
  readonly code: string;
  readonly status: number;
  /** Whether the status was given, and so is not the one that the code stands for. */
  readonly hasOwnStatus: boolean;
  readonly problems: readonly Problem[];
  /** Further response headers, for example `Retry-After` or `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    const problems = options.problems ?? [];
    super(message, { extensions: { code, ...(problems.length > 0 && { problems }) } });
    this.name = 'ServiceError';
    this.code = code;
    this.status = options.status ?? STATUS_OF_CODE[code];
    this.hasOwnStatus = options.status !== undefined;
    this.problems = problems;
    this.headers = options.headers ?? {};
    if (options.cause !== undefined) this.cause = options.cause;
  }

  /** An error whose code may be one of an upstream, which the table does not know. */
  static of(code: string, status: number, message: string, options: ServiceErrorOptions = {}): ServiceError {
    return new ServiceError(code as ErrorCode, message, { ...options, status });
  }
}
