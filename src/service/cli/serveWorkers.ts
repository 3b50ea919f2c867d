// The process that serves nothing itself: it prepares the database for the others, which share its port, and outlives
// them. What can be wrong at a start is found out by the first of them, so that it is told once.
import type { Settings } from '../../gateway/config/Settings.ts';
import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import { startWorkers } from './startWorkers.ts';
import { stopOnSignals } from '../../gateway/cli/stopOnSignals.ts';

/** Serves with several processes until SIGINT, SIGTERM or SIGHUP. */
export async function serveWorkers(
  settings: Settings,
  count: number,
  opensDatabase: boolean,
  log: Logger,
): Promise<void> {
  const database = opensDatabase ? await keep() : undefined;
  const workers = startWorkers(count, log, settings.drainSeconds);
  const close = async () => {
    await workers.close();
    await database?.close();
  };
  stopOnSignals(close, { seconds: settings.drainSeconds, begin: workers.drain });
  try {
    process.stderr.write(await workers.greeting);
  } catch (error) {
    await database?.close();
    throw error;
  }

  async function keep() {
    const { maintainDatabase } = await import('../database/maintainDatabase.ts');
    return maintainDatabase({ ...settings, log });
  }
}
