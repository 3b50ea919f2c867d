import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { STATUS_OF_CODE } from '../../gateway/errors/codes.ts';
import { OVERLOADED } from '../../gateway/errors/overloaded.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import type { RequestContext } from '../domain/Subgraph.ts';
import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import { reportFailure } from '../../gateway/telemetry/reportFailure.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';
import { withHttpStatus } from './withHttpStatus.ts';

/** Logs internal errors, with the request id that the client receives. */
export function errorLogPlugin(log: Logger): ApolloServerPlugin<RequestContext & Exchange> {
  const report = ({ requestId, method, path }: Exchange, error: unknown) =>
    reportFailure(log, { requestId, method, path, error });
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        // The client has disconnected: not an error.
        if (contextValue.signal.reason?.name === 'AbortError') return;
        for (const error of errors)
          if (isInternal(error.extensions['code'])) report(contextValue, unwrapResolverError(error));
      },
    }),
    unexpectedErrorProcessingRequest: async ({ requestContext: { contextValue, operation }, error }) => {
      // Without an operation the error is one of validation: recursive fragments exhaust the stack.
      if (!operation && error instanceof RangeError) withHttpStatus(refuseDepth);
      // Hooks reject with errors for clients, and with the reason of one that has disconnected, which is not an error.
      if (error === contextValue.signal.reason && !(error instanceof ServiceError)) throw error;
      if (error !== OVERLOADED) report(contextValue, error);
      withHttpStatus(() => {
        if (error instanceof ServiceError) throw error;
      });
    },
  };
}

/** Apollo Server sends an error that this hook throws. */
function refuseDepth(): never {
  throw new ServiceError('GRAPHQL_VALIDATION_FAILED', 'The document is nested too deeply.');
}

/** Unknown codes are those of Apollo Server, which all concern the request. */
function isInternal(code: unknown): boolean {
  if (code === undefined) return true;
  const statuses: Readonly<Record<string, number>> = STATUS_OF_CODE;
  return (statuses[String(code)] ?? 400) >= 500;
}
