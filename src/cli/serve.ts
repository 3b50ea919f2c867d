import cluster from 'node:cluster';
import { readSettings } from '../config/readSettings.ts';
import { countWorkers } from './countWorkers.ts';
import { type ServeOptions, startMode } from './startMode.ts';
import { stopOnSignals } from './stopOnSignals.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Serves until SIGINT or SIGTERM, with as many processes as the settings say. */
export async function serve(env: Environment, options: ServeOptions): Promise<void> {
  const settings = readSettings(env);
  const opensDatabase = options.upstream === undefined;
  const workers = countWorkers(settings, opensDatabase);
  if (workers > 1 && cluster.isPrimary) {
    const { serveWorkers } = await import('./serveWorkers.ts');
    return serveWorkers(settings, workers, opensDatabase);
  }
  if (cluster.isWorker) {
    const { serveShare } = await import('./serveShare.ts');
    return serveShare(settings, options, env);
  }
  const { portico, greeting } = await startMode(settings, options, env);
  stopOnSignals(() => portico.close());
  // Standard output is the log's.
  process.stderr.write(greeting);
}
