// The primary process serves nothing itself: it prepares the work of the workers, which share its port, and outlives them.
import type { Settings } from '../../config/Settings.ts';
import type { Logger } from '../../telemetry/createLogger.ts';
import type { ServeMode } from './ServeMode.ts';
import { startWorkers } from './startWorkers.ts';
import { stopOnSignals } from './stopOnSignals.ts';

export interface PrimaryOptions {
  /** The number of workers. */
  workers: number;
  log: Logger;
}

/** Serves with workers until SIGINT, SIGTERM or SIGHUP. */
export async function runPrimary(
  { drainSeconds }: Pick<Settings, 'drainSeconds'>,
  mode: ServeMode,
  { workers: count, log }: PrimaryOptions,
): Promise<void> {
  const prepared = await mode.prepare?.(log);
  const workers = startWorkers(count, log, drainSeconds);
  const close = async () => {
    await workers.close();
    await prepared?.close();
  };
  stopOnSignals(close, { seconds: drainSeconds, begin: workers.drain });
  try {
    process.stderr.write(await workers.greeting);
  } catch (error) {
    await prepared?.close();
    throw error;
  }
}
