import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { Settings } from '../../gateway/config/Settings.ts';
import { findAuthWarnings } from '../../gateway/config/settingsWarnings.ts';
import { CONTRACTS } from '../../gateway/contracts/contractFiles.ts';
import { shortPath } from '../../gateway/errors/Diagnostic.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { startHttpServer } from '../../gateway/server/startHttpServer.ts';
import { renewEditorSchema } from '../../project/editorSchema.ts';
import { isModule } from '../../project/loadSchema.ts';
import type { Project } from '../../project/resolveProject.ts';
import { createContractWatch, findHistoryFile } from './contractWatch.ts';
import { createApiLoader } from './createApiLoader.ts';
import { createDevLog } from './createDevLog.ts';
import { createEventStream } from './createEventStream.ts';
import { FIRST_STATE, createReporter } from './createReporter.ts';
import type { Terminal } from './createTerminal.ts';
import { createUnavailableApi } from './createUnavailableApi.ts';
import { type Reload, createLiveApi } from './liveApi.ts';
import { describeFirst } from './messages.ts';
import { selectDataSource } from './selectDataSource.ts';
import { type ProjectWatcher, watchProject } from './watchProject.ts';
import type { ChangedPart } from './watchedFiles.ts';

interface DevOptions {
  /** Whether mock data is served. */
  mock: boolean;
  /** Whether the project is that of the program, whose contracts do not depend on the environment. */
  isDefault?: boolean;
  terminal: Terminal;
}

interface DevServer {
  /** Its URL, with the base path and without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves a project and follows the changes of its files. Rejects where it could not serve whatever the documents say; nothing
 * stays open then.
 */
export async function startDevServer(settings: Settings, project: Project, options: DevOptions): Promise<DevServer> {
  const { endpoints, schemaFile, configFile, root } = project;
  const { print, style } = options.terminal;
  const early = new Set<ChangedPart>();
  let follow = (changed: ReadonlySet<ChangedPart>): void => {
    for (const part of changed) early.add(part);
  };
  // Before the files are read, so that no change is missed.
  const watcher = watchProject(
    {
      endpoints: path.resolve(endpoints),
      schemaFile,
      configFile,
      contracts: path.resolve(root, CONTRACTS),
      history: findHistoryFile(root),
    },
    {
      onChange: (changed) => follow(changed),
      onError: (error) => print(style('red', `Files cannot be watched. ${String(error)}`)),
    },
  );
  try {
    const served = await serveProject(settings, project, options, watcher);
    follow = served.follow;
    if (early.size > 0) follow(early);
    return {
      url: served.url,
      close: async () => {
        watcher.close();
        await served.close();
      },
    };
  } catch (error) {
    watcher.close();
    throw error;
  }
}

/** A server that loads the parts of its project that have changed. */
interface ServedProject extends DevServer {
  follow(changed: ReadonlySet<ChangedPart>): void;
}

async function serveProject(
  settings: Settings,
  project: Project,
  { mock, isDefault = false, terminal }: DevOptions,
  { addModules, isStale }: ProjectWatcher,
): Promise<ServedProject> {
  const { print, style } = terminal;
  const { basePath } = settings;
  const { endpoints, schemaFile, configFile } = project;
  const configNotice = configFile === undefined ? undefined : createConfigNotice(configFile);
  const data = selectDataSource(project, settings, mock);
  const log = createDevLog(terminal, settings.logLevel, `${basePath}/docs/`);
  const warnings = [...(data.isRemote ? (project.headerWarnings ?? []) : []), ...findAuthWarnings(settings.auth)];
  for (const warning of warnings) log.warn(warning);
  const loader = await createApiLoader({ settings, project, data, log, onModules: addModules });
  const live = createLiveApi(loader, (problems) => createUnavailableApi(basePath, problems), isStale);
  const first = await live.reload(new Set());

  const events = createEventStream(FIRST_STATE);
  const { url, close } = await startHttpServer({
    ...settings,
    api: live.get,
    events: { path: `${basePath}/docs/events`, handle: events.handle },
    ping: () => (live.loaded() ? data.ping() : Promise.reject(new ServiceError('UNAVAILABLE', 'Not loaded yet.'))),
    log,
  });
  const reporter = createReporter({
    terminal,
    send: events.send,
    greet: (api) => print(describeFirst(api, { settings, data, url, style })),
  });
  const contracts = createContractWatch({
    project,
    settings: isDefault ? undefined : settings,
    onBreaks: reporter.reportBreaks,
  });

  function report(reload: Reload | undefined): void {
    if (!reload) return;
    reporter.report(reload);
    if (!reload.isLive) return;
    contracts.check(reload.api);
    renewSchema(reload.api.schema);
  }

  let written: GraphQLSchema | undefined;
  function renewSchema(schema: GraphQLSchema): void {
    if (schema === written || schemaFile === undefined || !isModule(schemaFile)) return;
    written = schema;
    const renewal = renewEditorSchema(endpoints, schema);
    if (renewal !== undefined) print(renewal);
  }

  const watched = [endpoints, ...(schemaFile === undefined ? [] : [schemaFile])].map(shortPath);
  print(`${style('bold', 'Portico')} is at ${style('cyan', url)}, with ${data.description}.`);
  print(`The API reference is at ${style('cyan', `${url}/docs`)}`);
  print(`Watching ${watched.join(' and ')}; Ctrl-C stops.\n`);
  report(first);
  return {
    url,
    follow: async (changed) => {
      const notice = changed.has('config') ? configNotice?.() : undefined;
      if (notice !== undefined) print(style('yellow', notice));
      const api = live.loaded();
      if (changed.has('contracts') && api) contracts.check(api);
      if (changed.has('documents') || changed.has('schema')) report(await live.reload(changed));
    },
    close: async () => {
      contracts.close();
      events.close();
      await close();
    },
  };
}

/** Creates a function that says what a change of the configuration means; undefined where its content is what was last seen. */
export function createConfigNotice(file: string): () => string | undefined {
  const first = readText(file);
  let last = first;
  return () => {
    const text = readText(file);
    if (text === last) return undefined;
    last = text;
    return text === first
      ? `${shortPath(file)} is as it was at startup again`
      : `${shortPath(file)} has changed; restart to apply it`;
  };
}

/** Undefined where it cannot be read. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
