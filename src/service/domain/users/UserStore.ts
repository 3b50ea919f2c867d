// Users in the database. Expects ids from 0 to 2^53 - 1 and validated names.
import { ServiceError } from '../../../gateway/server.ts';
import type { Database, DatabaseClient, Scope } from '../../database/Database.ts';
import { Prisma } from '../../database/client/client.ts';
import { CONFLICT_MESSAGE, isRolledBack, unavailableError, violatedConstraint } from '../../database/databaseErrors.ts';
import { retryOnConflict } from '../../database/retryOnConflict.ts';
import { type JsonRows, TableStore, parseRows, toRow } from '../TableStore.ts';
import type { PageArgs } from '../pageArguments.ts';
import { escapePattern } from '../scalars.ts';
import type { ColumnSet } from '../columnSets.ts';
import type { User } from './resolvers.generated.ts';
import { type NameChanges, changeName } from './userNames.ts';

export type UserRow = Required<Omit<User, '__typename' | 'name'>>;

export interface UserFilter {
  /** A part of the full name, without regard to case. */
  search?: string;
}

export type NewUser = Pick<UserRow, 'firstName' | 'lastName' | 'email'>;

interface ExpectedUser {
  id: number;
  /** The version that the write expects; null or undefined: whichever it has. */
  expected: number | null | undefined;
}

/** The maximum number of attempts at one write: a failed one means that another write has changed what it depends on. */
const MAX_WRITES = 100;

/** As `joinName` does, in the words of the index `users_search_idx`. */
const FULL_NAME = Prisma.raw(`CASE WHEN first_name = '' THEN last_name WHEN last_name = '' THEN first_name
  ELSE first_name || ' ' || last_name END`);

export class UserStore extends TableStore<UserRow, UserFilter> {
  constructor(database: Pick<Database, 'run'>) {
    super(database, {
      table: 'users',
      model: 'user',
      columns: ['id', 'firstName', 'lastName', 'email', 'createdAt', 'version'],
      whereOf: () => ({}),
    });
  }

  override readPage(page: PageArgs<UserFilter>, columns: ColumnSet<keyof UserRow>, scope: Scope): Promise<UserRow[]> {
    return this.readPageWhere(Prisma.sql`${isFound(page.filter.search ?? '')} AND`, page, columns, scope);
  }

  override async count({ search }: UserFilter, scope: Scope): Promise<number> {
    if (search === undefined) return super.count({}, scope);
    const [{ count }] = await this.database.run(
      scope,
      // Raw: the index of the search is by expression.
      (client) => client.$queryRaw<[{ count: bigint }]>`
        SELECT count(*) FROM users WHERE ${isFound(search)}`,
    );
    return Number(count);
  }

  async create({ firstName, lastName, email }: NewUser, scope: Scope): Promise<UserRow> {
    return toRow(await this.#write((client) => client.user.create({ data: { firstName, lastName, email } }), scope));
  }

  /** Creates users; null for each whose e-mail address another user has. */
  async createMany(users: readonly NewUser[], scope: Scope): Promise<(UserRow | null)[]> {
    const columns = Prisma.raw(this.columnSets.all.list);
    // In the order of the addresses, so that two statements with the same ones do not wait for each other.
    const [result] = await this.#write(
      // Raw: what Prisma has for it takes eight times the CPU, and does not say which users are missing.
      (client) => client.$queryRaw<JsonRows>`
        WITH given AS MATERIALIZED (
          SELECT nextval(pg_get_serial_sequence('users', 'id')) AS given_id, first, last, address, number
          FROM unnest(
            ${users.map(({ firstName }) => firstName)}::text[],
            ${users.map(({ lastName }) => lastName)}::text[],
            ${users.map(({ email }) => email)}::text[]
          ) WITH ORDINALITY AS each (first, last, address, number)
        ), written AS (
          INSERT INTO users (id, first_name, last_name, email)
          SELECT given_id, first, last, address FROM given ORDER BY lower(address), number
          ON CONFLICT DO NOTHING RETURNING *
        )
        SELECT coalesce(json_agg(found), '[]')::text AS rows
        FROM (SELECT number, ${columns} FROM given JOIN written ON id = given_id) AS found`,
      scope,
    );
    const created = users.map((): UserRow | null => null);
    for (const { number, ...user } of parseRows<UserRow & { number: number }>(result)) created[number - 1] = user;
    return created;
  }

