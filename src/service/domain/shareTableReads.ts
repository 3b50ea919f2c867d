import type { PageArgs } from '../database/TableReader.ts';
import { type Connection, type ListRow, createConnection } from './createConnection.ts';
import { type ListArguments, readPageArgs } from './readPageArgs.ts';
import { readEach, shareReads } from './shareReads.ts';

/** A store that reads a table, as `TableReader` does. */
interface TableReads<Row, Filter> {
  readMany(ids: readonly number[]): Promise<(Row | null)[]>;
  readPage(page: PageArgs<Filter>): Promise<Row[]>;
  count(filter: Filter): Promise<number>;
}

/** What resolvers read of a table; `signal` is that of their request. */
export interface SharedTableReads<Row, Filter> {
  /** The row with this id; null if there is none. */
  readOne(id: number, signal: AbortSignal): Promise<Row | null>;
  /** One page of the rows that match a filter. Throws BAD_USER_INPUT for invalid arguments. */
  readList(args: ListArguments, filter: Filter, signal: AbortSignal): Connection<Row>;
}

/** Shares the reads of a table between requests (see `shareReads`); `name` is the list that its cursors are bound to. */
export function shareTableReads<Row extends ListRow, Filter extends object>(
  name: string,
  store: TableReads<Row, Filter>,
): SharedTableReads<Row, Filter> {
  const readOne = shareReads(store.readMany.bind(store));
  const readPage = shareReads(readEach(store.readPage.bind(store)), { identify: JSON.stringify });
  const count = shareReads(readEach(store.count.bind(store)), { identify: JSON.stringify });
  return {
    readOne,
    readList: (args, filter, signal) => {
      const page = readPageArgs(name, args, filter);
      return createConnection(page, {
        readPage: () => readPage(page, signal),
        count: () => count(filter, signal),
      });
    },
  };
}
