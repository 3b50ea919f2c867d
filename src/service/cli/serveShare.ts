import cluster from 'node:cluster';
import type { RunningServer } from '../../gateway/server/RunningServer.ts';
import type { ServiceSettings } from '../config/ServiceSettings.ts';
import { type ServeOptions, startMode } from './startMode.ts';
import type { WorkerMessage } from './startWorkers.ts';
import { STOP_SIGNALS, stopOnce } from '../../gateway/cli/stopOnSignals.ts';

/**
 * Serves what the first process hands to this one, until that lets it go. A signal is passed on to the first process,
 * which has to stop first; see `startWorkers`.
 */
export async function serveShare(
  settings: ServiceSettings,
  options: ServeOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const worker = cluster.worker!;
  // One that does not serve yet has nothing to close.
  let served: Pick<RunningServer, 'drain' | 'close'> = { drain: () => {}, close: async () => {} };
  let draining = false;
  const stop = stopOnce(() => served.close());
  worker.on('message', (message: WorkerMessage) => {
    if (message !== 'drain') return stop();
    draining = true;
    served.drain();
  });
  worker.on('disconnect', stop);
  if (!worker.isConnected()) return stop();
  for (const [signal, wish] of Object.entries(STOP_SIGNALS)) process.on(signal, () => tell(wish));

  // It finds the database prepared, and leaves it to the first process to speak to people.
  const { server, greeting } = await startMode({ ...settings, migrate: 'done' }, options, env);
  served = server;
  if (draining) server.drain();
  tell({ greeting });

  function tell(message: WorkerMessage): void {
    // Whom nobody listens to any more is about to stop.
    if (worker.isConnected()) worker.send(message, () => {});
  }
}
