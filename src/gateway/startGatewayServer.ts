// The wiring that all modes share: documentation, CORS, health, logs and closing, around a REST engine, a GraphQL handler or
// both.
import type { Settings } from './config/Settings.ts';
import { CHANGES_PATH } from './contracts/changes/changesPath.ts';
import { renderChanges } from './contracts/changes/renderChanges.ts';
import type { Engine } from './createEngine.ts';
import { ServiceError } from './errors/ServiceError.ts';
import { createCors } from './server/cors.ts';
import type { ListenerSettings } from './server/createListener.ts';
import { createDocs, type Docs, type RenderGraphiql } from './server/docs/createDocs.ts';
import type { TokenSource } from './server/docs/describeTokenSource.ts';
import type { Overrides, RunningServer } from './server/RunningServer.ts';
import { startHttpServer } from './server/startHttpServer.ts';
import type { Logger } from './telemetry/createLogger.ts';

/** The parts of a server that depend on its mode. */
export interface GatewayParts {
  /** Absent in a subgraph alone: there is neither REST nor documentation. */
  rest?: { engine: Engine; tokenSource: TokenSource };
  /** Absent in a façade: there is no /graphql. */
  graphql?: GraphqlService;
  /** Headers that pages of other origins may send, as well as the header parameters of endpoints. */
  forwardedHeaders?: readonly string[];
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
  { rest, graphql, forwardedHeaders = [], ping, log }: GatewayParts,
  { requestTimeoutMs }: Pick<Overrides, 'requestTimeoutMs'> = {},
): Promise<RunningServer> {
  const { host, port, basePath, corsOrigins } = settings;
  for (const warning of rest?.engine.plan.warnings ?? []) log.warn(warning);
  try {
    const server = await startHttpServer({
      host,
      port,
      basePath,
      rest: rest?.engine ?? { handle: refuse },
      ...(graphql && { graphql }),
      docs: rest ? renderDocs(settings, rest, graphql?.renderGraphiql) : { find: () => undefined },
      cors: createCors(
        corsOrigins,
        [...(rest?.engine.headerParameters ?? []), ...forwardedHeaders],
        rest?.engine.resultHeaders,
      ),
      ping,
      log,
      requestTimeoutMs,
    });
    return {
      url: server.url,
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

function renderDocs(
  { basePath, apiName }: Settings,
  { engine, tokenSource }: NonNullable<GatewayParts['rest']>,
  renderGraphiql?: RenderGraphiql,
): Docs {
  return createDocs({
    basePath,
    apiName,
    openApi: engine.openApi,
    pages: [{ path: CHANGES_PATH, name: 'Changes', markdown: renderChanges(engine.plan) }],
    ...(renderGraphiql && { renderGraphiql }),
    tokenSource,
  });
}

async function refuse(): Promise<never> {
  throw new ServiceError('NOT_FOUND', 'Not found. This server has /graphql, /health/live and /health/ready.');
}
