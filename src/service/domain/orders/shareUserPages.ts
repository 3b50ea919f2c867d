import type { Scope } from '../../database/Scope.ts';
import type { ColumnsOf } from '../../database/TableReader.ts';
import { shareReads } from '../shareReads.ts';
import type { OrderRow, OrderStore, UserPageArgs } from './OrderStore.ts';

/** Rows of the pages that one statement reads: those of a statement take the event loop at once. */
const MAX_ROWS_PER_STATEMENT = 640;

/** A page, and the columns that are read of it. */
type UserPageRead = UserPageArgs & { columns: ColumnsOf<OrderRow> };

/** Shares the reads of pages of users' orders: those of one order and the same columns are one statement. */
export function shareUserPages(store: OrderStore): (page: UserPageRead, scope: Scope) => Promise<OrderRow[]> {
  const shares = new Map<string, ReturnType<typeof share>>();
  const share = ({ orderBy, columns }: UserPageRead) =>
    shareReads((pages: readonly UserPageRead[], scope) => store.readPagesOfUsers(orderBy, pages, columns, scope), {
      identify: JSON.stringify,
      weigh: ({ first }) => first * store.weightOf(columns),
      maxWeight: MAX_ROWS_PER_STATEMENT,
    });
  return (page, scope) => {
    const kind = `${page.orderBy} ${page.columns.key}`;
    let read = shares.get(kind);
    if (!read) shares.set(kind, (read = share(page)));
    return read(page, scope);
  };
}