  /** Changes a user; null if there is none. Rejects with PRECONDITION_FAILED for another version, and BAD_USER_INPUT for too long a name. */
  async update(
    { id, expected }: ExpectedUser,
    { email, ...name }: NameChanges & { email?: string | null | undefined },
    scope: Scope,
  ): Promise<UserRow | null> {
    const { firstName, lastName, equivalentNames } = name;
    const isRead = equivalentNames.length > 0 || (firstName === undefined) !== (lastName === undefined);
    if (firstName === undefined && lastName === undefined && email === undefined) {
      return this.#readExpected({ id, expected }, scope);
    }
    for (let attempt = 1; attempt <= MAX_WRITES; attempt++) {
      const found = isRead || attempt > 1 ? await this.#readExpected({ id, expected }, scope) : undefined;
      if (found === null) return null;
      const names = found
        ? changeName(found, name)
        : firstName !== undefined && lastName !== undefined && { firstName, lastName };
      const isUnchanged =
        expected != null ? { version: expected } : found && { firstName: found.firstName, lastName: found.lastName };
      const [updated] = await this.#write(
        (client) =>
          client.user.updateManyAndReturn({
            where: { id, ...isUnchanged },
            data: { ...names, ...(email !== undefined && { email }) },
          }),
        scope,
      );
      if (updated) return toRow(updated);
      if (!isUnchanged) return null;
    }
    throw unavailableError(CONFLICT_MESSAGE);
  }

  /** Deletes and returns a user without orders; null if there is none. Rejects with PRECONDITION_FAILED if it has another version. */
  async delete({ id, expected }: ExpectedUser, scope: Scope): Promise<UserRow | null> {
    try {
      const where = { id, ...(expected != null && { version: expected }) };
      return toRow(await this.#write((client) => client.user.delete({ where }), scope));
    } catch (error) {
      // Otherwise no row met the condition.
      if (!(error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025')) throw error;
    }
    // It had another version then, whatever it has now.
    if (expected != null && (await this.#readExpected({ id, expected: null }, scope))) throw preconditionError();
    return null;
  }

  /** The user, if it has the expected version; null if the user does not exist. Rejects with PRECONDITION_FAILED otherwise. */
  async #readExpected({ id, expected }: ExpectedUser, scope: Scope): Promise<UserRow | null> {
    const [user = null] = await this.readMany([id], this.columnSets.all, scope);
    if (user === null || expected == null || expected === user.version) return user;
    throw preconditionError();
  }

  async #write<Result>(write: (client: DatabaseClient) => PromiseLike<Result>, scope: Scope): Promise<Result> {
    try {
      // Concurrent writes that exchange the e-mail addresses of two users deadlock.
      return await retryOnConflict(scope, isRolledBack, (attempt) => this.database.run(attempt, write));
    } catch (error) {
      throw toConflict(error) ?? error;
    }
  }
}

/** The condition of a search, in the words of its index. */
function isFound(search: string): Prisma.Sql {
  return Prisma.sql`(${FULL_NAME}) ILIKE ${`%${escapePattern(search)}%`}`;
}

function preconditionError(): ServiceError {
  const message = 'The user has another version than the expected one; nothing was changed.';
  return new ServiceError('PRECONDITION_FAILED', message);
}

/** The CONFLICT that a failed write of a user amounts to; undefined if it violates no constraint of users. */
function toConflict(error: unknown): ServiceError | undefined {
  const constraint = violatedConstraint(error);
  if (constraint === 'orders_user_id_fkey') {
    return new ServiceError('CONFLICT', 'The user has orders and cannot be deleted.');
  }
  if (constraint !== 'users_email_key') return undefined;
  const problem = { field: 'email', message: 'is the e-mail address of another user' };
  return new ServiceError('CONFLICT', `${problem.field} ${problem.message}`, { problems: [problem] });
}
