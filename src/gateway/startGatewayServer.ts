// The wiring that all modes share: documentation, CORS, health, logs and closing, around a REST engine, a GraphQL handler or
// both.
import type { Settings } from './config/Settings.ts';
import type { Engine } from './createEngine.ts';
import { ServiceError } from './errors/ServiceError.ts';
import type { ListenerSettings } from './server/createListener.ts';
import { createCors } from './server/cors.ts';
import { createServedApi } from './server/createServedApi.ts';
import type { RenderGraphiql } from './server/docs/createDocs.ts';
import type { TokenSource } from './server/docs/describeTokenSource.ts';
import type { Overrides, RunningServer } from './server/RunningServer.ts';
import type { ServedApi } from './server/ServedApi.ts';
import { startHttpServer } from './server/startHttpServer.ts';
import type { Logger } from './telemetry/createLogger.ts';

/** The parts of a server that depend on its mode. */
export interface GatewayParts {
  /** Absent in a subgraph alone: there is neither REST nor documentation. */
  rest?: { engine: Engine; tokenSource: TokenSource };
  /** Absent in a façade: there is no /graphql. */
  graphql?: GraphqlService;
  /** Rejects while the process is not ready. */
  ping(): Promise<void>;
  log: Logger;
}

/** The handler of /graphql. */
export interface GraphqlService {
  handle: NonNullable<ListenerSettings['graphql']>['handle'];
  /** Absent: there is no GraphiQL. */
  renderGraphiql?: RenderGraphiql;
  close(): Promise<void>;
}

/** Starts listening; on failure nothing stays open. `close` also closes the GraphQL handler. */
export async function startGatewayServer(
  settings: Settings,
  { rest, graphql, ping, log }: GatewayParts,
  { requestTimeoutMs }: Pick<Overrides, 'requestTimeoutMs'> = {},
): Promise<RunningServer> {
  const { host, port, basePath, trustProxy, maxConnectionsPerAddress } = settings;
  for (const warning of rest?.engine.warnings ?? []) log.warn(warning);
  try {
    const api: ServedApi = rest
      ? createServedApi(settings, {
          ...rest,
          ...(graphql?.renderGraphiql && { renderGraphiql: graphql.renderGraphiql }),
        })
      : { rest: { handle: refuse }, docs: { find: () => undefined }, cors: createCors(settings.corsOrigins) };
    const server = await startHttpServer({
      host,
      port,
      basePath,
      trustProxy,
      maxConnectionsPerAddress,
      api: () => api,
      ...(graphql && { graphql }),
      ping,
      log,
      requestTimeoutMs,
    });
    return {
      url: server.url,
      health: { conventions: rest?.engine.conventions, check: server.check },
      drain: server.drain,
      close: async () => {
        await server.close();
        await graphql?.close();
      },
    };
  } catch (error) {
    await graphql?.close();
    throw error;
  }
}

async function refuse(): Promise<never> {
  throw new ServiceError('NOT_FOUND', 'Not found. This server has /graphql, /health/live and /health/ready.');
}
