import type { ClientBase } from 'pg';
import type { DatabaseLog } from './Database.ts';
import { tryRefreshForecasts } from './demo/tryRefreshForecasts.ts';
import { deleteExpiredKeys } from './idempotency/deleteExpiredKeys.ts';
import { mergeListTotals } from './mergeListTotals.ts';

const REFRESH_INTERVAL_MS = 3_600_000;
const CLEANUP_INTERVAL_MS = 600_000;

/**
 * Refreshes the forecasts every hour; deletes expired idempotency keys and merges the slots of list totals every ten minutes. The
 * returned function stops that, and waits for running work.
 */
export function scheduleMaintenance(database: Pick<ClientBase, 'query'>, log?: DatabaseLog): () => Promise<void> {
  const stops = [
    repeat(REFRESH_INTERVAL_MS, () => tryRefreshForecasts(database, log)),
    repeat(CLEANUP_INTERVAL_MS, (signal) =>
      deleteExpiredKeys(database, signal).catch((error: unknown) =>
        log?.warn({ err: error }, 'could not delete expired idempotency keys'),
      ),
    ),
    repeat(CLEANUP_INTERVAL_MS, () =>
      mergeListTotals(database).catch((error: unknown) => log?.warn({ err: error }, 'could not merge list totals')),
    ),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** Runs `work` again and again, never twice at a time; the signal is aborted when the returned function is called. */
function repeat(intervalMs: number, work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => (running ??= work(stopped.signal).finally(() => (running = undefined)));
  const timer = setInterval(run, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    stopped.abort();
    await running;
  };
}
