import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { GraphQLSchema } from 'graphql';
import { type Settings, findAuthWarnings } from '../../gateway/base/settings/Settings.ts';
import { CONTRACTS } from '../../gateway/describe/contracts/contractFiles.ts';
import { shortPath } from '../../gateway/base/errors/Diagnostic.ts';
import { ServiceError } from '../../gateway/base/errors/ServiceError.ts';
import type { ServedApi } from '../../gateway/serve/ServedApi.ts';
import { startHttpServer } from '../../gateway/serve/ports/startHttpServer.ts';
import { renewEditorSchema } from '../../project/editorSchema.ts';
import { isModule } from '../../project/loadSchema.ts';
import { settingsOf } from '../../project/readApi.ts';
import type { Project } from '../../project/resolveProject.ts';
import { createContractWatch } from './contractWatch.ts';
import { type LoadedApi, createApiLoader } from './createApiLoader.ts';
import { createDevLog } from './createDevLog.ts';
import { type Print, createReporter, problemsOf } from './createReporter.ts';
import { createUnavailableApi } from './docsBanner.ts';
import { describeFirst } from './messages.ts';
import { selectDataSource } from './selectDataSource.ts';
import { type ChangedPart, createProjectFiles, watchProject } from './watchProject.ts';

interface DevOptions {
  mock: boolean;
  /** Whether the project is that of the program, whose contracts do not depend on the environment. */
  isDefault?: boolean;
  print: Print;
  /** Of the environment, for the terminal. Absent: none. */
  environmentWarnings?: readonly string[];
}

/**
 * Serves a project and follows the changes of its files. Rejects where it could not serve whatever the documents say. The URL has the
 * base path, and no trailing slash.
 */
export async function startDevServer(
  environment: Settings,
  project: Project,
  { mock, isDefault = false, print, environmentWarnings = [] }: DevOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const settings = settingsOf(project, environment);
  const { basePath } = settings;
  const { endpoints, schemaFile, configFile, root } = project;
  const data = selectDataSource(project, settings, mock);
  const log = createDevLog(print, settings.logLevel, `${basePath}/docs/`);
  const ofHeaders = data.isRemote ? (project.headerWarnings ?? []) : [];
  const warnings = [...environmentWarnings, ...ofHeaders, ...findAuthWarnings(settings.auth)];
  for (const warning of warnings) log.warn(warning);
  // Before the files are read, so that no change is missed.
  const files = createProjectFiles({
    endpoints: path.resolve(endpoints),
    schemaFile,
    configFile,
    contracts: path.resolve(root, CONTRACTS),
  });
  const loader = await createApiLoader({ settings, project, data, log, onModules: files.addModules });

  let loaded: LoadedApi | undefined;
  let served!: ServedApi;
  const reporter = createReporter({ print, greet: (api) => print(describeFirst(api, url)) });
  const contracts = createContractWatch({
    project,
    settings: isDefault ? undefined : settings,
    onBreaks: reporter.reportBreaks,
  });

  let written: GraphQLSchema | undefined;
  function renewSchema(schema: GraphQLSchema): void {
    if (schema === written || schemaFile === undefined || !isModule(schemaFile)) return;
    written = schema;
    const renewal = renewEditorSchema(endpoints, schema);
    if (renewal !== undefined) print(renewal);
  }

  /** Returns what reports it. The API is replaced as a whole: a request that was received before is completed by the one of its time. */
  async function load(...changed: ChangedPart[]): Promise<() => void> {
    const startedAt = performance.now();
    const [result] = await Promise.allSettled([
      loader.load({ schema: changed.includes('schema'), config: changed.includes('config') }),
    ]);
    if (result.status === 'rejected') {
      const problems = problemsOf(result.reason);
      if (!loaded) served = createUnavailableApi(basePath, problems[0]!);
      return () => reporter.reportProblems(problems);
    }
    const api = (loaded = result.value);
    ({ served } = api);
    const milliseconds = performance.now() - startedAt;
    return () => {
      reporter.reportLive(api, milliseconds);
      contracts.check(api);
      renewSchema(api.schema);
    };
  }

  const reportFirst = await load();
  const { url, close } = await startHttpServer({
    ...settings,
    api: () => served,
    events: { path: `${basePath}/docs/events`, handle: reporter.handle },
    ping: () => (loaded ? data.ping() : Promise.reject(new ServiceError('UNAVAILABLE', 'Not loaded yet.'))),
    log,
  });

  async function follow(changed: ReadonlySet<ChangedPart>): Promise<void> {
    if (['documents', 'schema', 'config'].some((part) => changed.has(part as ChangedPart))) {
      const report = await load(...changed);
      // Requests that wait come before what is said of the change.
      await setImmediate();
      report();
    } else if (changed.has('contracts') && loaded) contracts.check(loaded);
  }

  const watched = [endpoints, ...(schemaFile === undefined ? [] : [schemaFile])].map(shortPath);
  print(`${styleText('bold', 'Portico')} is at ${styleText('cyan', url)}, with ${data.description}.`);
  print(`The API reference is at ${styleText('cyan', `${url}/docs`)}`);
  print(`Watching ${watched.join(' and ')}; Ctrl-C stops.\n`);
  reportFirst();
  if (data.isRemote && schemaFile !== undefined) {
    data
      .ping()
      .catch((err: unknown) => log.warn({ err }, 'The upstream does not respond; until it does, requests are 503.'));
  }
  const watching = new AbortController();
  void watchProject(files, follow, watching.signal);
  return {
    url,
    close: async () => {
      watching.abort();
      contracts.close();
      reporter.close();
      const closed = close();
      loader.drain();
      await closed;
    },
  };
}
