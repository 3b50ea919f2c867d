import cluster from 'node:cluster';
import type { RunningServer } from '../../server/RunningServer.ts';
import type { ServeMode } from './ServeMode.ts';
import type { WorkerMessage } from './startWorkers.ts';
import { STOP_SIGNALS, stopOnce } from './stopOnSignals.ts';

/**
 * Serves the connections that the primary process distributes, until that stops this worker. A signal is passed on to the
 * primary process, which stops first; see `startWorkers`.
 */
export async function runWorker(mode: ServeMode): Promise<void> {
  const worker = cluster.worker!;
  // Until the server has started there is nothing to close.
  let running: Pick<RunningServer, 'drain' | 'close'> = { drain: () => {}, close: async () => {} };
  let draining = false;
  const stop = stopOnce(() => running.close());
  worker.on('message', (message: WorkerMessage) => {
    if (message !== 'drain') return stop();
    draining = true;
    running.drain();
  });
  worker.on('disconnect', stop);
  if (!worker.isConnected()) return stop();
  for (const [signal, action] of Object.entries(STOP_SIGNALS)) process.on(signal, () => send(action));

  const { server, greeting } = await mode.start({}, true);
  running = server;
  if (draining) server.drain();
  send({ greeting });

  function send(message: WorkerMessage): void {
    // A disconnected worker is about to stop.
    if (worker.isConnected()) worker.send(message, () => {});
  }
}
