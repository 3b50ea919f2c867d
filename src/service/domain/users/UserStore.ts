// Users in the database; the only file here that imports Prisma. Each method is one statement. Expects ids from 0 to 2^53 - 1
// and validated names.
import { Prisma, type PrismaClient } from '../../database/client/client.ts';
import { isDeadlock } from '../../database/isDeadlock.ts';
import { likePattern } from '../../database/likePattern.ts';
import { retryOnConflict } from '../../database/retryOnConflict.ts';
import { TableReader } from '../../database/TableReader.ts';
import { violatedConstraint } from '../../database/violatedConstraint.ts';
import { ServiceError } from '../../../gateway/errors/ServiceError.ts';
import { MAX_NAME_LENGTH } from '../scalars.ts';
import type { CheckedName } from './checkUser.ts';
import type { NameParts } from './names.ts';

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

type StoredUser = Omit<UserRow, 'id' | 'version'> & { id: bigint; version: bigint };
/** The written user, or nulls; and the version that the write has found, null if there is no user. */
type StoredWrite = { foundVersion: bigint | null } & (StoredUser | { [Column in keyof StoredUser]: null });

const COLUMNS = Prisma.sql`id, first_name AS "firstName", last_name AS "lastName", email, created_at AS "createdAt", version`;

/** As `joinName` does, in the words of the index `users_search_idx`. */
const FULL_NAME = Prisma.sql`CASE WHEN first_name = '' THEN last_name WHEN last_name = '' THEN first_name
  ELSE first_name || ' ' || last_name END`;

export class UserStore extends TableReader<StoredUser, UserRow, UserFilter> {
  readonly #client: PrismaClient;

  constructor(client: PrismaClient) {
    super(client, {
      table: Prisma.sql`users`,
      columns: COLUMNS,
      toRow: toUser,
      filters: { search: (text) => Prisma.sql`(${FULL_NAME}) ILIKE ${likePattern(text)}` },
    });
    this.#client = client;
  }

  async create({ firstName, lastName }: NameParts, email: string | null): Promise<UserRow> {
    const [row] = await this.#write(Prisma.sql`
      INSERT INTO users (first_name, last_name, email) VALUES (${firstName}, ${lastName}, ${email}) RETURNING ${COLUMNS}`);
    return toUser(row!);
  }

  /** Replaces a user; null if the user does not exist. Rejects with PRECONDITION_FAILED if it has another version. */
  async replace(
    id: number,
    { firstName, lastName, equivalentNames, email }: UserReplacement,
    expected: ExpectedVersion,
  ): Promise<UserRow | null> {
    // The statement that replaces the name also compares it, so that no concurrent change is lost.
    const isKept = isOneOf(equivalentNames);
    const { user } = await this.#writeFound(
      expected,
      Prisma.sql`
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
    );
    return user;
  }

  /**
   * Changes a user, unless a name that is changed in part would be longer than 200 characters. Rejects with
   * PRECONDITION_FAILED if the user has another version.
   */
  update(
    id: number,
    { firstName, lastName, equivalentNames, email }: UserChanges,
    expected: ExpectedVersion,
  ): Promise<UserUpdate> {
    const isKept = isOneOf(equivalentNames);
    return this.#writeFound(
      expected,
      Prisma.sql`
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
    );
  }

  /**
   * Deletes a user without orders, and returns the deleted user; null if the user does not exist. Rejects with
   * PRECONDITION_FAILED if it has another version.
   */
  async delete(id: number, expected: ExpectedVersion): Promise<UserRow | null> {
    const { user } = await this.#writeFound(
      expected,
      Prisma.sql`
      WITH found AS (
        SELECT id, version FROM users WHERE id = ${id} FOR UPDATE
      ), written AS (
        DELETE FROM users USING found WHERE users.id = found.id AND ${isExpected(expected)} RETURNING users.*
      )`,
    );
    return user;
  }

  /** The user, if it has the expected version; null if the user does not exist. Rejects with PRECONDITION_FAILED otherwise. */
  async readExpected(id: number, expected: ExpectedVersion): Promise<UserRow | null> {
    const [user = null] = await this.readMany([id]);
    if (user) assertExpected(user.version, expected);
    return user;
  }

  /** Runs a write whose common table expressions are `found`, the locked user, and `written`. */
  async #writeFound(expected: ExpectedVersion, expressions: Prisma.Sql): Promise<UserUpdate> {
    const [row] = await this.#write<StoredWrite>(Prisma.sql`${expressions}
      SELECT ${COLUMNS}, (SELECT version FROM found) AS "foundVersion" FROM (SELECT) AS once LEFT JOIN written ON true`);
    const { foundVersion, ...user } = row!;
    if (foundVersion !== null) assertExpected(Number(foundVersion), expected);
    return { user: user.id === null ? null : toUser(user), exists: foundVersion !== null };
  }

  /** Raw SQL: the Prisma client takes 1.3 to 2.3 times the CPU for each of these statements. */
  async #write<Stored = StoredUser>(statement: Prisma.Sql): Promise<Stored[]> {
    try {
      // Concurrent writes that exchange the e-mail addresses of two users deadlock.
      return await retryOnConflict(() => this.#client.$queryRaw<Stored[]>(statement), isDeadlock);
    } catch (error) {
      throw CONFLICTS.get(violatedConstraint(error) ?? '')?.() ?? error;
    }
  }
}

/** The errors for violated constraints. */
const CONFLICTS = new Map([
  ['users_email_key', () => conflict('email', 'is the e-mail address of another user')],
  ['orders_user_id_fkey', () => new ServiceError('CONFLICT', 'The user has orders and cannot be deleted.')],
]);

/** Whether the locked user has the expected version. */
function isExpected(expected: ExpectedVersion): Prisma.Sql {
  return Prisma.sql`(${expected ?? null}::bigint IS NULL OR found.version = ${expected ?? null}::bigint)`;
}

function assertExpected(version: number, expected: ExpectedVersion): void {
  if (expected == null || expected === version) return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    'The user has another version than the expected one; nothing was changed.',
  );
}

/** Whether the full name is one of these. */
function isOneOf(names: readonly string[]): Prisma.Sql {
  return Prisma.sql`concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) = any(${names}::text[])`;
}

function conflict(field: string, message: string): ServiceError {
  return new ServiceError('CONFLICT', `${field} ${message}`, { problems: [{ field, message }] });
}

function toUser(row: StoredUser): UserRow {
  return { ...row, id: Number(row.id), version: Number(row.version) };
}
