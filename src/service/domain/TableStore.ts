// The reads that the stores of tables share: rows by id, pages and counts, each one statement for any number of ids or pages. They read
// only the wanted columns. Rows have numbers where Prisma has bigints: ids, amounts and counts do not exceed 2^53 - 1.
import { Prisma } from '../database/client/client.ts';
import type { Database, DatabaseClient, Scope } from '../database/Database.ts';
import { type ListOrder, type ListPosition, type PageArgs, isFiltered, isOrderedById } from './lists.ts';
import { type ColumnSet, ColumnSets, toSnakeCase } from './selections.ts';

/** Keys from which on JSON, which PostgreSQL builds, is a third cheaper than rows. */
const MIN_JSON_KEYS = 16;

/** A table with the primary key `id` and an immutable `created_at`, and how Prisma and SQL name what a row of the domain has. */
interface TableMapping<Column extends string, Filter> {
  table: 'users' | 'orders' | 'products';
  model: 'user' | 'order' | 'product';
  columns: readonly Column[];
  /** The condition of a filter, for Prisma. */
  whereOf(filter: Filter): object;
}

/** What limits each page of a statement to some of the rows. */
interface PageConditions {
  /** The values of all pages, each list as an array of SQL. */
  values: readonly Prisma.Sql[];
  /** Their names as columns of `page`, each after a comma. */
  names: string;
  /** The conditions, each followed by AND. */
  conditions: Prisma.Sql;
}

const NO_CONDITIONS: PageConditions = { values: [], names: '', conditions: Prisma.empty };

/** The part of a model of Prisma that is used here. */
interface Model {
  findMany(args: object): PromiseLike<object[]>;
  count(args: object): PromiseLike<number>;
}

/** Reads one table. Expects ids from 0 to 2^53 - 1. Rows have only the wanted columns. */
export class TableStore<
  Row extends { id: number },
  Filter extends object,
  Column extends keyof Row & string = keyof Row & string,
