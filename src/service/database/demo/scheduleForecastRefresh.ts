import type { ClientBase } from 'pg';
import type { DatabaseLog } from '../Database.ts';
import { refreshForecasts } from './refreshForecasts.ts';

const REFRESH_INTERVAL_MS = 3_600_000;

/** Refreshes the forecasts every hour; the returned function stops that, and waits for a running refresh. */
export function scheduleForecastRefresh(database: Pick<ClientBase, 'query'>, log?: DatabaseLog): () => Promise<void> {
  let refresh: Promise<void> | undefined;
  const timer = setInterval(() => void (refresh = tryRefreshForecasts(database, log)), REFRESH_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await refresh;
  };
}

/** Refreshes the forecasts; a failure is only logged, because outdated forecasts are better than no service. */
export async function tryRefreshForecasts(database: Pick<ClientBase, 'query'>, log?: DatabaseLog): Promise<void> {
  try {
    await refreshForecasts(database);
  } catch (error) {
    log?.warn({ err: error }, 'could not refresh the forecasts');
  }
}
