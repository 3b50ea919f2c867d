// The reads that every store has, each one statement for any number of keys or pages. They read only the wanted columns.
import { ColumnSets, type ColumnSet } from './ColumnSets.ts';
import { type PagedList, composeDeepPages, composePage, composePages } from './composePages.ts';
import type { Database } from './Database.ts';
import { type ListOrder, type ListPosition, listOrders } from './listOrders.ts';
import { type CountedTable, listTotal } from './listTotal.ts';
import { positionValues } from './positionValues.ts';
import type { Scope } from './Scope.ts';
import { type Sql, raw, sql } from './sql.ts';

/** Rows that a page skips from which on `composeDeepPages` is cheaper; for the first page it costs a quarter more. */
const DEEP_OFFSET = 100;

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

/** What a row of the domain has, and the number of rows of the whole list. */
type Column<Row> = (keyof Row & string) | 'listTotal';

/** A table with the primary key `id` and an immutable `created_at`, and how SQL names what a row of the domain has. */
export interface TableMapping<Row, Filter> {
  table: CountedTable;
  columns: Readonly<Record<Exclude<keyof Row & string, 'listTotal'>, string>>;
  /** The condition of each filter. */
  filters: FilterConditions<Filter>;
  /** How many rows of numbers and texts a row with a column weighs; absent: one. */
  weights?: Readonly<Partial<Record<keyof Row & string, number>>>;
}

type FilterConditions<Filter> = { readonly [Name in keyof Filter]-?: (value: Filter[Name] & {}) => Sql };

/** Which columns of a table are read. */
export type ColumnsOf<Row> = ColumnSet<Column<Row>>;

/** Reads one table. Expects ids from 0 to 2^53 - 1. Rows have only the wanted columns. */
export class TableReader<Row extends { id: number }, Filter extends object> {
  readonly columnSets: ColumnSets<Column<Row>>;
  readonly #database: Pick<Database, 'query'>;
  readonly #mapping: TableMapping<Row, Filter>;
  readonly #expressions: Readonly<Record<Column<Row>, string>>;
  /** Composed once. */
  readonly #texts = new Map<string, string>();

  constructor(database: Pick<Database, 'query'>, mapping: TableMapping<Row, Filter>) {
    this.#database = database;
    this.#mapping = mapping;
    this.#expressions = { ...mapping.columns, listTotal: `(${listTotal(mapping.table)})` } as Record<
      Column<Row>,
      string
    >;
    this.columnSets = new ColumnSets(Object.keys(mapping.columns) as Column<Row>[], ['listTotal']);
  }

  /** The rows with these ids, in the order of the ids; null where there is none. The id must be among the columns. */
  async readMany(ids: readonly number[], columns: ColumnsOf<Row>, scope: Scope): Promise<(Row | null)[]> {
    if (ids.length === 1) return [await this.#readOne(ids[0]!, columns, scope)];
    const text = this.#text(`many ${columns.key}`, () => `${this.#select(columns)} WHERE id = any($1::bigint[])`);
    const rows = await this.#database.query<Row>({ text, values: [ids] }, scope);
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => rowOf.get(id) ?? null);
  }

