import type { PageArgs } from '../database/TableReader.ts';
import { type Connection, createConnection } from './createConnection.ts';
import { type ListArguments, readPageArgs } from './readPageArgs.ts';
import { readEach, shareReads } from './shareReads.ts';

/** A store that reads a table, as `TableReader` does. */
interface TableReads<Row> {
  readMany(ids: readonly number[]): Promise<(Row | null)[]>;
  readPage(page: PageArgs): Promise<Row[]>;
  count(): Promise<number>;
}

/** What resolvers read of a table; `signal` is that of their request. */
export interface SharedTableReads<Row> {
  /** The row with this id; null if there is none. */
  readOne(id: number, signal: AbortSignal): Promise<Row | null>;
  /** One page of the whole table. Throws BAD_USER_INPUT for invalid arguments. */
  readList(args: ListArguments, signal: AbortSignal): Connection<Row>;
}

/** Shares the reads of a table between requests (see `shareReads`); `list` is the name that its cursors are bound to. */
export function shareTableReads<Row extends { id: number }>(
  list: string,
  store: TableReads<Row>,
): SharedTableReads<Row> {
  const readOne = shareReads(store.readMany.bind(store));
  const readPage = shareReads(readEach(store.readPage.bind(store)), { identify: JSON.stringify });
  const count = shareReads(readEach(store.count.bind(store)));
  return {
    readOne,
    readList: (args, signal) => {
      const page = readPageArgs(list, args);
      return createConnection(list, page, {
        readPage: () => readPage(page, signal),
        count: () => count(list, signal),
      });
    },
  };
}
