import type { ClientBase } from 'pg';

/**
 * Merges the slots of transactions that were not READ COMMITTED, of which each has left one with a negative number in each list
 * that it has written. It waits for no lock.
 */
export async function mergeListTotals(database: Pick<ClientBase, 'query'>): Promise<void> {
  await database.query(`
    WITH ended AS MATERIALIZED (
      SELECT list, slot, rows FROM list_totals WHERE slot < 0 FOR UPDATE SKIP LOCKED
    ), merged AS (
      SELECT list, min(slot) AS slot, sum(rows) AS rows FROM ended GROUP BY list HAVING count(*) > 1
    ), deleted AS (
      DELETE FROM list_totals USING ended JOIN merged USING (list)
      WHERE list_totals.list = ended.list AND list_totals.slot = ended.slot AND ended.slot <> merged.slot
    )
    UPDATE list_totals SET rows = merged.rows FROM merged
    WHERE list_totals.list = merged.list AND list_totals.slot = merged.slot`);
}
