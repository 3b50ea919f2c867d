// Users in the database; the only file here that imports Prisma. Each method is one statement. Expects ids from 0 to 2^53 - 1
// and validated names.
import { Prisma, type PrismaClient } from '../../database/client/client.ts';
import { isDeadlock } from '../../database/isDeadlock.ts';
import { retryOnConflict } from '../../database/retryOnConflict.ts';
import { TableReader } from '../../database/TableReader.ts';
import { violatedConstraint } from '../../database/violatedConstraint.ts';
import { ServiceError } from '../../../gateway/errors/ServiceError.ts';
import type { CheckedName } from './checkUser.ts';
import type { NameParts } from './names.ts';

/** A user, for the resolvers. */
export interface UserRow extends NameParts {
  id: number;
  email: string | null;
  createdAt: Date;
}

type StoredUser = Omit<UserRow, 'id'> & { id: bigint };

const COLUMNS = Prisma.sql`id, first_name AS "firstName", last_name AS "lastName", email, created_at AS "createdAt"`;

export class UserStore extends TableReader<StoredUser, UserRow> {
  readonly #client: PrismaClient;

  constructor(client: PrismaClient) {
    super(client, { table: Prisma.sql`users`, columns: COLUMNS, toRow: toUser });
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
    const isKept = Prisma.sql`concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) = any(${equivalentNames}::text[])`;
    const [row] = await this.#write(Prisma.sql`
      UPDATE users SET
        first_name = CASE WHEN ${isKept} THEN first_name ELSE ${firstName} END,
        last_name = CASE WHEN ${isKept} THEN last_name ELSE ${lastName} END,
        email = CASE WHEN ${email === undefined} THEN email ELSE ${email ?? null} END
      WHERE id = ${id} RETURNING ${COLUMNS}`);
    return row ? toUser(row) : null;
  }

  /** Deletes a user without orders, and returns the deleted user; null if the user does not exist. */
  async delete(id: number): Promise<UserRow | null> {
    const [row] = await this.#write(Prisma.sql`DELETE FROM users WHERE id = ${id} RETURNING ${COLUMNS}`);
    return row ? toUser(row) : null;
  }

  /** Raw SQL: the Prisma client takes 1.3 to 2.3 times the CPU for each of these statements. */
  async #write(statement: Prisma.Sql): Promise<StoredUser[]> {
    try {
      // Concurrent writes that exchange the e-mail addresses of two users deadlock.
      return await retryOnConflict(() => this.#client.$queryRaw<StoredUser[]>(statement), isDeadlock);
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

function conflict(field: string, message: string): ServiceError {
  return new ServiceError('CONFLICT', `${field} ${message}`, { problems: [{ field, message }] });
}

function toUser(row: StoredUser): UserRow {
  return { ...row, id: Number(row.id) };
}
