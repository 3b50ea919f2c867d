// Users in the database. Each method is one statement. Expects ids from 0 to 2^53 - 1 and validated names.
import type { Database } from '../../database/Database.ts';
import { isDeadlock } from '../../database/isDeadlock.ts';
import { likePattern } from '../../database/likePattern.ts';
import { retryOnConflict } from '../../database/retryOnConflict.ts';
import type { Scope } from '../../database/Scope.ts';
import { type Sql, raw, sql } from '../../database/sql.ts';
import { TableReader } from '../../database/TableReader.ts';
import { ServiceError } from '../../../gateway/errors/ServiceError.ts';
import { MAX_NAME_LENGTH } from '../scalars.ts';
import type { CheckedName } from './checkUser.ts';
import type { NameParts } from './names.ts';
import { toConflict } from './toConflict.ts';

/** A user, for the resolvers. */
export interface UserRow extends NameParts {
  id: number;
  email: string | null;
  createdAt: Date;
  version: number;
}

/** The filters of the list of users. */
export interface UserFilter {
  /** A part of the full name, without regard to case. */
  search?: string;
}

/** A user to create. */
export interface NewUser extends NameParts {
  email: string | null;
}

/** The replacement of a user. */
export interface UserReplacement extends CheckedName {
  /** Undefined keeps the address. */
  email: string | null | undefined;
}

/** Changes of a user; what is undefined stays. */
export interface UserChanges extends Pick<CheckedName, 'equivalentNames'> {
  firstName: string | undefined;
  lastName: string | undefined;
  email?: string | null | undefined;
}

/** The result of changing a user. */
export interface UserUpdate {
  /** The changed user; null if there is none, or if the name would be too long. */
  user: UserRow | null;
  exists: boolean;
}

/** The version that a write expects; null or undefined: any. */
export type ExpectedVersion = number | null | undefined;

/** The user that a write is for. */
export interface ExpectedUser {
  id: number;
  expected: ExpectedVersion;
}

/** The written user, or nulls; and the version that the write has found, null if there is no user. */
type FoundWrite = { foundVersion: number | null } & (UserRow | { [Column in keyof UserRow]: null });

/** As `joinName` does, in the words of the index `users_search_idx`. */
const FULL_NAME = sql`CASE WHEN first_name = '' THEN last_name WHEN last_name = '' THEN first_name
  ELSE first_name || ' ' || last_name END`;

export class UserStore extends TableReader<UserRow, UserFilter> {
  readonly #database: Pick<Database, 'query'>;
  readonly #columns = raw(this.selectList(this.columnSets.all));

  constructor(database: Pick<Database, 'query'>) {
    super(database, {
      table: 'users',
      columns: {
        id: 'id',
        firstName: 'first_name',
        lastName: 'last_name',
        email: 'email',
        createdAt: 'created_at',
        version: 'version',
      },
      filters: { search: (text) => sql`(${FULL_NAME}) ILIKE ${likePattern(text)}` },
    });
    this.#database = database;
  }

  /** Creates a user. */
  async create({ firstName, lastName, email }: NewUser, scope: Scope): Promise<UserRow> {
    const statement = sql`
      INSERT INTO users (first_name, last_name, email) VALUES (${firstName}, ${lastName}, ${email})
      RETURNING ${this.#columns}`;
    const [row] = await this.#write<UserRow>(statement, scope);
    return row!;
  }

  /** Creates users; null for each whose e-mail address another user has. */
  async createMany(users: readonly NewUser[], scope: Scope): Promise<(UserRow | null)[]> {
    // In the order of the addresses, so that two statements with the same ones do not wait for each other.
    const statement = sql`
      WITH given AS MATERIALIZED (
        SELECT nextval(pg_get_serial_sequence('users', 'id')) AS id, first, last, address, number
        FROM unnest(
          ${users.map(({ firstName }) => firstName)}::text[],
          ${users.map(({ lastName }) => lastName)}::text[],
          ${users.map(({ email }) => email)}::text[]
        ) WITH ORDINALITY AS each (first, last, address, number)
      ), written AS (
        INSERT INTO users (id, first_name, last_name, email)
        SELECT id, first, last, address FROM given ORDER BY lower(address), number
        ON CONFLICT DO NOTHING RETURNING *
      )
      SELECT given.number, ${raw(this.selectList(this.columnSets.all, 'written'))}
      FROM given JOIN written ON written.id = given.id`;
    const created = users.map((): UserRow | null => null);
    for (const { number, ...user } of await this.#write<UserRow & { number: number }>(statement, scope)) {
      created[number - 1] = user;
    }
    return created;
  }

