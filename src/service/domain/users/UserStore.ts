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
}

/** The filters of the list of users. */
export interface UserFilter {
  /** A part of the full name, without regard to case. */
  search?: string;
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

type StoredUser = Omit<UserRow, 'id'> & { id: bigint };
type StoredUpdate = { exists: boolean } & (StoredUser | { [Column in keyof StoredUser]: null });

const COLUMNS = Prisma.sql`id, first_name AS "firstName", last_name AS "lastName", email, created_at AS "createdAt"`;

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

  /** Replaces the name of a user and, unless it is undefined, the e-mail address; null if the user does not exist. */
  async replace(
    id: number,
    { firstName, lastName, equivalentNames }: CheckedName,
    email: string | null | undefined,
  ): Promise<UserRow | null> {
    // The statement that replaces the name also compares it, so that no concurrent change is lost.
    const isKept = isOneOf(equivalentNames);
    const [row] = await this.#write(Prisma.sql`
      UPDATE users SET
        first_name = CASE WHEN ${isKept} THEN first_name ELSE ${firstName} END,
        last_name = CASE WHEN ${isKept} THEN last_name ELSE ${lastName} END,
        email = CASE WHEN ${email === undefined} THEN email ELSE ${email ?? null} END
      WHERE id = ${id} RETURNING ${COLUMNS}`);
    return row ? toUser(row) : null;
  }

  /** Changes a user, unless a name that is changed in part would be longer than 200 characters. */
  async update(id: number, { firstName, lastName, equivalentNames, email }: UserChanges): Promise<UserUpdate> {
    const isKept = isOneOf(equivalentNames);
    const [row] = await this.#write<StoredUpdate>(Prisma.sql`
      WITH found AS (
        SELECT * FROM users WHERE id = ${id} FOR UPDATE
      ), named AS (
        SELECT id,
          CASE WHEN ${isKept} THEN first_name ELSE coalesce(${firstName ?? null}, first_name) END AS first_name,
          CASE WHEN ${isKept} THEN last_name ELSE coalesce(${lastName ?? null}, last_name) END AS last_name
        FROM found
      ), changed AS (
        UPDATE users SET
          first_name = named.first_name,
          last_name = named.last_name,
          email = CASE WHEN ${email === undefined} THEN email ELSE ${email ?? null} END
        FROM named
        WHERE users.id = named.id AND (${firstName === undefined && lastName === undefined}
          OR char_length(concat_ws(' ', nullif(named.first_name, ''), nullif(named.last_name, ''))) <= ${MAX_NAME_LENGTH})
        RETURNING users.*
      )
      SELECT ${COLUMNS}, EXISTS (SELECT FROM found) AS "exists" FROM (SELECT) AS once LEFT JOIN changed ON true`);
    const { exists, ...user } = row!;
    return { user: user.id === null ? null : toUser(user), exists };
  }

  /** Deletes a user without orders, and returns the deleted user; null if the user does not exist. */
  async delete(id: number): Promise<UserRow | null> {
    const [row] = await this.#write(Prisma.sql`DELETE FROM users WHERE id = ${id} RETURNING ${COLUMNS}`);
    return row ? toUser(row) : null;
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

/** Whether the full name is one of these. */
function isOneOf(names: readonly string[]): Prisma.Sql {
  return Prisma.sql`concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) = any(${names}::text[])`;
}

function conflict(field: string, message: string): ServiceError {
  return new ServiceError('CONFLICT', `${field} ${message}`, { problems: [{ field, message }] });
}

function toUser(row: StoredUser): UserRow {
  return { ...row, id: Number(row.id) };
}
