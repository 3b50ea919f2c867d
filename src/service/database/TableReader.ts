// The reads that every store has, one statement each.
// Raw SQL: the Prisma client takes 1.1 to 3.7 times the CPU for them, and a statement for every number of ids.
import { Prisma, type PrismaClient } from './client/client.ts';
import { type ListOrder, type ListPosition, listOrders } from './listOrders.ts';
import { positionValues } from './positionValues.ts';

/** A page of a list. `Filter` has the values of the filters, by name: a row is in the list if all of them hold. */
export interface PageArgs<Filter = object> {
  orderBy: ListOrder;
  filter: Filter;
  /** Only rows after this position; absent: all of them. */
  after?: ListPosition;
  /** Number of those rows to skip. */
  offset: number;
  /** Maximum number of rows, from 1 to 100. */
  first: number;
}

/** A table with the primary key `id` and an immutable `created_at`, and how its rows map to objects of the domain. */
export interface TableMapping<Stored, Row, Filter> {
  table: Prisma.Sql;
  /** The select list, `id` included. */
  columns: Prisma.Sql;
  toRow: (stored: Stored) => Row;
  /** The condition of each filter. */
  filters: FilterConditions<Filter>;
}

type FilterConditions<Filter> = { readonly [Name in keyof Filter]-?: (value: Filter[Name] & {}) => Prisma.Sql };

/** Reads one table. Expects ids from 0 to 2^53 - 1. */
export class TableReader<Stored, Row extends { id: number }, Filter extends object> {
  readonly #client: PrismaClient;
  readonly #toRow: (stored: Stored) => Row;
  readonly #filters: FilterConditions<Filter>;
  /** Composed once: each part of a statement costs time at each use. */
  readonly #select: Prisma.Sql;
  readonly #count: Prisma.Sql;

  constructor(client: PrismaClient, { table, columns, toRow, filters }: TableMapping<Stored, Row, Filter>) {
    this.#client = client;
    this.#toRow = toRow;
    this.#filters = filters;
    this.#select = Prisma.sql`SELECT ${columns} FROM ${table}`;
    this.#count = Prisma.sql`SELECT count(*) FROM ${table}`;
  }

  /** The rows with these ids, in the order of the ids; null where there is none. */
  async readMany(ids: readonly number[]): Promise<(Row | null)[]> {
    const stored = await this.#client.$queryRaw<Stored[]>`${this.#select} WHERE id = any(${ids})`;
    const rowOf = new Map(stored.map((each) => this.#toRow(each)).map((row) => [row.id, row]));
    return ids.map((id) => rowOf.get(id) ?? null);
  }

  /** The rows of one page, and one more if there are more. */
  async readPage({ orderBy, filter, after, offset, first }: PageArgs<Filter>): Promise<Row[]> {
    const order = listOrders[orderBy];
    const { createdAt, id } = positionValues(orderBy, after);
    const isAfter = order.isAfter({ createdAt: Prisma.sql`${createdAt}::timestamptz`, id: Prisma.sql`${id}` });
    const stored = await this.#client.$queryRaw<Stored[]>`
      ${this.#select} WHERE ${this.#where(filter, isAfter)}
      ORDER BY ${order.columns} LIMIT ${first + 1} OFFSET ${offset}`;
    return stored.map(this.#toRow);
  }

  /** The number of rows in the list. */
  async count(filter: Filter): Promise<number> {
    const where = this.#where(filter);
    const [row] = await this.#client.$queryRaw<{ count: bigint }[]>(
      where === Prisma.empty ? this.#count : Prisma.sql`${this.#count} WHERE ${where}`,
    );
    return Number(row!.count);
  }

  /** The conditions of a filter, and before them another one. */
  #where(filter: Filter, condition = Prisma.empty): Prisma.Sql {
    let where = condition;
    for (const name in filter) {
      const each = this.#filters[name](filter[name]!);
      where = where === Prisma.empty ? each : Prisma.sql`${where} AND ${each}`;
    }
    return where;
  }
}
