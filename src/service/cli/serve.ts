import cluster from 'node:cluster';
import { findAuthWarnings } from '../../gateway/config/findAuthWarnings.ts';
import { readServiceSettings } from '../config/readServiceSettings.ts';
import { createLogger } from '../../gateway/telemetry/createLogger.ts';
import { checkStart } from './checkStart.ts';
import { countWorkers } from './countWorkers.ts';
import { type ServeOptions, startMode } from './startMode.ts';
import { stopOnSignals } from '../../gateway/cli/stopOnSignals.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Serves until SIGINT, SIGTERM or SIGHUP, with as many processes as the settings say. What is wrong with a start is told once. */
export async function serve(env: Environment, options: ServeOptions): Promise<void> {
  const settings = readServiceSettings(env);
  const opensDatabase = options.upstream === undefined;
  const workers = countWorkers(settings, opensDatabase);
  if (cluster.isWorker) {
    const { serveShare } = await import('./serveShare.ts');
    return serveShare(settings, options, env);
  }
  await checkStart(settings, options);
  const log = createLogger(settings.logLevel);
  for (const warning of findAuthWarnings(settings.auth)) log.warn(warning);
  if (workers > 1) {
    const { serveWorkers } = await import('./serveWorkers.ts');
    return serveWorkers(settings, workers, opensDatabase, log);
  }
  // Standard output is the log's.
  const onProgress = (line: string) => void process.stderr.write(`${line}\n`);
  const { server, greeting } = await startMode(settings, options, env, { log, onProgress });
  const close = async () => {
    // Connections that were made before the signal are accepted in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await server.close();
  };
  stopOnSignals(close, { seconds: settings.drainSeconds, begin: server.drain });
  process.stderr.write(greeting);
}
