import type { Settings } from '../../gateway/config/Settings.ts';
import { type HealthServer, startHealthServer } from '../../gateway/server/startHealthServer.ts';
import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import { stopOnSignals } from '../../project/stopOnSignals.ts';
import type { ServeMode } from './ServeMode.ts';
import { startWorkers } from './startWorkers.ts';

/** The primary process serves nothing itself: it prepares the work of the workers, which share its port, and outlives them. */
export async function runPrimary(
  { drainSeconds, host, healthPort: port }: Pick<Settings, 'drainSeconds' | 'host' | 'healthPort'>,
  mode: ServeMode,
  { workers: count, log }: { workers: number; log: Logger },
): Promise<void> {
  const prepared = await mode.prepare?.(log);
  const workers = startWorkers(count, log, drainSeconds);
  let healthServer: HealthServer | undefined = undefined;
  const close = async () => {
    await workers.close();
    await healthServer?.close();
    await prepared?.close();
  };
  const drain = () => {
    workers.drain();
    healthServer?.drain();
  };
  stopOnSignals(close, { seconds: drainSeconds, begin: drain });
  try {
    process.stderr.write(await workers.greeting);
  } catch (error) {
    await prepared?.close();
    throw error;
  }
  if (port === undefined) return;
  const { health, silentMs } = workers;
  healthServer = await startHealthServer({ host, port, health, silentMs, log }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  process.stderr.write(healthServer.greeting);
}
