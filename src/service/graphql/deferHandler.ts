import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import type { GraphqlHandler } from './createGraphqlHandler.ts';
import { sendError } from './sendError.ts';

/**
 * A handler that is created for the first request, which waits for it. Where that fails the request is answered with the error,
 * and the next request tries again.
 */
export function deferHandler(create: () => Promise<GraphqlHandler>, log: Logger): GraphqlHandler {
  let created: Promise<GraphqlHandler> | undefined;
  let handler: GraphqlHandler | undefined;

  async function load(): Promise<GraphqlHandler> {
    try {
      return (handler = await create());
    } catch (error) {
      created = undefined;
      throw error;
    }
  }

  return {
    handle: (request, response, exchange) => {
      if (handler) return handler.handle(request, response, exchange);
      created ??= load();
      created.then(
        (loaded) => loaded.handle(request, response, exchange),
        (error: unknown) => sendError(log, response, exchange, error),
      );
    },
    close: async () => {
      const loaded = await created?.catch(() => undefined);
      await loaded?.close();
    },
  };
}
