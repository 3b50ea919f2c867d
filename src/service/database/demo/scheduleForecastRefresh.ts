import type { ClientBase } from 'pg';
import type { DatabaseLog } from '../Database.ts';
import { refreshForecasts } from './refreshForecasts.ts';

const HOUR = 3_600_000;

/** Refreshes the forecasts every hour; what it gives stops that, and waits for a refresh that is under way. */
export function scheduleForecastRefresh(database: Pick<ClientBase, 'query'>, log?: DatabaseLog): () => Promise<void> {
  let refresh: Promise<void> | undefined;
  const timer = setInterval(() => void (refresh = tryRefreshForecasts(database, log)), HOUR).unref();
  return async () => {
    clearInterval(timer);
    await refresh;
  };
}

/** Yesterday's forecasts are better than no service: a failure is only reported. */
export async function tryRefreshForecasts(database: Pick<ClientBase, 'query'>, log?: DatabaseLog): Promise<void> {
  try {
    await refreshForecasts(database);
  } catch (error) {
    log?.warn({ err: error }, 'could not bring the forecasts up to date');
  }
}
