// The one place where everything meets: settings, database, service and HTTP server.
import type { Authenticator } from '../../gateway/access/createAuthenticator.ts';
import { openAuthenticator } from '../../gateway/access/openAuthenticator.ts';
import { listScopes } from '../../gateway/access/listScopes.ts';
import { composeService } from '../composeService.ts';
import type { Settings } from '../../gateway/config/Settings.ts';
import { CHANGES_PATH } from '../../gateway/contracts/changes/changesPath.ts';
import { renderChanges } from '../../gateway/contracts/changes/renderChanges.ts';
import type { Database } from '../database/Database.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { createCors } from '../../gateway/server/cors.ts';
import { createDocs } from '../../gateway/server/docs/createDocs.ts';
import type { TokenSource } from '../../gateway/server/docs/describeTokenSource.ts';
import { createGraphqlHandler } from '../graphql/createGraphqlHandler.ts';
import type { Overrides, RunningServer } from '../../gateway/server/RunningServer.ts';
import { startHttpServer } from '../../gateway/server/startHttpServer.ts';
import { createLogger, type Logger } from '../../gateway/telemetry/createLogger.ts';
import { pathOf } from '../../gateway/protocol/parseTarget.ts';
import { reportFailure } from '../../gateway/telemetry/reportFailure.ts';

/** What a process provides itself; a database that is provided is not closed. */
export interface ServiceOverrides extends Overrides {
  database?: Database;
}

/** Starts Portico, or leaves nothing open behind the error that it rejects with. */
export async function startMonolith(settings: Settings, overrides: ServiceOverrides = {}): Promise<RunningServer> {
  const log = overrides.log ?? createLogger(settings.logLevel);
  const authenticator = await openAuthenticator(settings);
  const database = overrides.database ?? (await openDatabase({ ...settings, ...overrides, log }));
  const closeDatabase = () => (overrides.database ? undefined : database.close());
  try {
    const server = await serve(settings, database, authenticator, log, overrides.requestTimeoutMs);
    return {
      url: server.url,
      drain: server.drain,
      close: async () => {
        await server.close();
        await closeDatabase();
      },
    };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

async function serve(
  settings: Settings,
  database: Database,
  authenticator: Authenticator,
  log: Logger,
  requestTimeoutMs: number | undefined,
): Promise<RunningServer> {
  const { host, port, basePath, databaseUrl } = settings;
  const { authenticate } = authenticator;
  const { schema, rest } = composeService(settings, {
    database,
    authenticate,
    report: ({ target, ...failure }) => reportFailure(log, { ...failure, path: pathOf(target) }),
  });
  for (const warning of rest.plan.warnings) log.warn(warning);
  const introspection = databaseUrl === undefined;
  // A client chooses what it selects here; an endpoint's document is fixed, and its scope covers its response.
  const graphql = await createGraphqlHandler({ schema, authenticate, introspection, coversWritten: false, log });
  const { apiName } = settings;
  const changes = { path: CHANGES_PATH, name: 'Changes', markdown: renderChanges(rest.plan) };
  const tokenSource: TokenSource =
    settings.auth.key.kind === 'local' ? { kind: 'local', scopes: listScopes(schema) } : { kind: 'issuer' };
  const docs = createDocs({ basePath, apiName, openApi: rest.openApi, pages: [changes], introspection, tokenSource });
  const ping = () => database.ping();
  const cors = createCors(settings.corsOrigins, rest.headerParameters);
  const server = await startHttpServer({
    host,
    port,
    basePath,
    rest,
    graphql,
    docs,
    cors,
    ping,
    log,
    requestTimeoutMs,
  });
  return {
    url: server.url,
    drain: server.drain,
    close: async () => {
      await server.close();
      await graphql.close();
    },
  };
}
