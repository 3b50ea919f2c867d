/** The tables whose rows the triggers of the migration `list_totals` count. */
export type CountedTable = 'users' | 'orders' | 'products';

/**
 * A statement that reads the number of rows of a table as `count`, a bigint: exact in the snapshot of the statement, at a cost that
 * does not grow with the table. An empty table may have no slot.
 */
export function listTotal(table: CountedTable): string {
  return `SELECT coalesce(sum(rows), 0)::bigint AS count FROM list_totals WHERE list = '${table}'`;
}
