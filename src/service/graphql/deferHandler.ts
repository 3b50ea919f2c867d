import type { Logger } from '../../gateway/server.ts';
import type { GraphqlHandler } from './createGraphqlHandler.ts';
import { sendError } from './graphqlErrors.ts';

/** A handler that is created for the first request, which waits for it, and again for the next one if that fails. */
export function deferHandler(create: () => Promise<GraphqlHandler>, log: Logger): GraphqlHandler {
  let created: Promise<GraphqlHandler> | undefined;
  let handler: GraphqlHandler | undefined;
  return {
    handle: (request, response, exchange) => {
      if (handler) return handler.handle(request, response, exchange);
      created ??= create().catch((error: unknown) => {
        created = undefined;
        throw error;
      });
      created.then(
        (loaded) => (handler = loaded).handle(request, response, exchange),
        (error: unknown) => sendError(log, response, exchange, error),
      );
    },
    close: async () => {
      const loaded = await created?.catch(() => undefined);
      await loaded?.close();
    },
  };
}