> {
  readonly columnSets: ColumnSets<Column>;
  protected readonly database: Pick<Database, 'run'>;
  readonly #mapping: TableMapping<Column, Filter>;

  constructor(database: Pick<Database, 'run'>, mapping: TableMapping<Column, Filter>) {
    this.database = database;
    this.#mapping = mapping;
    this.columnSets = new ColumnSets(mapping.columns);
  }

  /** The rows with these ids, in the order of the ids; null where there is none. The id must be among the columns. */
  async readMany(ids: readonly number[], columns: ColumnSet<Column>, scope: Scope): Promise<(Row | null)[]> {
    const source = { table: this.#mapping.table, columns, key: 'id' as Column };
    const rows = await this.database.run(scope, (client) =>
      readByKeys<Row>(client, source, ids, (id) =>
        this.#model(client).findMany({ where: { id }, select: columns.select }),
      ),
    );
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => rowOf.get(id) ?? null);
  }

  /** The rows of one page of a filtered list, and one more if there are more. */
  async readPage(page: PageArgs<Filter>, columns: ColumnSet<Column>, scope: Scope): Promise<Row[]> {
    const { orderBy, after, filter, first, offset } = page;
    const rows = await this.database.run(scope, (client) =>
      this.#model(client).findMany({
        where: { ...this.#mapping.whereOf(filter), ...(after && isAfter(orderBy, after)) },
        orderBy: listOrders[orderBy].orderBy,
        take: first + 1,
        skip: offset,
        select: columns.select,
      }),
    );
    return rows.map(toRow<Row>);
  }

  /** `readPage` of the rows that meet a condition of SQL, which is followed by AND. */
  protected async readPageWhere(
    condition: Prisma.Sql,
    { orderBy, after, first, offset }: PageArgs<unknown>,
    columns: ColumnSet<Column>,
    scope: Scope,
  ): Promise<Row[]> {
    const { createdAt, id } = positionValues(orderBy, after);
    const times = isOrderedById(orderBy) ? [] : [Prisma.sql`${createdAt}::timestamptz`];
    const page = this.#selectPage(orderBy, columns, condition, {
      position: Prisma.join([...times, Prisma.sql`${id}::bigint`]),
      size: Prisma.sql`${first + 1}`,
      skipped: Prisma.sql`${offset}`,
    });
    const [result] = await this.database.run(
      scope,
      // Raw: as rows, a page costs one connection a third more, and the index of a search is by expression.
      (client) => client.$queryRaw<JsonRows>`
        SELECT coalesce(json_agg(found), '[]')::text AS rows FROM (${page}) AS found`,
    );
    return parseRows(result);
  }

  /** The rows of each page of the whole list, all of them in one order, and one more where there are more. */
  async readPages(pages: readonly PageArgs<Filter>[], columns: ColumnSet<Column>, scope: Scope): Promise<Row[][]> {
    if (pages.length > 1) return this.readPagesWhere(NO_CONDITIONS, pages, columns, scope);
    return [await this.readPageWhere(Prisma.empty, pages[0]!, columns, scope)];
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
  protected async readPagesWhere(
    { values, names, conditions }: PageConditions,
    pages: readonly PageArgs<unknown>[],
    columns: ColumnSet<Column>,
    scope: Scope,
  ): Promise<Row[][]> {
    const { orderBy } = pages[0]!;
    const after = pages.map((page) => positionValues(orderBy, page.after));
    const times = isOrderedById(orderBy) ? [] : [Prisma.sql`${after.map(({ createdAt }) => createdAt)}::timestamptz[]`];
    const given = [
      Prisma.sql`${after.map(({ id }) => id)}::bigint[]`,
      Prisma.sql`${pages.map(({ first }) => first + 1)}::bigint[]`,
      Prisma.sql`${pages.map(({ offset }) => offset)}::bigint[]`,
      ...times,
      ...values,
    ];
    const givenNames = `after_id, size, skipped${times.length > 0 ? ', after_time' : ''}${names}, number`;
    const page = this.#selectPage(orderBy, columns, conditions, {
      position: Prisma.raw(times.length > 0 ? 'page.after_time, page.after_id' : 'page.after_id'),
      size: Prisma.raw('page.size'),
      skipped: Prisma.raw('page.skipped'),
    });
    // Raw: Prisma reads one page with each statement, and rows take twice the CPU of JSON.
    const [result] = await this.database.run(
      scope,
      (client) => client.$queryRaw<[{ pages: string }]>`
        SELECT coalesce(json_agg(read.found ORDER BY page.number), '[]')::text AS pages
        FROM unnest(${Prisma.join(given)}) WITH ORDINALITY AS page (${Prisma.raw(givenNames)})
        CROSS JOIN LATERAL (SELECT coalesce(json_agg(found), '[]') AS found FROM (${page}) AS found) AS read`,
    );
    return (JSON.parse(result.pages) as Row[][]).map((rows) => rows.map(toRow<Row>));
  }

  /** The statement of a page: the rows after a position, without the first of them that it skips. */
  #selectPage(
    orderBy: ListOrder,
    { list }: ColumnSet<Column>,
    conditions: Prisma.Sql,
    { position, size, skipped }: Readonly<Record<'position' | 'size' | 'skipped', Prisma.Sql>>,
  ): Prisma.Sql {
    const { columns, sorted, comparison } = listOrders[orderBy];
    return Prisma.sql`${Prisma.raw(`SELECT ${list} FROM ${this.#mapping.table} WHERE`)}
      ${conditions} (${Prisma.raw(`${columns}) ${comparison}`)} (${position})
      ORDER BY ${Prisma.raw(sorted)} LIMIT ${size} OFFSET ${skipped}`;
  }

  #model(client: DatabaseClient): Model {
    // The models have types of their own, which TypeScript does not unite.
    return client[this.#mapping.model] as unknown as Model;
  }
}

/** The condition of Prisma for some keys. */
type KeyCondition = number | { in: number[] };

/** Reads rows by `findMany`, of keys padded to a power of two, as each number is another statement; or as JSON where they are many. */
export async function readByKeys<Row, Column extends string = string>(
  client: DatabaseClient,
  { table, columns, key }: { table: string; columns: ColumnSet<Column>; key: Column },
  keys: readonly number[],
  findMany: (condition: KeyCondition) => PromiseLike<object[]>,
): Promise<Row[]> {
  if (keys.length < MIN_JSON_KEYS) {
    return (await findMany(keys.length === 1 ? keys[0]! : { in: padKeys(keys) })).map(toRow<Row>);
  }
  const from = Prisma.raw(`SELECT ${columns.list} FROM ${table} WHERE ${toSnakeCase(key)}`);
  // Raw: of many rows Prisma takes several times the CPU of JSON.
  const [result] = await client.$queryRaw<JsonRows>`
    SELECT coalesce(json_agg(found), '[]')::text AS rows FROM (${from} = any(${keys}::bigint[])) AS found`;
  return parseRows(result);
}

/** The same keys, the last one as often as it takes to be a power of two. */
export function padKeys<Key>(keys: readonly Key[]): Key[] {
  const padded = [...keys];
  const size = 2 ** Math.ceil(Math.log2(keys.length));
  while (padded.length < size) padded.push(keys.at(-1)!);
  return padded;
}

/** The result of a statement that returns rows as one text. */
export type JsonRows = [{ rows: string }];

export function parseRows<Row>({ rows }: JsonRows[0]): Row[] {
  return (JSON.parse(rows) as object[]).map(toRow<Row>);
}

/** The row of a result: its bigints become numbers, and a creation time in JSON becomes a Date. Changes the object. */
export function toRow<Row>(result: object): Row {
  const row = result as Record<string, unknown>;
  for (const column in row) if (typeof row[column] === 'bigint') row[column] = Number(row[column]);
  if (typeof row['createdAt'] === 'string') row['createdAt'] = new Date(row['createdAt']);
  return row as Row;
}

/** How a list is read in one order. */
interface OrderedColumns {
  /** Prisma's `orderBy`. */
  orderBy: readonly object[];
  /** The columns of a position in SQL, and the same as ORDER BY lists them. */
  columns: string;
  sorted: string;
  /** How a row after a position compares with it. */
  comparison: '<' | '>';
}

export const listOrders: Readonly<Record<ListOrder, OrderedColumns>> = {
  ID_ASC: createOrder(['id'], 'asc'),
  ID_DESC: createOrder(['id'], 'desc'),
  CREATED_AT_ASC: createOrder(['createdAt', 'id'], 'asc'),
  CREATED_AT_DESC: createOrder(['createdAt', 'id'], 'desc'),
};

function createOrder(columns: readonly ('id' | 'createdAt')[], direction: 'asc' | 'desc'): OrderedColumns {
  const names = columns.map(toSnakeCase);
  return {
    orderBy: columns.map((column) => ({ [column]: direction })),
    columns: names.join(', '),
    sorted: names.map((name) => `${name} ${direction}`).join(', '),
    comparison: direction === 'asc' ? '>' : '<',
  };
}

/** The rows after a position, for Prisma. An index is searched by what it says of the time alone. */
function isAfter(orderBy: ListOrder, { id, createdAt }: ListPosition): object {
  const [beyond, from] = listOrders[orderBy].comparison === '>' ? ['gt', 'gte'] : ['lt', 'lte'];
  if (createdAt === undefined) return { id: { [beyond]: id } };
  const time = new Date(createdAt);
  return {
    createdAt: { [from]: time },
    OR: [{ createdAt: { [beyond]: time } }, { createdAt: time, id: { [beyond]: id } }],
  };
}

/** The values of a position in a list, as PostgreSQL reads them; without a position those before the first row. */
function positionValues(orderBy: ListOrder, after?: ListPosition): { createdAt: string; id: string } {
  const isAscending = listOrders[orderBy].comparison === '>';
  if (!after) {
    return isAscending ? { createdAt: '-infinity', id: '-1' } : { createdAt: 'infinity', id: '9223372036854775807' };
  }
  return { createdAt: new Date(after.createdAt ?? 0).toISOString(), id: String(after.id) };
}
