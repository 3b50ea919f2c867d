import { existsSync } from 'node:fs';
import path from 'node:path';
import { findAuthWarnings } from '../../config/findAuthWarnings.ts';
import type { Settings } from '../../config/Settings.ts';
import { CONTRACTS } from '../../contracts/contractFiles.ts';
import { shortPath } from '../../errors/Diagnostic.ts';
import { ServiceError } from '../../errors/ServiceError.ts';
import { startHttpServer } from '../../server/startHttpServer.ts';
import type { Project } from '../project/Project.ts';
import { createApiLoader } from './createApiLoader.ts';
import { compileProjectContracts } from './compileProjectContracts.ts';
import { createBreakWatch } from './createBreakWatch.ts';
import { createDevLog } from './createDevLog.ts';
import { createEventStream } from './createEventStream.ts';
import { createLiveApi, type Reload } from './createLiveApi.ts';
import { createReporter, FIRST_STATE } from './createReporter.ts';
import type { Terminal } from './createTerminal.ts';
import { createUnavailableApi } from './createUnavailableApi.ts';
import { describeBreaks } from './describeBreaks.ts';
import { describeFirst } from './describeFirst.ts';
import { findBreaksInProcess } from './findBreaksInProcess.ts';
import { selectDataSource } from './selectDataSource.ts';
import { type ChangedPart, type ProjectEvents, watchProject } from './watchProject.ts';

export interface DevOptions {
  /** Whether data is made up. */
  mock: boolean;
  /** Whether the project is that of the program, whose contracts do not depend on the environment. */
  isDefault?: boolean;
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
  { mock, isDefault = false, terminal }: DevOptions,
): Promise<DevServer> {
  const { print, style } = terminal;
  const { basePath } = settings;
  const data = selectDataSource(project, settings, mock);
  const log = createDevLog(terminal, settings.logLevel, `${basePath}/docs/`);
  for (const warning of findAuthWarnings(settings.auth)) log.warn(warning);
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
    ping: () => (live.loaded() ? data.ping() : Promise.reject(new ServiceError('UNAVAILABLE', 'Not loaded yet.'))),
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
    report(await live.reload(changed));
  };
  const breaks = createBreakWatch({
    compile: () => compileProjectContracts(project, live.loaded()!, isDefault ? undefined : settings),
    find: (compiled, signal) => findBreaksInProcess({ root: project.root, compiled }, signal),
    onFound: (found) => reporter.reportBreaks(describeBreaks(found, live.loaded()!.plan)),
  });

  function report(reload: Reload | undefined): void {
    if (!reload) return;
    reporter.report(reload);
    if (reload.isLive && existsSync(path.join(project.root, CONTRACTS))) breaks.check();
  }

  const watched = [endpoints, ...(schemaFile === undefined ? [] : [schemaFile])].map(shortPath);
  print(`${style('bold', 'Portico')} is at ${style('cyan', server.url)}, with ${data.description}.`);
  print(`The API reference is at ${style('cyan', `${server.url}/docs`)}`);
  print(`Watching ${watched.join(' and ')}; Ctrl-C stops.\n`);
  report(first);
  if (early.size > 0) follow(early);
  return {
    url: server.url,
    close: async () => {
      await watcher.close();
      breaks.close();
      events.close();
      await server.close();
    },
  };
}
