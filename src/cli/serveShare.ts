import cluster from 'node:cluster';
import type { Settings } from '../config/Settings.ts';
import { type ServeOptions, startMode } from './startMode.ts';
import type { WorkerMessage } from './startWorkers.ts';
import { stopOnce } from './stopOnSignals.ts';

/**
 * Serves what the first process hands to this one, until that lets it go. A signal is passed on to the first process,
 * which has to stop first; see `startWorkers`.
 */
export async function serveShare(
  settings: Settings,
  options: ServeOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const worker = cluster.worker!;
  // One that does not serve yet has nothing to close.
  let close = async (): Promise<void> => {};
  const stop = stopOnce(() => close());
  worker.on('message', stop);
  worker.on('disconnect', stop);
  if (!worker.isConnected()) return stop();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tell('stop'));

  // It finds the database prepared, and leaves it to the first process to speak to people.
  const { portico, greeting } = await startMode({ ...settings, migrate: 'done' }, options, env);
  close = () => portico.close();
  tell({ greeting });

  function tell(message: WorkerMessage): void {
    // Whom nobody listens to any more is about to stop.
    if (worker.isConnected()) worker.send(message, () => {});
  }
}
