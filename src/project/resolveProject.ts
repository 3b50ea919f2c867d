// The options of a command and the configuration → the API that the command reads.
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { PorticoHostOptions } from '../gateway/serve/PorticoConfig.ts';
import type { EngineSettings } from '../gateway/serve/createEngine.ts';
import type { Upstream } from '../gateway/execute/remote/Upstream.ts';
import { introspectUpstream } from '../gateway/execute/remote/introspectUpstream.ts';
import { UsageError } from './UsageError.ts';
import type { Modules } from './importModule.ts';
import { loadSchema } from './loadSchema.ts';
import { MISSING_CONFIG, readConfig } from './readConfig.ts';
import { type ApiOptions, type Sources, checkPaths, findHeaderWarnings, readSources } from './readSources.ts';

export type { ApiOptions } from './readSources.ts';

/**
 * The API of the options and of the configuration; without both that of the program, in its own folder. Throws a UsageError
 * where none is complete, and where a file or a folder cannot be read. The configuration is evaluated with `modules`, or by itself.
 */
export async function resolveProject(
  options: ApiOptions,
  defaults?: Project,
  cwd = process.cwd(),
  modules?: Modules,
): Promise<Project> {
  const config = await readConfig(cwd, options.config, modules);
  if (defaults && !config && isDefault(options, defaults, cwd)) return defaults;
  const sources = readSources(options, config, cwd);
  const { schema, upstream, endpoints } = sources;
  if ((!schema && !upstream) || !endpoints) throw new UsageError(describeMissing(sources, config?.name));
  checkPaths(sources);
  const headerWarnings = findHeaderWarnings(options, config);
  return {
    endpoints: endpoints.path,
    root: config?.folder ?? cwd,
    loadSchema: () => (schema ? loadSchema(schema.path) : introspectUpstream(upstream!)),
    ...(schema && { schemaFile: schema.path }),
    ...(config && { configFile: config.file, reload: (others) => resolveProject(options, defaults, cwd, others) }),
    // Another API has other options.
    ...(config?.options && !upstream && { options: config.options }),
    ...(upstream && { upstream }),
    ...(headerWarnings.length > 0 && { headerWarnings }),
  };
}

/** Whether the options name the API of the program: none is given, or only `--endpoints` with its folder. */
function isDefault({ schema, upstream, endpoints }: ApiOptions, defaults: Project, cwd: string): boolean {
  if (schema !== undefined || upstream !== undefined) return false;
  if (endpoints !== undefined) return path.resolve(cwd, endpoints) === path.resolve(defaults.endpoints);
  // Elsewhere it would be taken for the API of that folder.
  const away = path.relative(defaults.root, cwd);
  return !away.startsWith('..') && !path.isAbsolute(away);
}

function describeMissing({ schema, upstream, endpoints }: Sources, config: string | undefined): string {
  if (schema || upstream) return '--endpoints is required: the folder of the endpoint documents for that schema.';
  const source = 'the GraphQL API that the endpoint documents query.';
  if (config !== undefined) return `${config}: schema or upstream is required: ${source}`;
  if (endpoints) return `--schema FILE or --upstream URL is required: ${source}`;
  return `${MISSING_CONFIG} Run "portico init", or pass --schema FILE or --upstream URL, and --endpoints FOLDER.`;
}

/** An API that commands read: that of their options or of the configuration, or that of the program. */
export interface Project {
  /** The folder of endpoint documents. */
  endpoints: string;
  /** The folder that contains `contracts`. */
  root: string;
  /** Loads the schema, each time anew. */
  loadSchema(): Promise<GraphQLSchema>;
  /** The file of the schema. Absent: the upstream is introspected, or the program has the schema. */
  schemaFile?: string;
  /** The configuration that the project was read from. */
  configFile?: string;
  /** Reads the configuration again, with other modules. Absent: there is none. */
  reload?(modules: Modules): Promise<Project>;
  /** The options of createPortico in the configuration. Absent: none. */
  options?: PorticoHostOptions | undefined;
  /** The GraphQL API that executes. */
  upstream?: Upstream;
  /** Headers of the configuration that are not sent to the upstream because they have no value. Absent: none. */
  headerWarnings?: readonly string[];
  /** `info.contact` and `info.license` of the OpenAPI documents. Absent: none. */
  publisher?: EngineSettings['publisher'];
}