  /** Replaces a user; null if the user does not exist. Rejects with PRECONDITION_FAILED if it has another version. */
  async replace(
    { id, expected }: ExpectedUser,
    { firstName, lastName, equivalentNames, email }: UserReplacement,
    scope: Scope,
  ): Promise<UserRow | null> {
    // The statement that replaces the name also compares it, so that no concurrent change is lost.
    const isKept = isOneOf(equivalentNames);
    const { user } = await this.#writeFound(
      expected,
      sql`
      WITH found AS (
        SELECT id, version FROM users WHERE id = ${id} FOR NO KEY UPDATE
      ), written AS (
        UPDATE users SET
          first_name = CASE WHEN ${isKept} THEN first_name ELSE ${firstName} END,
          last_name = CASE WHEN ${isKept} THEN last_name ELSE ${lastName} END,
          email = CASE WHEN ${email === undefined} THEN email ELSE ${email ?? null} END
        FROM found WHERE users.id = found.id AND ${isExpected(expected)}
        RETURNING users.*
      )`,
      scope,
    );
    return user;
  }

  /**
   * Changes a user, unless a name that is changed in part would be longer than 200 characters. Rejects with
   * PRECONDITION_FAILED if the user has another version.
   */
  update(
    { id, expected }: ExpectedUser,
    { firstName, lastName, equivalentNames, email }: UserChanges,
    scope: Scope,
  ): Promise<UserUpdate> {
    const isKept = isOneOf(equivalentNames);
    return this.#writeFound(
      expected,
      sql`
      WITH found AS (
        SELECT * FROM users WHERE id = ${id} FOR NO KEY UPDATE
      ), named AS (
        SELECT id,
          CASE WHEN ${isKept} THEN first_name ELSE coalesce(${firstName ?? null}, first_name) END AS first_name,
          CASE WHEN ${isKept} THEN last_name ELSE coalesce(${lastName ?? null}, last_name) END AS last_name
        FROM found WHERE ${isExpected(expected)}
      ), written AS (
        UPDATE users SET
          first_name = named.first_name,
          last_name = named.last_name,
          email = CASE WHEN ${email === undefined} THEN email ELSE ${email ?? null} END
        FROM named
        WHERE users.id = named.id AND (${firstName === undefined && lastName === undefined}
          OR char_length(concat_ws(' ', nullif(named.first_name, ''), nullif(named.last_name, ''))) <= ${MAX_NAME_LENGTH})
        RETURNING users.*
      )`,
      scope,
    );
  }

  /**
   * Deletes a user without orders, and returns the deleted user; null if the user does not exist. Rejects with
   * PRECONDITION_FAILED if it has another version.
   */
  async delete({ id, expected }: ExpectedUser, scope: Scope): Promise<UserRow | null> {
    const { user } = await this.#writeFound(
      expected,
      sql`
      WITH found AS (
        SELECT id, version FROM users WHERE id = ${id} FOR UPDATE
      ), written AS (
        DELETE FROM users USING found WHERE users.id = found.id AND ${isExpected(expected)} RETURNING users.*
      )`,
      scope,
    );
    return user;
  }

  /** The user, if it has the expected version; null if the user does not exist. Rejects with PRECONDITION_FAILED otherwise. */
  async readExpected({ id, expected }: ExpectedUser, scope: Scope): Promise<UserRow | null> {
    const [user = null] = await this.readMany([id], this.columnSets.all, scope);
    if (user) assertExpected(user.version, expected);
    return user;
  }

  /** Runs a write whose common table expressions are `found`, the locked user, and `written`. */
  async #writeFound(expected: ExpectedVersion, expressions: Sql, scope: Scope): Promise<UserUpdate> {
    const statement = sql`${expressions}
      SELECT ${this.#columns}, (SELECT version FROM found) AS "foundVersion"
      FROM (SELECT) AS once LEFT JOIN written ON true`;
    const [row] = await this.#write<FoundWrite>(statement, scope);
    const { foundVersion, ...user } = row!;
    if (foundVersion !== null) assertExpected(foundVersion, expected);
    return { user: user.id === null ? null : user, exists: foundVersion !== null };
  }

  async #write<Row extends object>(statement: Sql, scope: Scope): Promise<Row[]> {
    const write = () => this.#database.query<Row>(statement, scope);
    try {
      // Concurrent writes that exchange the e-mail addresses of two users deadlock.
      return await retryOnConflict(write, isDeadlock, scope.transaction);
    } catch (error) {
      throw toConflict(error) ?? error;
    }
  }
}

/** Whether the locked user has the expected version. */
function isExpected(expected: ExpectedVersion): Sql {
  return sql`(${expected ?? null}::bigint IS NULL OR found.version = ${expected ?? null}::bigint)`;
}

function assertExpected(version: number, expected: ExpectedVersion): void {
  if (expected == null || expected === version) return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    'The user has another version than the expected one; nothing was changed.',
  );
}

/** Whether the full name is one of these. */
function isOneOf(names: readonly string[]): Sql {
  return sql`concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) = any(${names}::text[])`;
}
