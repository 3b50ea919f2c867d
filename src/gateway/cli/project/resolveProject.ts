// The options of a command and the configuration → the API that the command reads. Options replace what the configuration says.
import path from 'node:path';
import { introspectUpstream } from '../../execution/remote/introspectUpstream.ts';
import { UsageError } from '../UsageError.ts';
import { checkPaths } from './checkPaths.ts';
import { loadSchema } from './loadSchema.ts';
import type { Project } from './Project.ts';
import { type Config, readConfig } from './readConfig.ts';
import { readUpstream } from './readUpstream.ts';

/** The options that name an API, as commander parses them. */
export interface ApiOptions {
  /** A configuration. Default: the one in the working directory. */
  config?: string;
  /** A file with SDL, a supergraph or an introspection, or a module that exports a schema. */
  schema?: string;
  /** The URL of a GraphQL API. */
  upstream?: string;
  /** Headers of every request to the upstream, as `Name: value`. */
  upstreamHeader?: string[];
  /** The folder of endpoint documents. */
  endpoints?: string;
}

/**
 * The API of the options and of the configuration; without both that of the program. Throws a UsageError where none is
 * complete, and where a file or a folder cannot be read.
 */
export async function resolveProject(options: ApiOptions, defaults?: Project, cwd = process.cwd()): Promise<Project> {
  const config = await readConfig(cwd, options.config);
  if (defaults && !config && isDefault(options, defaults)) return defaults;
  const { schema, upstream: url, upstreamHeader } = readSource(options, config);
  const endpoints = options.endpoints ?? config?.endpoints;
  if ((schema === undefined && url === undefined) || endpoints === undefined) {
    throw new UsageError(describeMissing({ schema: schema ?? url, endpoints }));
  }
  checkPaths({ ...(schema !== undefined && { schema }), endpoints });
  const upstream = url === undefined ? undefined : readUpstream(url, upstreamHeader);
  return {
    endpoints,
    root: config?.folder ?? cwd,
    loadSchema: () => (schema === undefined ? introspectUpstream(upstream!) : loadSchema(path.resolve(cwd, schema))),
    ...(schema !== undefined && { schemaFile: path.resolve(cwd, schema) }),
    ...(config && { configFile: config.file }),
    ...(upstream && { upstream }),
  };
}

/** The schema and the upstream are those of the options, or those of the configuration: never one of each. */
function readSource(
  options: ApiOptions,
  config: Config | undefined,
): Pick<ApiOptions, 'schema' | 'upstream' | 'upstreamHeader'> {
  const headers = Object.entries(config?.headers ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  const { schema, upstream, upstreamHeader = [] } = options;
  if (schema !== undefined || upstream !== undefined) return options;
  return { ...config, upstreamHeader: [...headers, ...upstreamHeader] };
}

/** Whether the options name the API of the program: none is given, or only `--endpoints` with its folder. */
function isDefault({ config, schema, upstream, endpoints }: ApiOptions, defaults: Project): boolean {
  if (config !== undefined || schema !== undefined || upstream !== undefined) return false;
  return endpoints === undefined || path.resolve(endpoints) === path.resolve(defaults.endpoints);
}

function describeMissing({ schema, endpoints }: { schema: string | undefined; endpoints: string | undefined }): string {
  if (schema !== undefined) return '--endpoints is required: the folder of the endpoint documents for that schema.';
  if (endpoints !== undefined) {
    return '--schema FILE or --upstream URL is required: the GraphQL API that the endpoint documents query.';
  }
  return 'There is no portico.config.ts, .js or .json in this folder. Run "portico init", or pass --schema FILE or --upstream URL, and --endpoints FOLDER.';
}
