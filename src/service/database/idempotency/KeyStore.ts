// The responses to requests with an Idempotency-Key in the database.
import type { Reply } from '../../../gateway/protocol/Reply.ts';
import type { Database } from '../Database.ts';
import type { Scope } from '../Scope.ts';
import { type Statement, sql } from '../sql.ts';

/** How long a response is replayed. */
export const RETENTION_HOURS = 24;

/** The response to the first request with a key. */
export interface StoredReply {
  fingerprint: string;
  reply: Reply;
}

type StoredRow = Pick<StoredReply, 'fingerprint'> & Pick<Reply, 'status' | 'headers'> & { body: Uint8Array | null };

/** Whether a row is replayed, by the clock of the database. */
const IS_VALID = sql`idempotency_keys.created_at > now() - ${`${RETENTION_HOURS} hours`}::interval`;

/** Every method is one statement. Ids are SHA-256 sums. */
export class KeyStore {
  readonly #database: Pick<Database, 'query'>;
  readonly #scope: Scope;

  /** The scope is that of the transaction of the request. */
  constructor(database: Pick<Database, 'query'>, scope: Scope) {
    this.#database = database;
    this.#scope = scope;
  }

  /** Locks a key until the end of the transaction; false if another transaction holds the lock. */
  async lock(id: Buffer): Promise<boolean> {
    const [row] = await this.#query<{ locked: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${id.readBigInt64BE(0)}::bigint) AS locked`,
    );
    return row!.locked;
  }

  /** The response of a key; undefined if there is none, or if it has expired. */
  async find(id: Buffer): Promise<StoredReply | undefined> {
    const [row] = await this.#query<StoredRow>(
      sql`SELECT fingerprint, status, headers, body FROM idempotency_keys WHERE id = ${id} AND ${IS_VALID}`,
    );
    if (!row) return undefined;
    const { fingerprint, ...reply } = row;
    return { fingerprint, reply };
  }

  /** Stores a response, in place of an expired one; false if the key has a response, which stays. */
  async store(id: Buffer, { fingerprint, reply: { status, headers, body } }: StoredReply): Promise<boolean> {
    const bytes = body === null ? null : Buffer.from(body);
    const rows = await this.#query(sql`
      INSERT INTO idempotency_keys (id, fingerprint, status, headers, body)
      VALUES (${id}, ${fingerprint}, ${status}, ${JSON.stringify(headers)}::json, ${bytes}::bytea)
      ON CONFLICT (id) DO UPDATE SET
        fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body,
        created_at = excluded.created_at
      WHERE NOT (${IS_VALID})
      RETURNING 1`);
    return rows.length === 1;
  }

  #query<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.#database.query<Row>(statement, this.#scope);
  }
}
