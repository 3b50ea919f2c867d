import type { GraphQLResolveInfo } from 'graphql';
import type { ListOrder } from '../database/listOrders.ts';
import type { Scope } from '../database/Scope.ts';
import type { ColumnsOf, PageArgs, TableReader } from '../database/TableReader.ts';
import { type Connection, type ListRow, createConnection } from './createConnection.ts';
import { isOrderedById } from './isOrderedById.ts';
import { type ListArguments, readPageArgs } from './readPageArgs.ts';
import { type EntityReference, referencedId } from './referencedId.ts';
import { createColumnReader } from './selectedColumns.ts';
import { shareEach, shareReads } from './shareReads.ts';

/** Rows of the pages that one statement reads: those of a statement take the event loop at once. */
const MAX_ROWS_PER_STATEMENT = 640;

/** What resolvers read of a table, for the selection of their field. */
export interface SharedTableReads<Row, Filter> {
  /** The row with this id; null if there is none. */
  readOne(id: number, scope: Scope, info: GraphQLResolveInfo): Promise<Row | null>;
  /** The row that a reference is to; null if there is none. Rejects with BAD_USER_INPUT for an id that is none. */
  readReference(reference: EntityReference, scope: Scope, info: GraphQLResolveInfo): Promise<Row | null>;
  /** One page of the rows that match a filter. Throws BAD_USER_INPUT for invalid arguments. */
  readList(args: ListArguments, filter: Filter, scope: Scope, info: GraphQLResolveInfo): Connection<Row>;
}

/** Shares the reads of a table between requests (see `shareReads`); `name` is the list that its cursors are bound to. */
export function shareTableReads<Row extends ListRow, Filter extends object>(
  name: string,
  store: TableReader<Row, Filter>,
  columnsOf: Readonly<Record<string, readonly (keyof Row & string)[]>>,
): SharedTableReads<Row, Filter> {
  const columnsFor = (always: readonly (keyof Row & string)[], total?: 'listTotal') =>
    createColumnReader(store.columnSets, columnsOf, { always, ...(total && { total }) });
  const ofRow = columnsFor(['id']);
  // The cursors of a list by creation time have that. The total of a whole list is read with a page of it.
  const ofFiltered = { byId: ofRow, byTime: columnsFor(['id', 'createdAt']) };
  const ofWhole = { byId: columnsFor(['id'], 'listTotal'), byTime: columnsFor(['id', 'createdAt'], 'listTotal') };
  const readsOf = perColumns((columns: ColumnsOf<Row>) => shareReadsOf(store, columns));
  const count = shareEach(store.count.bind(store), { identify: JSON.stringify });
  const readOne = (id: number, scope: Scope, info: GraphQLResolveInfo) =>
    readsOf(ofRow.ofObject(info)).readOne(id, scope);
  return {
    readOne,
    // Not async: a page has hundreds of references, and each promise costs as much as its row.
    readReference: (reference, scope, info) => {
      try {
        return readOne(referencedId(reference), scope, info);
      } catch (error) {
        return Promise.reject(error as Error);
      }
    },
    readList: (args, filter, scope, info) => {
      const page = readPageArgs(name, args, filter);
      const isFiltered = hasProperty(filter);
      const readers = isFiltered ? ofFiltered : ofWhole;
      const columns = (isOrderedById(page.orderBy) ? readers.byId : readers.byTime).ofConnection(info);
      const { readFiltered, readWhole } = readsOf(columns);
      let rows: Promise<Row[]> | undefined;
      const readPage = () => (rows ??= isFiltered ? readFiltered(page, scope) : readWhole[page.orderBy](page, scope));
      const countAll = () => count(filter, scope);
      const withPage = !isFiltered && columns.columns.includes('listTotal');
      // A page without rows has no total.
      const readTotal = async () => (await readPage())[0]?.listTotal ?? countAll();
      return createConnection(page, { readPage, count: withPage ? readTotal : countAll });
    },
  };
}

/** The reads of the same columns, which share statements. */
function shareReadsOf<Row extends ListRow, Filter extends object>(
  store: TableReader<Row, Filter>,
  columns: ColumnsOf<Row>,
) {
  const sharePages = (orderBy: ListOrder) =>
    shareReads((pages: readonly PageArgs<Filter>[], scope) => store.readPages(orderBy, pages, columns, scope), {
      identify: JSON.stringify,
      weigh: ({ first }) => first * store.weightOf(columns),
      maxWeight: MAX_ROWS_PER_STATEMENT,
    });
  const readWhole = {
    ID_ASC: sharePages('ID_ASC'),
    ID_DESC: sharePages('ID_DESC'),
    CREATED_AT_ASC: sharePages('CREATED_AT_ASC'),
    CREATED_AT_DESC: sharePages('CREATED_AT_DESC'),
  };
  return {
    readOne: shareReads((ids: readonly number[], scope) => store.readMany(ids, columns, scope)),
    readWhole,
    // The best plan for a filter depends on its value, so that each has a statement.
    readFiltered: shareEach((page: PageArgs<Filter>, scope) => store.readPage(page, columns, scope), {
      identify: JSON.stringify,
    }),
  };
}

function hasProperty(object: object): boolean {
  for (const _ in object) return true;
  return false;
}

/** Creates an instance for each set of columns, of which there are few. */
function perColumns<Columns extends object, Instance>(create: (columns: Columns) => Instance) {
  const instances = new Map<Columns, Instance>();
  return (columns: Columns): Instance => {
    let instance = instances.get(columns);
    if (!instance) instances.set(columns, (instance = create(columns)));
    return instance;
  };
}
