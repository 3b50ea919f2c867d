// The reads that the stores of tables share: rows by id, pages and counts, each one statement for any number of ids or pages. They read
// only the wanted columns. Rows have numbers where Prisma has bigints: ids, amounts and counts do not exceed 2^53 - 1.
import { Prisma } from '../database/client/client.ts';
import type { Database, DatabaseClient } from '../database/Database.ts';
import type { Scope } from '../database/Scope.ts';
import { type ListOrder, type ListPosition, type PageArgs, isFiltered, isOrderedById } from './lists.ts';
import { type ColumnSet, ColumnSets } from './selections.ts';

/** Keys from which on JSON, which PostgreSQL builds, is cheaper than rows. */
const MIN_JSON_KEYS = 64;

/** Rows that a page skips from which on the last one of them is searched in the index first; for the first page that costs a quarter more. */
const DEEP_OFFSET = 100;

/** A table with the primary key `id` and an immutable `created_at`, and how Prisma and SQL name what a row of the domain has. */
export interface TableMapping<Column extends string, Filter> {
  table: 'users' | 'orders' | 'products';
  model: 'user' | 'order' | 'product';
  /** The columns of SQL. */
  columns: Readonly<Record<Column, string>>;
  /** The condition of a filter, for Prisma. */
  whereOf(filter: Filter): object;
}

/** What limits each page of a statement to some of the rows. */
export interface PageCondition<Page> {
  /** The name and the type of a value of the page. */
  name: string;
  type: string;
  valueOf(page: Page): unknown;
  /** The condition, with the value as a column of `page`. */
  sql: string;
}

/** The part of a model of Prisma that is used here. */
interface Model {
  findMany(args: object): PromiseLike<object[]>;
  count(args: object): PromiseLike<number>;
}

/** Reads one table. Expects ids from 0 to 2^53 - 1. Rows have only the wanted columns. */
export class TableStore<Row extends { id: number }, Filter extends object, Column extends keyof Row & string> {
  readonly columnSets: ColumnSets<Column>;
  protected readonly database: Pick<Database, 'run'>;
  readonly #mapping: TableMapping<Column, Filter>;

  constructor(database: Pick<Database, 'run'>, mapping: TableMapping<Column, Filter>) {
    this.database = database;
    this.#mapping = mapping;
    this.columnSets = new ColumnSets(Object.keys(mapping.columns) as Column[]);
  }

  /** The rows with these ids, in the order of the ids; null where there is none. The id must be among the columns. */
  async readMany(ids: readonly number[], columns: ColumnSet<Column>, scope: Scope): Promise<(Row | null)[]> {
    const { table } = this.#mapping;
    const rows = await this.database.run(scope, (client) =>
      ids.length < MIN_JSON_KEYS
        ? this.#model(client).findMany({ where: { id: { in: padKeys(ids) } }, select: columns.select })
        : readJsonRows<Row>(client, { table, columns: this.selectList(columns), key: 'id' }, ids),
    );
    const rowOf = new Map(rows.map((row) => [Number((row as Row).id), row]));
    return ids.map((id) => {
      const row = rowOf.get(id);
      return row ? toRow<Row>(row) : null;
    });
  }