  /** PostgreSQL plans it better than for a list of one id. */
  async #readOne(id: number, columns: ColumnsOf<Row>, scope: Scope): Promise<Row | null> {
    const text = this.#text(`one ${columns.key}`, () => `${this.#select(columns)} WHERE id = $1::bigint`);
    const [row] = await this.#database.query<Row>({ text, values: [id] }, scope);
    return row ?? null;
  }

  /** The rows of each page of the whole list, all of them in one order, and one more where there are more. */
  async readPages(
    orderBy: ListOrder,
    pages: readonly PageArgs<unknown>[],
    columns: ColumnsOf<Row>,
    scope: Scope,
  ): Promise<Row[][]> {
    const isDeep =
      pages.some(({ offset }) => offset >= DEEP_OFFSET) && !pages.some(({ after, offset }) => after && offset > 0);
    if (pages.length === 1 && !isDeep) return [await this.#readShallowPage(pages[0]!, columns, scope)];
    const text = isDeep
      ? this.#pagesText('deep pages', composeDeepPages, orderBy, columns)
      : this.#pagesText('pages', composePages, orderBy, columns);
    const after = pages.map((page) => positionValues(orderBy, page.after));
    const values = [
      after.map(({ id }) => id),
      pages.map(({ first }) => first + 1),
      pages.map(({ offset }) => offset),
      ...(listOrders[orderBy].readsTime ? [after.map(({ createdAt }) => createdAt)] : []),
    ];
    const rows = await this.#database.query<Row & { page: number }>({ text, values }, scope);
    const lists = pages.map((): Row[] => []);
    for (const row of rows) lists[row.page - 1]!.push(row);
    return lists;
  }

  #readShallowPage(
    { orderBy, after, offset, first }: PageArgs<unknown>,
    columns: ColumnsOf<Row>,
    scope: Scope,
  ): Promise<Row[]> {
    const text = this.#pagesText('page', composePage, orderBy, columns);
    const { id, createdAt } = positionValues(orderBy, after);
    const values: unknown[] = [id, first + 1, offset];
    if (listOrders[orderBy].readsTime) values.push(createdAt);
    return this.#database.query<Row>({ text, values }, scope);
  }

  /** The rows of one page of a filtered list, and one more if there are more. */
  readPage(
    { orderBy, filter, after, offset, first }: PageArgs<Filter>,
    columns: ColumnsOf<Row>,
    scope: Scope,
  ): Promise<Row[]> {
    const { table } = this.#mapping;
    const order = listOrders[orderBy];
    const { createdAt, id } = positionValues(orderBy, after);
    const position = sql`(SELECT ${createdAt}::timestamptz AS after_time, ${id}::bigint AS after_id) AS page`;
    const where = this.#where(filter, raw(order.isAfter({ createdAt: 'page.after_time', id: 'page.after_id' })));
    const statement = sql`
      SELECT ${raw(this.selectList(columns))} FROM (
        SELECT ${raw(table)}.* FROM ${raw(table)}, ${position} WHERE ${where}
        ORDER BY ${raw(order.columns)} LIMIT ${first + 1} OFFSET ${offset}
      ) AS found ORDER BY ${raw(order.columns)}`;
    return this.#database.query<Row>(statement, scope);
  }

  /** The number of rows in the list; without a filter its cost does not grow with the table. */
  async count(filter: Filter, scope: Scope): Promise<number> {
    const where = this.#where(filter);
    const { table } = this.#mapping;
    const statement = where
      ? sql`SELECT count(*) FROM ${raw(table)} WHERE ${where}`
      : { text: this.#text('total', () => listTotal(table)), values: [] };
    const [row] = await this.#database.query<{ count: number }>(statement, scope);
    return row!.count;
  }

  /** What a row of these columns weighs, in rows of numbers and texts. */
  weightOf({ columns }: ColumnsOf<Row>): number {
    const { weights } = this.#mapping;
    return columns.reduce((weight, column) => Math.max(weight, weights?.[column as keyof typeof weights] ?? 1), 1);
  }

  /** The columns of a set, of a table expression, as SELECT lists them. */
  protected selectList({ columns }: ColumnsOf<Row>, from?: string): string {
    const qualifier = from === undefined ? '' : `${from}.`;
    return columns.map((column) => `${qualifier}${this.#expressions[column]} AS "${column}"`).join(', ');
  }

  #select(columns: ColumnsOf<Row>): string {
    return `SELECT ${this.selectList(columns)} FROM ${this.#mapping.table}`;
  }

  #pagesText(kind: string, compose: (list: PagedList) => string, orderBy: ListOrder, columns: ColumnsOf<Row>): string {
    return this.#text(`${orderBy} ${kind} ${columns.key}`, () =>
      compose({ table: this.#mapping.table, columns: this.selectList(columns), order: listOrders[orderBy] }),
    );
  }

  #text(key: string, compose: () => string): string {
    let text = this.#texts.get(key);
    if (text === undefined) this.#texts.set(key, (text = compose()));
    return text;
  }

  /** The conditions of a filter, and before them another one; undefined for none. */
  #where(filter: Filter, condition?: Sql): Sql | undefined {
    let where = condition;
    for (const name in filter) {
      const each = this.#mapping.filters[name](filter[name]!);
      where = where ? sql`${where} AND ${each}` : each;
    }
    return where;
  }
}
