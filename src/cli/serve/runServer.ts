import cluster from 'node:cluster';
import v8 from 'node:v8';
import type { Settings } from '../../gateway/config/Settings.ts';
import { findAuthWarnings, findRateLimitWarnings } from '../../gateway/config/settingsWarnings.ts';
import type { HealthServer } from '../../gateway/server/startHealthServer.ts';
import { type Logger, createLogger } from '../../gateway/telemetry/createLogger.ts';
import { probePort } from '../../project/probePort.ts';
import { stopOnSignals } from '../../project/stopOnSignals.ts';
import type { ServeMode } from './ServeMode.ts';
import { countWorkers, startWorkers } from './startWorkers.ts';

/** Serves until SIGINT, SIGTERM or SIGHUP, in one process or in workers. Reports a problem of the start once. */
export async function runServer(settings: Settings, mode: ServeMode): Promise<void> {
  boundHeapGrowth();
  const workers = countWorkers(settings, mode);
  if (cluster.isWorker) {
    const { runWorker } = await import('./runWorker.ts');
    return runWorker(settings, mode);
  }
  await mode.check();
  const { host, healthPort } = settings;
  await probePort(settings);
  if (healthPort !== undefined) await probePort({ host, port: healthPort }, 'HEALTH_PORT');
  const log = createLogger(settings.logLevel);
  const warnings = [
    ...(mode.warnings ?? []),
    ...findAuthWarnings(settings.auth),
    ...findRateLimitWarnings(settings, workers),
  ];
  for (const warning of warnings) log.warn(warning);
  if (workers > 1) {
    const { runPrimary } = await import('./runServer.ts');
    return runPrimary(settings, mode, { workers, log });
  }
  // Standard output is for the log.
  const onProgress = (line: string) => void process.stderr.write(`${line}\n`);
  const { server, greeting } = await mode.start({ log, onProgress }, false);
  let healthServer: HealthServer | undefined = undefined;
  const close = async () => {
    // Connections from before the signal are accepted in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await server.close();
    await healthServer?.close();
  };
  const drain = () => {
    server.drain();
    healthServer?.drain();
  };
  stopOnSignals(close, { seconds: settings.drainSeconds, begin: drain });
  if (healthPort !== undefined) {
    const { startHealthServer } = await import('../../gateway/server/startHealthServer.ts');
    const options = { host, port: healthPort, health: server.health, log };
    healthServer = await startHealthServer(options).catch(async (error: unknown) => {
      await close();
      throw error;
    });
  }
  process.stderr.write(greeting + (healthServer?.greeting ?? ''));
}

// The primary process serves nothing itself: it prepares the work of the workers, which share its port, and outlives them.

export interface PrimaryOptions {
  /** The number of workers. */
  workers: number;
  log: Logger;
}

/** Serves with workers until SIGINT, SIGTERM or SIGHUP. */
export async function runPrimary(
  { drainSeconds, host, healthPort: port }: Pick<Settings, 'drainSeconds' | 'host' | 'healthPort'>,
  mode: ServeMode,
  { workers: count, log }: PrimaryOptions,
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
  const { startHealthServer } = await import('../../gateway/server/startHealthServer.ts');
  const { health, silentMs } = workers;
  healthServer = await startHealthServer({ host, port, health, silentMs, log }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  process.stderr.write(healthServer.greeting);
}

/**
 * Lets the heap grow to at most twice what was in use after the last garbage collection. By default V8 lets it grow to four times
 * that where the machine has much memory: a flood of the most expensive queries then takes 600 MB, and 300 MB with this, at the
 * same speed. For processes that only serve: the heap of a library belongs to its host.
 */
export function boundHeapGrowth(): void {
  v8.setFlagsFromString('--heap-growing-percent=100');
}
