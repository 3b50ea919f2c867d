import { type IdempotencyStore, RECORD_TTL_MS, recordKey } from './IdempotencyStore.ts';

/** Runs single statements, each in a transaction of its own: a `Pool` of `pg`. */
export interface PostgresPool {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

const EXISTS = `SELECT to_regclass('portico_idempotency') IS NOT NULL AS exists`;

const CREATE = [
  `CREATE TABLE IF NOT EXISTS portico_idempotency (
    key text PRIMARY KEY,
    execution uuid NOT NULL,
    fingerprint text NOT NULL,
    response text,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX IF NOT EXISTS portico_idempotency_expires_at ON portico_idempotency (expires_at)',
];

/** A record that has expired is replaced. */
const BEGIN = `
  INSERT INTO portico_idempotency AS record (key, execution, fingerprint, expires_at)
  VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond')
  ON CONFLICT (key) DO UPDATE
  SET execution = excluded.execution, fingerprint = excluded.fingerprint, response = NULL, expires_at = excluded.expires_at
  WHERE record.expires_at <= now()
  RETURNING execution`;

const FIND = 'SELECT execution, fingerprint, response FROM portico_idempotency WHERE key = $1';

const STORE = 'UPDATE portico_idempotency SET response = $3 WHERE key = $1 AND execution = $2 RETURNING key';

const RELEASE = 'DELETE FROM portico_idempotency WHERE key = $1 AND execution = $2';

/** Waits for no lock, and holds few of them for a short time. */
const CLEAN = `
  DELETE FROM portico_idempotency WHERE key IN (
    SELECT key FROM portico_idempotency WHERE expires_at <= now()
    ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ) RETURNING key`;

const CLEAN_INTERVAL_MS = 60_000;
const CLEAN_BATCH = 1_000;

/** A record can be released between the two statements of `begin`, and another be created; and a statement can be rolled back. */
const MAX_ATTEMPTS = 5;

/** deadlock_detected and serialization_failure: the pool of a host may have another isolation than READ COMMITTED. */
const ROLLED_BACK = new Set(['40P01', '40001']);
const MAX_PAUSE_MS = 50;

/**
 * Creates a store in the table `portico_idempotency` of a PostgreSQL database, which is created at its first use where it does
 * not exist. It needs no extension and no transaction: each step is one statement. Each process removes expired records once a minute while
 * there are requests, beside them, and skips locked rows.
 */
export function createPostgresIdempotencyStore(pool: PostgresPool): IdempotencyStore {
  const retryingPool = retryRolledBack(pool);
  let prepared: Promise<void> | undefined;
  let cleanedAt = 0;

  function prepare(): Promise<void> {
    prepared ??= createTable(retryingPool).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  }

  async function cleanSometimes(): Promise<void> {
    const now = Date.now();
    if (now - cleanedAt < CLEAN_INTERVAL_MS) return;
    cleanedAt = now;
    while ((await retryingPool.query(CLEAN, [CLEAN_BATCH])).rows.length === CLEAN_BATCH);
  }

  return {
    async begin(request) {
      await prepare();
      const key = recordKey(request);
      const { execution, fingerprint } = request;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const { rows: created } = await retryingPool.query(BEGIN, [key, execution, fingerprint, RECORD_TTL_MS]);
        if (created.length > 0) {
          // A failure is that of the next request, too.
          void cleanSometimes().catch(() => {});
          return null;
        }
        const [found] = (await retryingPool.query(FIND, [key])).rows as {
          execution: string;
          fingerprint: string;
          response: string | null;
        }[];
        if (found?.execution === execution) return null;
        if (found) return { fingerprint: found.fingerprint, response: found.response && JSON.parse(found.response) };
      }
      throw new Error('The record of the key was created and released again and again.');
    },
    async finish(request, response) {
      const key = recordKey(request);
      if (!response) {
        await retryingPool.query(RELEASE, [key, request.execution]);
        return;
      }
      const { rows } = await retryingPool.query(STORE, [key, request.execution, JSON.stringify(response)]);
      if (rows.length === 0) throw new Error('The record of the key does not exist any more.');
    },
  };
}

/** The pool, whose statements run again where another transaction had to go first: they had no effect. */
function retryRolledBack(pool: PostgresPool): PostgresPool {
  return {
    query: async (text, values) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await pool.query(text, values);
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !ROLLED_BACK.has(String((error as { code?: unknown }).code))) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS));
      }
    },
  };
}

/** Needs no right to create a table that exists. */
async function createTable(pool: PostgresPool): Promise<void> {
  const [{ exists }] = (await pool.query(EXISTS, [])).rows as [{ exists: boolean }];
  if (exists) return;
  for (const statement of CREATE) {
    try {
      await pool.query(statement, []);
    } catch (error) {
      // IF NOT EXISTS is not atomic: another process can create it at the same time.
      if (!ALREADY_CREATED.has(String((error as { code?: unknown }).code))) throw error;
    }
  }
}

/** unique_violation, duplicate_table, and duplicate_object, of the type of its rows */
const ALREADY_CREATED = new Set(['23505', '42P07', '42710']);
