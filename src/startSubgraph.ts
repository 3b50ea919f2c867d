// One subgraph served alone, for a federation router: the same module, database and tokens as in one process with the
// others, and the scopes checked again. There is no REST here; every path but /graphql and health is 404.
import type { Brought, Portico } from './app.ts';
import { openAuthenticator } from './auth/openAuthenticator.ts';
import type { Settings } from './config/Settings.ts';
import { SUBGRAPH_NAMES, createSubgraphs } from './createSubgraphs.ts';
import { openDatabase } from './database/openDatabase.ts';
import { ServiceError } from './errors/ServiceError.ts';
import { buildSubgraph } from './graph/buildSubgraph.ts';
import { createCors } from './http/cors.ts';
import { createGraphqlHandler } from './http/graphql/createGraphqlHandler.ts';
import { startHttpServer } from './http/startHttpServer.ts';
import { createLogger } from './telemetry/createLogger.ts';

/** Starts one subgraph by its name, or leaves nothing open behind the error that it rejects with. */
export async function startSubgraph(settings: Settings, name: string, brought: Brought = {}): Promise<Portico> {
  if (!SUBGRAPH_NAMES.includes(name)) {
    throw new Error(`There is no subgraph "${name}". There are: ${SUBGRAPH_NAMES.join(', ')}.`);
  }
  const log = brought.log ?? createLogger(settings.logLevel);
  const { host, port, basePath, databaseUrl } = settings;
  const { authenticate } = await openAuthenticator(settings);
  const database = brought.database ?? (await openDatabase({ ...settings, ...brought, log }));
  const closeDatabase = () => (brought.database ? undefined : database.close());
  try {
    const subgraph = createSubgraphs(database).find((each) => each.name === name)!;
    const graphql = await createGraphqlHandler({
      schema: buildSubgraph(subgraph),
      authenticate,
      introspection: databaseUrl === undefined,
      // A router passes on what an endpoint of a façade selects.
      coversWritten: true,
      log,
    });
    const server = await startHttpServer({
      host,
      port,
      basePath,
      rest: { handle: refuse },
      graphql,
      docs: { find: () => undefined },
      cors: createCors(settings.corsOrigins),
      ping: () => database.ping(),
      log,
      requestTimeoutMs: brought.requestTimeoutMs,
    });
    return {
      url: server.url,
      drain: server.drain,
      close: async () => {
        await server.close();
        await graphql.close();
        await closeDatabase();
      },
    };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

async function refuse(): Promise<never> {
  throw new ServiceError('NOT_FOUND', 'This serves one subgraph: there is /graphql, /health/live and /health/ready.');
}
