import type { ClientBase } from 'pg';
import type { DatabaseLog } from '../Database.ts';
import { refreshForecasts } from './refreshForecasts.ts';

/** Refreshes the forecasts; a failure is only logged, because outdated forecasts are better than no service. */
export async function tryRefreshForecasts(database: Pick<ClientBase, 'query'>, log?: DatabaseLog): Promise<void> {
  try {
    await refreshForecasts(database);
  } catch (error) {
    log?.warn({ err: error }, 'could not refresh the forecasts');
  }
}
