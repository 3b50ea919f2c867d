// One subgraph served alone, for a federation router: the same module, database and tokens as in one process with the
// others, and the scopes checked again. There is no REST here; every path but /graphql and health is 404.
import type { RunningServer } from '../../gateway/server/RunningServer.ts';
import type { ServiceOverrides } from './startMonolith.ts';
import { openAuthenticator } from '../../gateway/access/openAuthenticator.ts';
import type { ServiceSettings } from '../config/ServiceSettings.ts';
import { SUBGRAPH_NAMES, createSubgraphs } from '../createSubgraphs.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { buildSubgraph } from '../federation/buildSubgraph.ts';
import { createCors } from '../../gateway/server/cors.ts';
import { createGraphqlHandler } from '../graphql/createGraphqlHandler.ts';
import { startHttpServer } from '../../gateway/server/startHttpServer.ts';
import { createLogger } from '../../gateway/telemetry/createLogger.ts';

/** Starts one subgraph by its name, or leaves nothing open behind the error that it rejects with. */
export async function startSubgraph(
  settings: ServiceSettings,
  name: string,
  overrides: ServiceOverrides = {},
): Promise<RunningServer> {
  if (!SUBGRAPH_NAMES.includes(name)) {
    throw new Error(`There is no subgraph "${name}". There are: ${SUBGRAPH_NAMES.join(', ')}.`);
  }
  const log = overrides.log ?? createLogger(settings.logLevel);
  const { host, port, basePath, databaseUrl } = settings;
  const { authenticate } = await openAuthenticator(settings);
  const database = overrides.database ?? (await openDatabase({ ...settings, ...overrides, log }));
  const closeDatabase = () => (overrides.database ? undefined : database.close());
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
      requestTimeoutMs: overrides.requestTimeoutMs,
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
