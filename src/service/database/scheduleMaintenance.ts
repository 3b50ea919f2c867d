import type { AbortSignalLike } from '../../gateway/server.ts';
import type { DatabaseLog } from './Database.ts';
import type { PrismaClient } from './client/client.ts';
import { KEY_LIFETIME_HOURS } from '../../gateway/server.ts';
import { toCallerError } from './databaseErrors.ts';
import { tryRefreshForecasts } from './demoData.ts';

const REFRESH_INTERVAL_MS = 3_600_000;
const CLEANUP_INTERVAL_MS = 600_000;

/** Refreshes forecasts, expires idempotency keys and merges list totals from time to time. The returned function stops that. */
export function scheduleMaintenance(client: PrismaClient, log?: DatabaseLog): () => Promise<void> {
  const attempt = (work: Promise<void>, failure: string) =>
    work.catch((error: unknown) => log?.warn({ err: toCallerError(error) }, failure));
  const refresh = repeat(REFRESH_INTERVAL_MS, () => tryRefreshForecasts(client, log));
  const keys = repeat(CLEANUP_INTERVAL_MS, (signal) =>
    attempt(deleteExpiredKeys(client, signal), 'could not delete expired idempotency keys'),
  );
  const totals = repeat(CLEANUP_INTERVAL_MS, () => attempt(mergeListTotals(client), 'could not merge list totals'));
  void keys.run();
  void totals.run();
  return async () => void (await Promise.all([refresh.stop(), keys.stop(), totals.stop()]));
}

/** Rows that one statement deletes: few enough that the embedded database, which has one connection, does not keep others waiting. */
const BATCH_SIZE = 1000;

/** Deletes expired responses, the oldest first and without waiting for locks; ends after a batch once the signal is aborted. */
export async function deleteExpiredKeys(client: PrismaClient, signal?: AbortSignalLike): Promise<void> {
  for (;;) {
    // Raw: Prisma has no word for SKIP LOCKED.
    const deleted = await client.$executeRaw`
      DELETE FROM idempotency_keys WHERE id = ANY (ARRAY(
        SELECT id FROM idempotency_keys WHERE created_at <= now() - ${`${KEY_LIFETIME_HOURS} hours`}::interval
        ORDER BY created_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
      ))`;
    if (deleted < BATCH_SIZE || signal?.aborted) return;
  }
}

/** Merges the slots that transactions leave which were not READ COMMITTED; waits for no lock. */
export async function mergeListTotals(client: PrismaClient): Promise<void> {
  // Raw: Prisma has no word for SKIP LOCKED.
  await client.$executeRaw`
    WITH ended AS MATERIALIZED (
      SELECT list, slot, rows FROM list_totals WHERE slot < 0 FOR UPDATE SKIP LOCKED
    ), merged AS (
      SELECT list, min(slot) AS slot, sum(rows) AS rows FROM ended GROUP BY list HAVING count(*) > 1
    ), deleted AS (
      DELETE FROM list_totals USING ended JOIN merged USING (list)
      WHERE list_totals.list = ended.list AND list_totals.slot = ended.slot AND ended.slot <> merged.slot
    )
    UPDATE list_totals SET rows = merged.rows FROM merged
    WHERE list_totals.list = merged.list AND list_totals.slot = merged.slot`;
}

/** Runs `work` at an interval, never twice at a time: `run` does so now, and `stop` aborts its signal and waits for it. */
function repeat(intervalMs: number, work: (signal: AbortSignal) => Promise<void>) {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => (running ??= work(stopped.signal).finally(() => (running = undefined)));
  const timer = setInterval(run, intervalMs).unref();
  const stop = async () => {
    clearInterval(timer);
    stopped.abort();
    await running;
  };
  return { run, stop };
}
