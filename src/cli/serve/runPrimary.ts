import type { Settings } from '../../gateway/base/settings/Settings.ts';
import { type HealthServer, startHealthServer } from '../../gateway/serve/ports/startHealthServer.ts';
import { type MetricsServer, mergeMetrics, startMetricsServer } from '../../gateway/serve/ports/startMetricsServer.ts';
import type { Logger } from '../../gateway/base/telemetry/createLogger.ts';
import { stopOnSignals } from '../../project/stopOnSignals.ts';
import type { ServeMode } from './ServeMode.ts';
import { startWorkers } from './startWorkers.ts';

/** The primary process serves nothing itself: it prepares the work of the workers, which share its port, and outlives them. */
export async function runPrimary(
  {
    drainSeconds,
    host,
    healthPort,
    metricsPort,
    maxConnectionsPerAddress,
  }: Pick<Settings, 'drainSeconds' | 'host' | 'healthPort' | 'metricsPort' | 'maxConnectionsPerAddress'>,
  mode: ServeMode,
  { workers: count, log }: { workers: number; log: Logger },
): Promise<void> {
  const prepared = await mode.prepare?.(log);
  const workers = startWorkers(count, log, drainSeconds);
  let healthServer: HealthServer | undefined = undefined;
  let metricsServer: MetricsServer | undefined = undefined;
  const close = async () => {
    await workers.close();
    await healthServer?.close();
    await metricsServer?.close();
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
  const shared = { host, maxConnectionsPerAddress, log };
  try {
    if (healthPort !== undefined) {
      const { health, silentMs } = workers;
      healthServer = await startHealthServer({ ...shared, port: healthPort, health, silentMs });
      process.stderr.write(healthServer.greeting);
    }
    if (metricsPort !== undefined) {
      const render = async () => mergeMetrics(await workers.renderMetrics());
      metricsServer = await startMetricsServer({ ...shared, port: metricsPort, render });
      process.stderr.write(metricsServer.greeting);
    }
  } catch (error) {
    await close();
    throw error;
  }
}
