// The one place where everything meets: settings, database, service and HTTP server.
import type { Authenticator } from './auth/createAuthenticator.ts';
import { openAuthenticator } from './auth/openAuthenticator.ts';
import { scopesOfSchema } from './auth/scopesOfSchema.ts';
import { composeService } from './composeService.ts';
import type { Settings } from './config/Settings.ts';
import { CHANGES_PATH } from './contracts/changes/changesPath.ts';
import { renderChanges } from './contracts/changes/renderChanges.ts';
import type { Database } from './database/Database.ts';
import { openDatabase } from './database/openDatabase.ts';
import { createCors } from './http/cors.ts';
import { createDocs } from './http/docs/createDocs.ts';
import type { TokenSource } from './http/docs/describeTokenSource.ts';
import { createGraphqlHandler } from './http/graphql/createGraphqlHandler.ts';
import { startHttpServer } from './http/startHttpServer.ts';
import { createLogger, type Logger } from './telemetry/createLogger.ts';
import { reportFailure } from './telemetry/reportFailure.ts';

export interface Portico {
  /** Where it is reached, with the base path and without a slash at the end. */
  url: string;
  /** Goes on, but is not ready any more, and ends each connection behind its next answer. */
  drain(): void;
  /** Lets requests in flight be answered, then closes the database. */
  close(): Promise<void>;
}

/** What a process can bring itself; the rest is made from the settings. A database that is brought is not closed. */
export interface Brought {
  database?: Database;
  log?: Logger;
  /** Tells a person what takes seconds, in one line without its end. */
  onProgress?: (line: string) => void;
  /** Milliseconds from its arrival that a request may take. */
  requestTimeoutMs?: number;
}

/** Starts Portico, or leaves nothing open behind the error that it rejects with. */
export async function startPortico(settings: Settings, brought: Brought = {}): Promise<Portico> {
  const log = brought.log ?? createLogger(settings.logLevel);
  const authenticator = await openAuthenticator(settings);
  const database = brought.database ?? (await openDatabase({ ...settings, ...brought, log }));
  const closeDatabase = () => (brought.database ? undefined : database.close());
  try {
    const server = await serve(settings, database, authenticator, log, brought.requestTimeoutMs);
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
): Promise<Portico> {
  const { host, port, basePath, databaseUrl } = settings;
  const { authenticate } = authenticator;
  const { schema, rest } = composeService(settings, {
    database,
    authenticate,
    report: (failure) => reportFailure(log, failure),
  });
  for (const warning of rest.warnings) log.warn(warning);
  const introspection = databaseUrl === undefined;
  // A client chooses what it selects here; an endpoint's document is fixed, and its scope covers its response.
  const graphql = await createGraphqlHandler({ schema, authenticate, introspection, coversWritten: false, log });
  const { apiName } = settings;
  const changes = { path: CHANGES_PATH, name: 'Changes', markdown: renderChanges(rest.endpoints) };
  const tokenSource: TokenSource =
    settings.auth.key.kind === 'local' ? { kind: 'local', scopes: scopesOfSchema(schema) } : { kind: 'issuer' };
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
