import type { GraphQLResolveInfo } from 'graphql';
import type { Scope } from '../database/Database.ts';
import { type EntityReference, referencedId } from './Subgraph.ts';
import type { TableStore } from './TableStore.ts';
import { type ListRow, createConnection } from './createConnection.ts';
import {
  type ListArguments,
  type ListOrder,
  type PageArgs,
  isFiltered,
  isOrderedById,
  readPageArgs,
} from './pageArguments.ts';
import { type ColumnSet, createColumnReader } from './columnSets.ts';
import { shareEach, shareReads } from './shareReads.ts';

/** Rows of the pages that one statement reads: those of a statement take the event loop at once. */
export const MAX_ROWS_PER_STATEMENT = 640;

/** Shares the reads of a table between requests (see `shareReads`); `name` is the list that its cursors are bound to. */
export function shareTableReads<Row extends ListRow, Filter extends object, Column extends keyof Row & string>(
  name: string,
  store: TableStore<Row, Filter, Column>,
  columnsOfFields: Readonly<Record<string, readonly Column[]>>,
) {
  const columnsWith = (...always: (keyof ListRow)[]) =>
    createColumnReader(store.columnSets, columnsOfFields, always as Column[]);
  const byId = columnsWith('id');
  // The cursors of a list by creation time have that.
  const byTime = columnsWith('id', 'createdAt');
  const columnsOf = (orderBy: ListOrder, info: GraphQLResolveInfo) =>
    (isOrderedById(orderBy) ? byId : byTime).ofConnection(info);

  const rowsOf = perKey((columns: ColumnSet<Column>) =>
    shareReads((ids: readonly number[], scope) => store.readMany(ids, columns, scope), { name }),
  );
  const readWhole = sharePages<PageArgs<Filter>, Row, Column>(`${name} pages`, store.readPages.bind(store));
  // The best plan for a filter depends on its value, so that each has a statement.
  const readFiltered = perKey((columns: ColumnSet<Column>) =>
    shareEach((page: PageArgs<Filter>, scope) => store.readPage(page, columns, scope), `${name} filtered`),
  );
  const count = shareEach(store.count.bind(store), `${name} count`);

  const readOne = (id: number, scope: Scope, info: GraphQLResolveInfo) => rowsOf(byId.ofObject(info))(id, scope);
  return {
    /** The row with this id; null if there is none. */
    readOne,
    /** The row that a reference is to; null if there is none. Rejects with BAD_USER_INPUT for an id that is none. */
    // Not async: a page has hundreds of references, and each promise costs as much as its row.
    readReference: (reference: EntityReference, scope: Scope, info: GraphQLResolveInfo) => {
      try {
        return readOne(referencedId(reference), scope, info);
      } catch (error) {
        return Promise.reject(error as Error);
      }
    },
    /** One page of the rows that match a filter. Throws BAD_USER_INPUT for invalid arguments. */
    readList: (args: ListArguments, filter: Filter, scope: Scope, info: GraphQLResolveInfo) => {
      const page = readPageArgs(name, args, filter);
      const columns = columnsOf(page.orderBy, info);
      return createConnection(page, {
        readPage: () => (isFiltered(filter) ? readFiltered(columns)(page, scope) : readWhole(page, columns, scope)),
        count: () => count(filter, scope),
      });
    },
    /** The columns of the rows of a page in this order. */
    columnsOf,
  };
}

/** Shares the reads of pages: those in one order and of the same columns are one statement. */
export function sharePages<Page extends PageArgs<unknown>, Row, Column extends string>(
  name: string,
  readPages: (pages: readonly Page[], columns: ColumnSet<Column>, scope: Scope) => Promise<readonly Row[][]>,
): (page: Page, columns: ColumnSet<Column>, scope: Scope) => Promise<Row[]> {
  const readsOf = perKey((columns: ColumnSet<Column>) =>
    perKey((_order: ListOrder) =>
      shareReads((pages: readonly Page[], scope) => readPages(pages, columns, scope), {
        name,
        identify: JSON.stringify,
        weigh: ({ first }) => first,
        maxWeight: MAX_ROWS_PER_STATEMENT,
      }),
    ),
  );
  return (page, columns, scope) => readsOf(columns)(page.orderBy)(page, scope);
}

/** Creates an instance for each key, of which there are few. */
function perKey<Key, Instance>(create: (key: Key) => Instance): (key: Key) => Instance {
  const instances = new Map<Key, Instance>();
  return (key) => {
    let instance = instances.get(key);
    if (!instance) instances.set(key, (instance = create(key)));
    return instance;
  };
}
