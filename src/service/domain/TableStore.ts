// The reads that the stores of tables share: rows by id, pages and counts, each one statement for any number of ids or pages. They read
// only the wanted columns. Rows have numbers where Prisma has bigints: ids, amounts and counts do not exceed 2^53 - 1.
import { Prisma } from '../database/client/client.ts';
import type { Database, DatabaseClient, Scope } from '../database/Database.ts';
import { type ListOrder, type ListPosition, type PageArgs, isFiltered, isOrderedById } from './pageArguments.ts';
import { type ColumnSet, ColumnSets, toSnakeCase } from './columnSets.ts';

/** Keys from which on JSON, which PostgreSQL builds, is a third cheaper than rows. */
const MIN_JSON_KEYS = 16;

/** Rows that a page skips from which on the last one of them is searched in the index first; for the first page that costs a quarter more. */
const DEEP_OFFSET = 100;

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
  /** The conditions, each with AND. */
  conditions: string;
}

const NO_CONDITIONS: PageConditions = { values: [], names: '', conditions: '' };

/** A list, what is selected of its rows, and the conditions before that of the position. */
interface PagedList {
  table: string;
  columns: string;
  order: OrderedColumns;
  conditions: string;
}

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

  /** `readPage` of the rows that meet a condition of SQL. */
  protected async readPageWhere(
    condition: Prisma.Sql,
    { orderBy, after, first, offset }: PageArgs<unknown>,
    columns: ColumnSet<Column>,
    scope: Scope,
  ): Promise<Row[]> {
    const order = listOrders[orderBy];
    const { createdAt, id } = positionValues(orderBy, after);
    const times = isOrderedById(orderBy) ? [] : [Prisma.sql`${createdAt}::timestamptz`];
    const position = Prisma.join([...times, Prisma.sql`${id}::bigint`]);
    const from = Prisma.raw(`SELECT ${columns.list} FROM ${this.#mapping.table}`);
    const compared = Prisma.raw(`(${order.position}) ${order.comparison}`);
    const [result] = await this.database.run(
      scope,
      // Raw: as rows, a page costs one connection a third more, and the index of a search is by expression.
      (client) => client.$queryRaw<JsonRows>`
        SELECT coalesce(json_agg(found), '[]')::text AS rows FROM (
          ${from} WHERE ${condition} ${compared} (${position})
          ORDER BY ${Prisma.raw(order.columns)} LIMIT ${first + 1} OFFSET ${offset}
        ) AS found`,
    );
    return parseRows(result);
  }

  /** The rows of each page of the whole list, all of them in one order, and one more where there are more. */
  async readPages(pages: readonly PageArgs<Filter>[], columns: ColumnSet<Column>, scope: Scope): Promise<Row[][]> {
    if (pages.length > 1 || pages[0]!.offset >= DEEP_OFFSET)
      return this.readPagesWhere(NO_CONDITIONS, pages, columns, scope);
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
    const isDeep =
      values.length === 0 &&
      pages.some(({ offset }) => offset >= DEEP_OFFSET) &&
      !pages.some(({ after: start, offset }) => start && offset > 0);
    const { table } = this.#mapping;
    const list = { table, columns: columns.list, order: listOrders[orderBy], conditions };
    // Raw: Prisma reads one page with each statement, and rows take twice the CPU of JSON. What begins with WITH counts as a write.
    const [result] = await this.database.run(
      scope,
      (client) => client.$queryRaw<[{ pages: string }]>`
        SELECT (
          ${Prisma.raw(isDeep ? `WITH list AS MATERIALIZED (${LIST_TOTAL} '${table}')` : '')}
          SELECT coalesce(json_agg(read.found ORDER BY page.number), '[]')::text
          FROM unnest(${Prisma.join(given)}) WITH ORDINALITY AS page (${Prisma.raw(givenNames)})
          CROSS JOIN LATERAL (
            SELECT coalesce(json_agg(found), '[]') AS found FROM (${Prisma.raw((isDeep ? deepPage : shallowPage)(list))}) AS found
          ) AS read
        ) AS pages`,
    );
    return (JSON.parse(result.pages) as Row[][]).map((rows) => rows.map(toRow<Row>));
  }

  #model(client: DatabaseClient): Model {
    // The models have types of their own, which TypeScript does not unite.
    return client[this.#mapping.model] as unknown as Model;
  }
}

/** Reads rows by `findMany`, of keys padded to a power of two, as each number is another statement; or as JSON where they are many. */
export async function readByKeys<Row, Column extends string = string>(
  client: DatabaseClient,
  { table, columns, key }: { table: string; columns: ColumnSet<Column>; key: Column },
  keys: readonly number[],
  findMany: (condition: number | { in: number[] }) => PromiseLike<object[]>,
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

/** How a list is read in one order, over the columns `id` and `created_at` and the position `page.after_time`, `page.after_id`. */
interface OrderedColumns {
  orderBy: readonly object[];
  /** What ORDER BY lists, and the same for the opposite order. */
  columns: string;
  reversed: string;
  /** The columns of a position, that of a page, and that of the last row which a page skips. */
  position: string;
  after: string;
  last: string;
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
  const list = (suffix: string) => columns.map((column) => `${toSnakeCase(column)}${suffix}`).join(', ');
  const places = (prefix: string) => columns.map((column) => `${prefix}${column === 'id' ? 'id' : 'time'}`).join(', ');
  const [forward, backward] = direction === 'asc' ? ['', ' DESC'] : [' DESC', ''];
  return {
    orderBy: columns.map((column) => ({ [column]: direction })),
    columns: list(forward),
    reversed: list(backward),
    position: list(''),
    after: places('page.after_'),
    last: places('last_'),
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

function shallowPage({ table, columns, order, conditions }: PagedList): string {
  return `
    SELECT ${columns} FROM ${table} WHERE ${conditions}(${order.position}) ${order.comparison} (${order.after})
    ORDER BY ${order.columns} LIMIT page.size OFFSET page.skipped`;
}

/** The number of rows of a table as `count`: exact in the snapshot of the statement. An empty table may have no slot. */
const LIST_TOTAL = 'SELECT coalesce(sum(rows), 0)::bigint AS count FROM list_totals WHERE list =';

/**
 * `shallowPage` for pages that skip many rows of the whole list, whose number is `list.count`: finds the last skipped row in the index
 * alone, and from the end of the list where that is nearer. A page that skips rows is after no position.
 */
function deepPage({ table, columns, order }: PagedList): string {
  return `
    SELECT ${columns} FROM (
      SELECT ${order.after} WHERE page.skipped = 0
      UNION ALL (
        SELECT ${order.position} FROM ${table} WHERE page.skipped > 0 AND page.skipped <= (SELECT count FROM list) / 2
        ORDER BY ${order.columns} LIMIT 1 OFFSET greatest(page.skipped - 1, 0)
      ) UNION ALL (
        SELECT ${order.position} FROM ${table}
        WHERE page.skipped > (SELECT count FROM list) / 2 AND page.skipped < (SELECT count FROM list) AND page.skipped > 0
        ORDER BY ${order.reversed} LIMIT 1 OFFSET greatest((SELECT count FROM list) - page.skipped, 0)
      )
    ) AS skipped (${order.last})
    CROSS JOIN LATERAL (
      SELECT * FROM ${table} WHERE (${order.position}) ${order.comparison} (${order.last})
      ORDER BY ${order.columns} LIMIT page.size
    ) AS found
    ORDER BY ${order.columns}`;
}