  /** The rows of one page, and one more if there are more. */
  async readPage(page: PageArgs<Filter>, columns: ColumnSet<Column>, scope: Scope): Promise<Row[]> {
    const { orderBy, after, filter, first, offset } = page;
    const rows = await this.database.run(scope, (client) =>
      this.#model(client).findMany({
        where: { ...this.#mapping.whereOf(filter), ...(after && positionFilter(orderBy, after)) },
        orderBy: prismaOrders[orderBy],
        take: first + 1,
        skip: offset,
        select: columns.select,
      }),
    );
    return rows.map(toRow<Row>);
  }

  /** The rows of each page of the whole list, all of them in one order, and one more where there are more. */
  async readPages(
    orderBy: ListOrder,
    pages: readonly PageArgs<Filter>[],
    columns: ColumnSet<Column>,
    scope: Scope,
  ): Promise<Row[][]> {
    if (pages.length > 1 || pages[0]!.offset >= DEEP_OFFSET) return this.readPagesWhere([], orderBy, pages, columns, scope);
    return [await this.readPage(pages[0]!, columns, scope)];
  }

  /** The number of rows in the list; without a filter its cost does not grow with the table. */
  async count(filter: Filter, scope: Scope): Promise<number> {
    const { table, whereOf } = this.#mapping;
    return this.database.run(scope, async (client) => {
      if (isFiltered(filter)) return this.#model(client).count({ where: whereOf(filter) });
      const { _sum } = await client.listTotal.aggregate({ where: { list: table }, _sum: { rows: true } });
      // An empty table may have no total.
      return Number(_sum.rows ?? 0);
    });
  }

  /** `readPages` of the rows that meet the conditions. */
  protected async readPagesWhere<Page extends PageArgs<unknown>>(
    conditions: readonly PageCondition<Page>[],
    orderBy: ListOrder,
    pages: readonly Page[],
    columns: ColumnSet<Column>,
    scope: Scope,
  ): Promise<Row[][]> {
    const after = pages.map((page) => positionValues(orderBy, page.after));
    const given = [
      Prisma.sql`${after.map(({ id }) => id)}::bigint[]`,
      Prisma.sql`${pages.map(({ first }) => first + 1)}::bigint[]`,
      Prisma.sql`${pages.map(({ offset }) => offset)}::bigint[]`,
      ...(isOrderedById(orderBy) ? [] : [Prisma.sql`${after.map(({ createdAt }) => createdAt)}::timestamptz[]`]),
      ...conditions.map(({ type, valueOf }) => Prisma.sql`${pages.map(valueOf)}::${Prisma.raw(type)}[]`),
    ];
    const names = [
      'after_id, size, skipped',
      ...(isOrderedById(orderBy) ? [] : ['after_time']),
      ...conditions.map(({ name }) => name),
    ];
    const isDeep =
      conditions.length === 0 &&
      pages.some(({ offset }) => offset >= DEEP_OFFSET) &&
      !pages.some(({ after: start, offset }) => start && offset > 0);
    const list: PagedList = {
      table: this.#mapping.table,
      columns: this.selectList(columns),
      order: listOrders[orderBy],
      condition: conditions.map(({ sql }) => `${sql} AND `).join(''),
    };
    // Raw: Prisma reads one page with each statement, and rows take twice the CPU of JSON.
    const [result] = await this.database.run(
      scope,
      (client) => client.$queryRaw<[{ pages: string }]>`
        SELECT coalesce(json_agg(read.found ORDER BY page.number), '[]')::text AS pages
        FROM unnest(${Prisma.join(given)}) WITH ORDINALITY AS page (${Prisma.raw(names.join(', '))}, number)
        CROSS JOIN LATERAL (
          SELECT coalesce(json_agg(found), '[]') AS found FROM (${Prisma.raw((isDeep ? deepPage : shallowPage)(list))}) AS found
        ) AS read`,
    );
    return (JSON.parse(result.pages) as Row[][]).map((rows) => rows.map(toRow<Row>));
  }

  /** The columns of a set, as SELECT lists them. */
  protected selectList({ columns }: ColumnSet<Column>): string {
    return columns.map((column) => `${this.#mapping.columns[column]} AS "${column}"`).join(', ');
  }

  #model(client: DatabaseClient): Model {
    // The models have types of their own, which TypeScript does not unite.
    return client[this.#mapping.model] as unknown as Model;
  }
}

/** The row of a result: changes it, whose bigints become numbers, and whose creation time becomes a Date if it is a text of JSON. */
export function toRow<Row>(result: object): Row {
  const row = result as Record<string, unknown>;
  for (const column in row) if (typeof row[column] === 'bigint') row[column] = Number(row[column]);
  if (typeof row['createdAt'] === 'string') row['createdAt'] = new Date(row['createdAt']);
  return row as Row;
}

/** Keys for `in`, whose number is a power of two: each number is another statement, which every connection prepares. */
export function padKeys<Key>(keys: readonly Key[]): Key[] {
  const padded = [...keys];
  const size = 2 ** Math.ceil(Math.log2(keys.length));
  while (padded.length < size) padded.push(keys.at(-1)!);
  return padded;
}

/** The rows of a table whose key is one of these, as JSON has them. */
async function readJsonRows<Row>(
  client: DatabaseClient,
  { table, columns, key }: { table: string; columns: string; key: string },
  keys: readonly number[],
): Promise<Row[]> {
  const from = Prisma.raw(`SELECT ${columns} FROM ${table} WHERE ${key}`);
  // Raw: of many rows Prisma takes several times the CPU of JSON.
  const [result] = await client.$queryRaw<[{ rows: string }]>`
    SELECT coalesce(json_agg(found), '[]')::text AS rows FROM (${from} = any(${keys}::bigint[])) AS found`;
  return JSON.parse(result.rows) as Row[];
}

/** Reads the rows with these keys, as JSON where they are many. */
export function readByKeys<Row extends object>(
  client: DatabaseClient,
  keys: readonly number[],
  source: { table: string; columns: string; key: string },
  findMany: (keys: number[]) => PromiseLike<object[]>,
): PromiseLike<object[]> {
  return keys.length < MIN_JSON_KEYS ? findMany(padKeys(keys)) : readJsonRows<Row>(client, source, keys);
}
