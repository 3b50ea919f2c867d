// Opens the database of the service: on a PostgreSQL server if the settings have a URL, else embedded.
import { type AbortSignalLike, RequestSignal, withDeadline } from '../../gateway/server.ts';
import { readDatabaseUrls } from '../config/readDatabaseUrls.ts';
import type { Database, DatabaseSettings, Scope } from './Database.ts';
import type { Backend } from './adapter/Backend.ts';
import { type StatementScope, assertOutsideTransaction, statementScope } from './adapter/statementScope.ts';
import { createAdapter } from './adapter/createAdapter.ts';
import { openPool, writeCapacity } from './adapter/openPool.ts';
import { limitProbe, openProbe } from './adapter/openProbe.ts';
import { PrismaClient } from './client/client.ts';
import { toCallerError } from './databaseErrors.ts';
import { prepareDatabase } from './prepareDatabase.ts';
import { inTurn } from './retryOnConflict.ts';
import { scheduleMaintenance } from './scheduleMaintenance.ts';

/** Compiled operations that the client retains; that of an order with 100 items takes 0.3 MB. */
const MAX_PLANS = 200;

/** Opens the database. Rejects with a DatabaseError if it cannot be used. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return startDatabase(await openBackend(settings), settings);
}

/** Opens the PostgreSQL that the settings select. PGlite is loaded only for an embedded database. Throws a SettingsError. */
async function openBackend(settings: DatabaseSettings): Promise<Backend> {
  const { databaseUrl, databaseDirectUrl, dataDir, log, onProgress } = settings;
  if (databaseUrl === undefined) {
    const [{ openEmbedded }, { serveSnapshots }] = await Promise.all([
      import('./embedded/openEmbedded.ts'),
      import('./embedded/snapshots.ts'),
    ]);
    return serveSnapshots(await openEmbedded(dataDir, onProgress), dataDir, log);
  }
  const { address, direct } = readDatabaseUrls(databaseUrl, databaseDirectUrl);
  return {
    ...address,
    ...(direct && { direct: direct.connection }),
    // Through the pooler where there is one, as requests go.
    openProbe: () => openProbe(address.connection),
    close: async () => {},
  };
}

/** Prepares a backend and opens a client over it; the backend is closed with the database, or when this rejects. */
export async function startDatabase(
  backend: Backend,
  {
    log,
    onStatement,
    telemetry,
    ...options
  }: Pick<DatabaseSettings, 'seed' | 'migrate' | 'log' | 'onStatement' | 'telemetry'>,
): Promise<Database> {
  const preparation = { ...options, ...(log && { log }) };
  const isPrepared = options.migrate === 'done';
  let isOpen = false;
  const pool = openPool(backend, log, {
    onStatement: onStatement && ((sql) => void (isOpen && onStatement(sql))),
    telemetry,
  });
  const client = new PrismaClient({
    adapter: createAdapter(pool, backend.schema),
    errorFormat: 'minimal',
    queryPlanCacheMaxSize: MAX_PLANS,
  });
  try {
    if (!isPrepared) await prepareDatabase(backend, client, preparation);
  } catch (error) {
    await closePool();
    throw error;
  }

  isOpen = true;
  const stopMaintenance = isPrepared ? undefined : scheduleMaintenance(client, log);
  const probe = backend.openProbe?.();
  let closed: Promise<void> | undefined;
  const run: Database['run'] = async ({ signal, span, transaction }, work) => {
    const isInTransaction = transaction !== undefined || statementScope.getStore()?.isInTransaction === true;
    const execute = () =>
      statementScope.run({ signal, span, isInTransaction }, async () => work(transaction ?? client));
    try {
      return await (transaction ? inTurn(transaction, execute) : execute());
    } catch (error) {
      throw toCallerError(error);
    }
  };
  return {
    writes: writeCapacity(backend.poolSize),
    run,
    transaction: (deadline, work) =>
      withDeadline(new RequestSignal(), deadline, ({ signal, beginMutation }) =>
        runTransaction(client, deadline, signal, async (scope) => {
          const result = await work(scope);
          // From here on the outcome is that of COMMIT.
          beginMutation();
          return result;
        }),
      ),
    // Raw: it reads nothing.
    ping: limitProbe(probe?.check ?? (async () => void (await run({}, (reader) => reader.$queryRaw`SELECT 1`)))),
    close: () => (closed ??= close()),
  };

  async function close(): Promise<void> {
    probe?.close();
    await stopMaintenance?.();
    await closePool();
  }

  async function closePool(): Promise<void> {
    // It waits for transactions, which the client would roll back.
    await pool.close();
    await client.$disconnect();
    await backend.close();
  }
}

/** Milliseconds after the deadline at which Prisma gives a transaction up; until then it is up to the signal. */
const TRANSACTION_GRACE_MS = 1_000;

/** Runs one transaction of the client. Its signal is that of its own statements, such as BEGIN. */
async function runTransaction<Result>(
  client: PrismaClient,
  deadline: number,
  signal: AbortSignalLike,
  work: (scope: Scope) => Promise<Result>,
): Promise<Result> {
  const timeout = deadline - Date.now() + TRANSACTION_GRACE_MS;
  const outside: StatementScope = { signal, isInTransaction: false };
  const inside: StatementScope = { signal, isInTransaction: true };
  try {
    assertOutsideTransaction();
    return await statementScope.run(outside, () =>
      client.$transaction((transaction) => statementScope.run(inside, () => work({ signal, transaction })), {
        timeout,
        maxWait: timeout,
      }),
    );
  } catch (error) {
    throw toCallerError(error);
  } finally {
    // What the work has started may outlast it.
    inside.isInTransaction = false;
  }
}

/** Prepares a database on a server for other processes, which open it with `migrate: 'done'`, and maintains it until it is closed. */
export async function maintainDatabase(settings: DatabaseSettings): Promise<Pick<Database, 'close'>> {
  const backend = { ...(await openBackend(settings)), poolSize: 1 };
  return startDatabase(backend, settings);
}
