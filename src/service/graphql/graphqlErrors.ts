// Errors at /graphql, in GraphQL's format: {"errors": [{"message", "extensions": {"code"}}]}. Of an internal error the client
// receives only the location and the path; it is logged under the request id.
import type { ServerResponse } from 'node:http';
import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import {
  type Exchange,
  type Logger,
  OVERLOADED,
  STATUS_OF_CODE,
  ServiceError,
  endReply,
  internalError,
  refusalOf,
  reportFailure,
  withTrace,
} from '../../gateway/server.ts';
import type { RequestContext } from '../domain/Subgraph.ts';
import { NESTED_TOO_DEEPLY } from './documentRules.ts';

/** Sends an error for a request that did not reach Apollo Server, or whose response came too late. */
export function sendError(log: Logger, response: ServerResponse, exchange: Exchange, thrown: unknown): void {
  if (isDisconnect(thrown, exchange)) return void response.destroy();
  const error = thrown instanceof ServiceError ? thrown : internalError(thrown);
  if (isFailure(error)) reportFailure(log, { ...exchange, error });
  countRefusal(exchange, error);
  if (response.headersSent) return void response.destroy();
  const body = JSON.stringify({ errors: [error.toJSON()] });
  const headers = {
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  const { status } = error;
  response.writeHead(status, withTrace({ status, headers, body }, exchange.trace).headers);
  endReply(response, body, !response.shouldKeepAlive || error.headers['connection'] === 'close');
}

export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, extensions } = formatted;
  if (isOfInput(error)) return { ...formatted, extensions: { ...extensions, code: 'BAD_USER_INPUT' } };
  if (extensions?.['code'] === 'INTERNAL_SERVER_ERROR') return { ...formatted, ...internalError(undefined).toJSON() };
  // The parser exhausts the stack on deep nesting, and passes on V8's message.
  return message.includes('call stack') ? { ...formatted, message: NESTED_TOO_DEEPLY } : formatted;
}

/** For a ServiceError an error to which Apollo Server responds with its status and headers; any other as it is. */
export function withHttpStatus(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { message, extensions, status, headers } = error;
  const http = { status, headers: new Map(Object.entries(headers)) };
  return new GraphQLError(message, { originalError: error, extensions: { ...extensions, http } });
}

/** Logs internal errors, and passes on the ServiceErrors of other plugins. */
export function errorsPlugin(log: Logger): ApolloServerPlugin<RequestContext & Exchange> {
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        // The client has disconnected: not an error.
        if ((contextValue.signal.reason as Error | undefined)?.name === 'AbortError') return;
        for (const error of errors) {
          if (!isInternal(error.extensions['code']) || isOfInput(error)) continue;
          reportFailure(log, { ...contextValue, error: (error.path && error.originalError) ?? error });
        }
      },
    }),
    unexpectedErrorProcessingRequest: async ({ requestContext: { contextValue, operation }, error }) => {
      if (isDisconnect(error, contextValue)) throw error;
      // Without an operation, an exhausted stack is that of the validation: recursive fragments.
      const isTooDeep = !operation && error instanceof RangeError;
      const refusal = isTooDeep ? new ServiceError('GRAPHQL_VALIDATION_FAILED', NESTED_TOO_DEEPLY) : error;
      if (isFailure(refusal)) reportFailure(log, { ...contextValue, error });
      countRefusal(contextValue, refusal);
      // Apollo Server sends a GraphQLError that this hook throws.
      if (refusal instanceof ServiceError) throw withHttpStatus(refusal);
    },
  };
}

function countRefusal({ span }: Exchange, error: unknown): void {
  const refusal = refusalOf(error);
  if (refusal) span?.count(refusal);
}

/** Whether there is nobody to respond to any more, which is no error. */
function isDisconnect(error: unknown, { signal }: Exchange): boolean {
  return signal.aborted && error === signal.reason && !(error instanceof ServiceError);
}

function isFailure(error: unknown): boolean {
  return !(error instanceof ServiceError) || (error.status >= 500 && error !== OVERLOADED);
}

/**
 * Whether graphql-js refuses the value of an argument only when it executes the field or its directive: a nullable variable with
 * a default may be null where null is not allowed. The error is at that value, and at fields where what they resolve to is wrong.
 * See https://spec.graphql.org/September2025/#sec-Coercing-Field-Arguments
 */
function isOfInput(error: unknown): boolean {
  if (!(error instanceof GraphQLError) || error.extensions['code'] !== undefined) return false;
  const { nodes } = error.originalError instanceof GraphQLError ? error.originalError : error;
  return nodes?.[0] !== undefined && nodes[0].kind !== Kind.FIELD;
}

/** Unknown codes are those of Apollo Server, which all concern the request. */
function isInternal(code: unknown): boolean {
  if (code === undefined) return true;
  const statuses: Readonly<Record<string, number>> = STATUS_OF_CODE;
  return (statuses[String(code)] ?? 400) >= 500;
}
