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
        if ((contextValue.signal.reason as Error | undefined)?.name === 'AbortError') return;
        for (const error of errors)
          if (isInternal(error.extensions['code'])) report(contextValue, unwrapResolverError(error));
      },
    }),
    unexpectedErrorProcessingRequest: async ({ requestContext: { contextValue, operation }, error }) => {
      // The client has disconnected: there is nobody to respond to.
      if (error === contextValue.signal.reason && !(error instanceof ServiceError)) throw error;
      const refusal = error instanceof ServiceError ? error : operation ? undefined : nestingError(error);
      if (!refusal || (refusal.status >= 500 && refusal !== OVERLOADED)) report(contextValue, error);
      // Apollo Server sends an error that this hook throws.
      if (refusal)
        withHttpStatus(() => {
          throw refusal;
        });
    },
  };
}

/** Without an operation, an exhausted stack is that of the validation: recursive fragments. */
function nestingError(error: Error): ServiceError | undefined {
  if (!(error instanceof RangeError)) return undefined;
  return new ServiceError('GRAPHQL_VALIDATION_FAILED', 'The document is nested too deeply.');
}

/** Unknown codes are those of Apollo Server, which all concern the request. */
function isInternal(code: unknown): boolean {
  if (code === undefined) return true;
  const statuses: Readonly<Record<string, number>> = STATUS_OF_CODE;
  return (statuses[String(code)] ?? 400) >= 500;
}
