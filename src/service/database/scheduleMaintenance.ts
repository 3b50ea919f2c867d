import type { ClientBase } from 'pg';
import type { DatabaseLog } from './Database.ts';
import { createConnectionClient } from './createConnectionClient.ts';
import { deleteExpiredKeys } from './idempotency/deleteExpiredKeys.ts';
import { mergeListTotals } from './mergeListTotals.ts';
import { tryRefreshForecasts } from './seed/refreshForecasts.ts';

const REFRESH_INTERVAL_MS = 3_600_000;
const CLEANUP_INTERVAL_MS = 600_000;

/**
 * Refreshes the forecasts every hour; deletes expired idempotency keys and merges the slots of list totals at once, as the process may
 * not live for ten minutes, and then every ten minutes. The returned function stops that, and waits for running work.
 */
export function scheduleMaintenance(database: Pick<ClientBase, 'query'>, log?: DatabaseLog): () => Promise<void> {
  const refresh = repeat(REFRESH_INTERVAL_MS, () =>
    createConnectionClient(database).then(
      (client) => tryRefreshForecasts(client, log),
      (error: unknown) => log?.warn({ err: error }, 'could not refresh the forecasts'),
    ),
  );
  const cleanups = [
    repeat(CLEANUP_INTERVAL_MS, (signal) =>
      deleteExpiredKeys(database, signal).catch((error: unknown) =>
        log?.warn({ err: error }, 'could not delete expired idempotency keys'),
      ),
    ),
    repeat(CLEANUP_INTERVAL_MS, () =>
      mergeListTotals(database).catch((error: unknown) => log?.warn({ err: error }, 'could not merge list totals')),
    ),
  ];
  for (const { run } of cleanups) void run();
  return async () => void (await Promise.all([refresh, ...cleanups].map(({ stop }) => stop())));
}

/** Work that runs again and again. */
interface RepeatedWork {
  /** Runs it now, unless it is running. */
  run(): Promise<void>;
  /** Aborts its signal, and waits for it. */
  stop(): Promise<void>;
}

/** Runs `work` at an interval, never twice at a time. */
function repeat(intervalMs: number, work: (signal: AbortSignal) => Promise<void>): RepeatedWork {
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
