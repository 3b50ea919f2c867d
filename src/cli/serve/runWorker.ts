import cluster from 'node:cluster';
import type { Settings } from '../../gateway/base/settings/Settings.ts';
import { ServiceError } from '../../gateway/base/errors/ServiceError.ts';
import type { RunningServer } from '../../gateway/serve/RunningServer.ts';
import { BEAT_INTERVAL_MS } from '../../gateway/serve/ports/startHealthServer.ts';
import { openTelemetry } from '../../gateway/base/telemetry/openTelemetry.ts';
import { STOP_SIGNALS, stopOnce } from '../../project/stopOnSignals.ts';
import type { ServeMode } from './ServeMode.ts';
import type { FailedCheck, PrimaryMessage, WorkerMessage } from './startWorkers.ts';

/**
 * Serves the connections that the primary process distributes, until that stops this worker. A signal is passed on to the
 * primary process, which stops first; see `startWorkers`.
 */
export async function runWorker(
  { healthPort, metricsPort }: Pick<Settings, 'healthPort' | 'metricsPort'>,
  mode: ServeMode,
): Promise<void> {
  const worker = cluster.worker!;
  // Until the server has started there is nothing to close.
  let running: Pick<RunningServer, 'drain' | 'close'> & Partial<RunningServer> = {
    drain: () => {},
    close: async () => {},
  };
  let draining = false;
  const stop = stopOnce(() => running.close());
  worker.on('message', (message: PrimaryMessage) => {
    if (message === 'check') return void sendReadiness();
    if (message === 'metrics') return void sendMetrics();
    if (message === 'stop') return stop();
    draining = true;
    running.drain();
  });
  worker.on('disconnect', stop);
  if (!worker.isConnected()) return stop();
  for (const [signal, action] of Object.entries(STOP_SIGNALS)) process.on(signal, () => send(action));

  const measured = await openTelemetry(process.env, { prometheus: metricsPort !== undefined, worker: worker.id });
  const { server, greeting } = await mode.start({ telemetry: measured?.telemetry }, true);
  running = { ...server, close: () => server.close().finally(() => measured?.close()) };
  if (draining) server.drain();
  send({ greeting, conventions: server.health.conventions });
  if (healthPort !== undefined) setInterval(send, BEAT_INTERVAL_MS, 'beat').unref();

  async function sendReadiness(): Promise<void> {
    try {
      await running.health?.check();
      send({ checked: true });
    } catch (error) {
      send({ checked: false, ...describe(error) });
    }
  }

  async function sendMetrics(): Promise<void> {
    const metrics = await measured?.renderMetrics().catch(() => undefined);
    send({ metrics: metrics ?? '' });
  }

  function send(message: WorkerMessage): void {
    // A disconnected worker is about to stop.
    if (worker.isConnected()) worker.send(message, () => {});
  }
}

/** What the primary process restores an error from. */
function describe(error: unknown): Omit<FailedCheck, 'checked'> {
  if (!(error instanceof ServiceError)) return { message: error instanceof Error ? error.message : String(error) };
  const { code, message, status, hasOwnStatus, headers } = error;
  return { code, message, headers, ...(hasOwnStatus && { status }) };
}
