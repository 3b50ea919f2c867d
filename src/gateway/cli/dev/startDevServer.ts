import path from 'node:path';
import type { Settings } from '../../config/Settings.ts';
import { shortPath } from '../../errors/Diagnostic.ts';
import { ServiceError } from '../../errors/ServiceError.ts';
import { startHttpServer } from '../../server/startHttpServer.ts';
import type { Project } from '../project/Project.ts';
import { createApiLoader } from './createApiLoader.ts';
import { createDevLog } from './createDevLog.ts';
import { createEventStream } from './createEventStream.ts';
import { createLiveApi } from './createLiveApi.ts';
import { createReporter, FIRST_STATE } from './createReporter.ts';
import type { Terminal } from './createTerminal.ts';
import { createUnavailableApi } from './createUnavailableApi.ts';
import { describeFirst } from './describeFirst.ts';
import { selectDataSource } from './selectDataSource.ts';
import { type ChangedPart, type ProjectEvents, watchProject } from './watchProject.ts';

export interface DevOptions {
  /** Whether data is made up. */
  mock: boolean;
  terminal: Terminal;
}

export interface DevServer {
  /** Its URL, with the base path and without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Serves a project and follows the changes of its files. Rejects where it could not serve whatever the documents say. */
export async function startDevServer(
  settings: Settings,
  project: Project,
  { mock, terminal }: DevOptions,
): Promise<DevServer> {
  const { print, style } = terminal;
  const { basePath } = settings;
  const data = selectDataSource(project, settings, mock);
  const log = createDevLog(terminal, settings.logLevel, `${basePath}/docs/`);
  const events = createEventStream(FIRST_STATE);
  const { endpoints, schemaFile, configFile } = project;
  let follow: ProjectEvents['onChange'] = (changed) => {
    for (const part of changed) early.add(part);
  };
  const early = new Set<ChangedPart>();
  const watcher = await watchProject(
    { endpoints: path.resolve(endpoints), schemaFile, configFile },
    {
      onChange: (changed) => follow(changed),
      onError: (error) => print(style('red', `Files cannot be watched. ${String(error)}`)),
    },
  );
  const loader = await createApiLoader({ settings, project, data, log, onModules: watcher.addModules });
  const live = createLiveApi(loader, (problems) => createUnavailableApi(settings, problems));
  const first = await live.reload(new Set());

  const server = await startHttpServer({
    ...settings,
    api: live.get,
    events: { path: `${basePath}/docs/events`, handle: events.handle },
    ping: () => (live.isAvailable() ? data.ping() : Promise.reject(new ServiceError('UNAVAILABLE', 'Not loaded yet.'))),
    log,
  });
  const reporter = createReporter({
    terminal,
    send: events.send,
    greet: (api) => print(describeFirst(api, { settings, data, url: server.url, style })),
  });

  follow = async (changed) => {
    if (changed.has('config')) print(style('yellow', `${shortPath(configFile!)} has changed; restart to apply it`));
    if (!changed.has('documents') && !changed.has('schema')) return;
    const reload = await live.reload(changed);
    if (reload) reporter.report(reload);
  };

  const watched = [endpoints, ...(schemaFile === undefined ? [] : [schemaFile])].map(shortPath);
  print(`${style('bold', 'Portico')} is at ${style('cyan', server.url)}, with ${data.description}.`);
  print(`The API reference is at ${style('cyan', `${server.url}/docs`)}`);
  print(`Watching ${watched.join(' and ')}; Ctrl-C stops.\n`);
  if (first) reporter.report(first);
  if (early.size > 0) follow(early);
  return {
    url: server.url,
    close: async () => {
      await watcher.close();
      events.close();
      await server.close();
    },
  };
}
