import cluster from 'node:cluster';
import v8 from 'node:v8';
import { type Settings, findAuthWarnings, findRateLimitWarnings } from '../../gateway/base/settings/Settings.ts';
import { findMisspelledSettings } from '../../gateway/base/settings/misspelledSettings.ts';
import { type HealthServer, startHealthServer } from '../../gateway/serve/ports/startHealthServer.ts';
import { type MetricsServer, startMetricsServer } from '../../gateway/serve/ports/startMetricsServer.ts';
import { createLogger } from '../../gateway/base/telemetry/createLogger.ts';
import { openTelemetry } from '../../gateway/base/telemetry/openTelemetry.ts';
import { probePort } from '../../project/probePort.ts';
import { stopOnSignals } from '../../project/stopOnSignals.ts';
import type { ServeMode } from './ServeMode.ts';
import { runPrimary } from './runPrimary.ts';
import { runWorker } from './runWorker.ts';
import { countWorkers } from './startWorkers.ts';

/**
 * Lets the heap grow to twice what was in use after the last garbage collection. V8's default is four times where the machine has much
 * memory: a flood of the most expensive queries takes 600 MB instead of 300 then, and a collection comes late and is long.
 */
const BOUNDED_HEAP = '--heap-growing-percent=100';

/**
 * Serves until SIGINT, SIGTERM or SIGHUP, in one process or in workers. Reports a problem of the start once. `names` are those of the
 * variables that the program reads.
 */
export async function runServer(settings: Settings, mode: ServeMode, names: readonly string[] = []): Promise<void> {
  v8.setFlagsFromString(BOUNDED_HEAP);
  const workers = countWorkers(settings, mode);
  if (cluster.isWorker) return runWorker(settings, mode);
  await mode.check();
  const { host, healthPort, metricsPort, maxConnectionsPerAddress } = settings;
  await probePort(settings);
  if (healthPort !== undefined) await probePort({ host, port: healthPort }, 'HEALTH_PORT');
  if (metricsPort !== undefined) await probePort({ host, port: metricsPort }, 'METRICS_PORT');
  const log = createLogger(settings.logLevel);
  const warnings = [
    ...findMisspelledSettings(names, process.env),
    ...(mode.warnings ?? []),
    ...findAuthWarnings(settings.auth),
    ...findRateLimitWarnings(settings, workers),
  ];
  for (const warning of warnings) log.warn(warning);
  if (workers > 1) return runPrimary(settings, mode, { workers, log });
  // Standard output is for the log.
  const onProgress = (line: string) => void process.stderr.write(`${line}\n`);
  const measured = await openTelemetry(process.env, { prometheus: metricsPort !== undefined });
  const { server, greeting } = await mode.start({ log, onProgress, telemetry: measured?.telemetry }, false);
  let healthServer: HealthServer | undefined = undefined;
  let metricsServer: MetricsServer | undefined = undefined;
  const close = async () => {
    // Connections from before the signal are accepted in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await server.close();
    await healthServer?.close();
    await metricsServer?.close();
    await measured?.close();
  };
  const drain = () => {
    server.drain();
    healthServer?.drain();
  };
  stopOnSignals(close, { seconds: settings.drainSeconds, begin: drain });
  const shared = { host, maxConnectionsPerAddress, log };
  if (healthPort !== undefined) {
    const options = { ...shared, port: healthPort, health: server.health };
    healthServer = await startHealthServer(options).catch(async (error: unknown) => {
      await close();
      throw error;
    });
  }
  if (metricsPort !== undefined) {
    const render = async () => measured?.renderMetrics() ?? '';
    metricsServer = await startMetricsServer({ ...shared, port: metricsPort, render }).catch(async (error: unknown) => {
      await close();
      throw error;
    });
  }
  process.stderr.write(greeting + (healthServer?.greeting ?? '') + (metricsServer?.greeting ?? ''));
}
