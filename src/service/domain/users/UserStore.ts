// Users in the database; the only file here that knows Prisma. Reads and writes are one statement each. It expects ids
// from 0 to 2^53 - 1 and names that were checked.
import { Prisma, type PrismaClient } from '../../database/client/client.ts';
import { isDeadlock } from '../../database/isDeadlock.ts';
import { retryOnConflict } from '../../database/retryOnConflict.ts';
import { TableReader } from '../../database/TableReader.ts';
import { violatedConstraint } from '../../database/violatedConstraint.ts';
import { ServiceError } from '../../../gateway/errors/ServiceError.ts';
import type { CheckedName } from './checkUser.ts';
import type { NameParts } from './names.ts';

/** A user as resolvers see it. */
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

  /** Gives a user a new name and, unless it is undefined, a new e-mail address; null if there is no such user. */
  async replace(
    id: number,
    { firstName, lastName, equivalentNames }: CheckedName,
    email: string | null | undefined,
  ): Promise<UserRow | null> {
    // The current name is looked at in the statement that replaces it, so that no change in between is lost.
    const isKept = Prisma.sql`concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) = any(${equivalentNames}::text[])`;
    const [row] = await this.#write(Prisma.sql`
      UPDATE users SET
        first_name = CASE WHEN ${isKept} THEN first_name ELSE ${firstName} END,
        last_name = CASE WHEN ${isKept} THEN last_name ELSE ${lastName} END,
        email = CASE WHEN ${email === undefined} THEN email ELSE ${email ?? null} END
      WHERE id = ${id} RETURNING ${COLUMNS}`);
    return row ? toUser(row) : null;
  }

  /** Deletes a user who has no orders, and answers who that was; null if there is no such user. */
  async delete(id: number): Promise<UserRow | null> {
    const [row] = await this.#write(Prisma.sql`DELETE FROM users WHERE id = ${id} RETURNING ${COLUMNS}`);
    return row ? toUser(row) : null;
  }

  async #write(statement: Prisma.Sql): Promise<StoredUser[]> {
    try {
      // Two users whose e-mail addresses are exchanged at once wait for each other.
      return await retryOnConflict(() => this.#client.$queryRaw<StoredUser[]>(statement), isDeadlock);
    } catch (error) {
      throw CONFLICTS.get(violatedConstraint(error) ?? '')?.() ?? error;
    }
  }
}

/** What the caller is told when a write would break a rule that the database keeps. */
const CONFLICTS = new Map([
  ['users_email_key', () => conflict('email', 'is the e-mail address of another user')],
  ['orders_user_id_fkey', () => new ServiceError('CONFLICT', 'This user has orders, and so cannot be deleted.')],
]);

function conflict(field: string, message: string): ServiceError {
  return new ServiceError('CONFLICT', `${field} ${message}`, { problems: [{ field, message }] });
}

function toUser(row: StoredUser): UserRow {
  return { ...row, id: Number(row.id) };
}
