import { availableParallelism } from 'node:os';
import type { Settings } from '../../config/Settings.ts';
import { SettingsError } from '../../config/SettingsError.ts';
import type { ServeMode } from './ServeMode.ts';

/**
 * The number of processes that serve; `auto` is one for each core. Several are impossible where the mode says so, and at a
 * port that is not known in advance. Throws a SettingsError.
 */
export function countWorkers(
  { workers, port }: Pick<Settings, 'workers' | 'port'>,
  { singleProcess }: Pick<ServeMode, 'singleProcess'>,
): number {
  if (workers === 'auto') return singleProcess !== undefined || port === 0 ? 1 : availableParallelism();
  if (workers > 1 && singleProcess !== undefined) throw new SettingsError([`WORKERS=${workers} ${singleProcess}`]);
  if (workers > 1 && port === 0) {
    throw new SettingsError([`WORKERS=${workers} requires a PORT other than 0: the workers share one port.`]);
  }
  return workers;
}
