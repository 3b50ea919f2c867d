import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { STATUS_OF_CODE } from '../../errors/codes.ts';
import type { RequestContext } from '../../domain/Subgraph.ts';
import type { Logger } from '../../telemetry/createLogger.ts';
import { reportFailure } from '../../telemetry/reportFailure.ts';
import type { Exchange } from '../Exchange.ts';

/** Logs what went wrong on this side, under the request id that the client receives. */
export function failurePlugin(log: Logger): ApolloServerPlugin<RequestContext & Exchange> {
  const report = ({ requestId, method, target }: Exchange, error: unknown) =>
    reportFailure(log, { requestId, method, target, error });
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        for (const error of errors)
          if (isFailure(error.extensions['code'])) report(contextValue, unwrapResolverError(error));
      },
    }),
    unexpectedErrorProcessingRequest: async ({ requestContext: { contextValue }, error }) =>
      report(contextValue, error),
  };
}

/** Codes that are not ours are Apollo's own, and all of those speak of the request. */
function isFailure(code: unknown): boolean {
  if (code === undefined) return true;
  const statuses: Readonly<Record<string, number>> = STATUS_OF_CODE;
  return (statuses[String(code)] ?? 400) >= 500;
}
