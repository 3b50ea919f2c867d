import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { STATUS_OF_CODE } from '../../gateway/errors/codes.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import type { RequestContext } from '../domain/Subgraph.ts';
import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import { reportFailure } from '../../gateway/telemetry/reportFailure.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';
import { withHttpStatus } from './withHttpStatus.ts';

/** Logs what went wrong on this side, under the request id that the client receives. */
export function errorLogPlugin(log: Logger): ApolloServerPlugin<RequestContext & Exchange> {
  const report = ({ requestId, method, path }: Exchange, error: unknown) =>
    reportFailure(log, { requestId, method, path, error });
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        // What ends because the client has gone is nobody's failure.
        if (contextValue.signal.reason?.name === 'AbortError') return;
        for (const error of errors)
          if (isFailure(error.extensions['code'])) report(contextValue, unwrapResolverError(error));
      },
    }),
    unexpectedErrorProcessingRequest: async ({ requestContext: { contextValue, operation }, error }) => {
      // Before there is an operation nothing has run: the validator follows fragments that lead back to themselves.
      if (!operation && error instanceof RangeError) withHttpStatus(refuseDepth);
      report(contextValue, error);
    },
  };
}

/** Thrown here, an error is the answer. */
function refuseDepth(): never {
  throw new ServiceError('GRAPHQL_VALIDATION_FAILED', 'The document is nested too deeply.');
}

/** Codes that are not ours are Apollo's own, and all of those speak of the request. */
function isFailure(code: unknown): boolean {
  if (code === undefined) return true;
  const statuses: Readonly<Record<string, number>> = STATUS_OF_CODE;
  return (statuses[String(code)] ?? 400) >= 500;
}
