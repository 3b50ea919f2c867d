// The reads that every store has, one statement each.
// Raw SQL: the Prisma client takes 1.1 to 3.7 times the CPU for them, and a statement for every number of ids.
import { Prisma, type PrismaClient } from './client/client.ts';

/** A page of a list in the order of its ids. */
export interface PageArgs {
  /** Only rows with a greater id; -1 for all of them. */
  after: number;
  /** Number of those rows to skip. */
  offset: number;
  /** Maximum number of rows, from 1 to 100. */
  first: number;
}

/** A table with the primary key `id`, and how its rows map to objects of the domain. */
export interface TableMapping<Stored, Row> {
  table: Prisma.Sql;
  /** The select list, `id` included. */
  columns: Prisma.Sql;
  toRow: (stored: Stored) => Row;
}

/** Reads one table. Expects ids from 0 to 2^53 - 1. */
export class TableReader<Stored, Row extends { id: number }> {
  readonly #client: PrismaClient;
  readonly #toRow: (stored: Stored) => Row;
  /** Composed once: each part of a statement costs time at each use. */
  readonly #select: Prisma.Sql;
  readonly #count: Prisma.Sql;

  constructor(client: PrismaClient, { table, columns, toRow }: TableMapping<Stored, Row>) {
    this.#client = client;
    this.#toRow = toRow;
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
  async readPage({ after, offset, first }: PageArgs): Promise<Row[]> {
    const stored = await this.#client.$queryRaw<Stored[]>`
      ${this.#select} WHERE id > ${after} ORDER BY id LIMIT ${first + 1} OFFSET ${offset}`;
    return stored.map(this.#toRow);
  }

  /** The number of rows in the table. */
  async count(): Promise<number> {
    const [row] = await this.#client.$queryRaw<{ count: bigint }[]>(this.#count);
    return Number(row!.count);
  }
}
