// The options of a command and the configuration → what they name together. Options replace what the configuration says.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { shortPath } from '../gateway/base/errors/Diagnostic.ts';
import { type Upstream, createUpstream, findHeaderFault, findUrlFault } from '../gateway/execute/remote/Upstream.ts';
import { UsageError } from './UsageError.ts';
import type { Config } from './readConfig.ts';

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
  /** The names of headers of clients that are forwarded to the upstream. */
  forwardHeader?: string[];
  /** The name and the version that the upstream knows the client by. */
  clientName?: string;
  clientVersion?: string;
  /** The folder of endpoint documents. */
  endpoints?: string;
}

/** What options and configuration name. */
export interface Sources {
  schema?: NamedPath;
  upstream?: Upstream;
  endpoints?: NamedPath;
}

/**
 * Reads the sources of an API. `--upstream` is another API than that of the configuration, whose schema and headers are not
 * its own. Throws a UsageError for an invalid option.
 */
export function readSources(options: ApiOptions, config?: Config, cwd = process.cwd()): Sources {
  const schema = namePath('schema', options, options.upstream === undefined ? config : undefined, cwd);
  const endpoints = namePath('endpoints', options, config, cwd);
  const upstream = nameUpstream(options, config);
  return { ...(schema && { schema }), ...(upstream && { upstream }), ...(endpoints && { endpoints }) };
}

function namePath(
  key: 'schema' | 'endpoints',
  options: ApiOptions,
  config: Config | undefined,
  cwd: string,
): NamedPath | undefined {
  const option = options[key];
  if (option !== undefined) return { path: path.resolve(cwd, option), by: `--${key}` };
  const configured = config?.[key];
  return configured === undefined ? undefined : { path: configured, by: `${config!.name}: ${key}` };
}

function nameUpstream(options: ApiOptions, config: Config | undefined): Upstream | undefined {
  const { upstream: url, upstreamHeader = [], forwardHeader = [], clientName, clientVersion } = options;
  const named = url ?? config?.upstream;
  if (named !== undefined) {
    const upstream = readUpstream(named, upstreamHeader, forwardHeader);
    const own = url === undefined ? config : undefined;
    const configured = Object.entries(own?.headers ?? {}).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const client = readClient(clientName ?? own?.client?.name, clientVersion ?? own?.client?.version);
    const headers = { ...Object.fromEntries(configured), ...upstream.headers };
    return createUpstream({ ...upstream, headers, ...(client && { client }) });
  }
  if (clientName !== undefined) throw new UsageError('--client-name requires --upstream URL.');
  if (upstreamHeader.length > 0) throw new UsageError('--upstream-header requires --upstream URL.');
  if (forwardHeader.length > 0) throw new UsageError('--forward-header requires --upstream URL.');
  return undefined;
}

/** The client that an upstream is sent the name of. Refuses what cannot be the value of a header. */
function readClient(name: string | undefined, version: string | undefined): Upstream['client'] {
  if (name === undefined) {
    if (version !== undefined) throw new UsageError('--client-version requires --client-name NAME.');
    return undefined;
  }
  for (const [option, value] of Object.entries({ name, version })) {
    if (value !== undefined && (value.trim() === '' || findHeaderFault('x', value) !== undefined)) {
      throw new UsageError(`--client-${option} must be a text that can be sent in a header.`);
    }
  }
  return { name, ...(version !== undefined && { version }) };
}

/** A warning for each header of the configuration that has no value, and is not sent to the upstream for that. */
export function findHeaderWarnings(
  { upstream, upstreamHeader = [] }: Pick<ApiOptions, 'upstream' | 'upstreamHeader'>,
  config?: Pick<Config, 'name' | 'upstream' | 'headers'>,
): string[] {
  // With an upstream of the options, the headers of the configuration are not sent.
  if (upstream !== undefined || config?.upstream === undefined) return [];
  const names = new Set(upstreamHeader.map((header) => header.split(':', 1)[0]!.toLowerCase()));
  const unset = Object.keys(config.headers).filter(
    (header) => config.headers[header] === undefined && !names.has(header),
  );
  return unset.map(
    (header) =>
      `${config.name}: the header ${header} has no value, and is not sent to the upstream. Set the environment variable that it is read from, such as ${headerVariable(header)}.`,
  );
}

/** An absolute path, and what names it: an option, or a key of the configuration. */
export interface NamedPath {
  path: string;
  by: string;
}

/** Throws a UsageError for a file of a schema or a folder of endpoint documents that cannot be read. */
export function checkPaths({ schema, endpoints }: { schema?: NamedPath; endpoints?: NamedPath }): void {
  if (schema) readNamed(schema, 'file', () => readFileSync(schema.path));
  if (endpoints) readNamed(endpoints, 'folder', () => readdirSync(endpoints.path));
}

/** Reads what an option or a key names. Throws a UsageError where it cannot be read. */
export function readNamed<Content>({ path: file, by }: NamedPath, kind: string, read: () => Content): Content {
  try {
    return read();
  } catch (error) {
    // Node appends the system call and the path after a comma.
    const [reason] = (error as Error).message.split(', ', 1);
    throw new UsageError(`${by}: the ${kind} ${shortPath(file)} cannot be read. ${reason}.`);
  }
}

/** The environment variable with the value of a header: `UPSTREAM_X_API_KEY` for `x-api-key`. */
export function headerVariable(header: string): string {
  return `UPSTREAM_${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/**
 * Parses --upstream, --upstream-header and --forward-header. Throws a UsageError, also for headers that cannot be sent; no message repeats
 * the value of a header, which may be a secret.
 */
export function readUpstream(
  url: string,
  headers: readonly string[] = [],
  forwarded: readonly string[] = [],
): Upstream {
  const fault = findUrlFault(url);
  if (fault !== undefined) throw new UsageError(`--upstream ${fault}`);
  return {
    url: new URL(url),
    headers: Object.fromEntries(headers.map(readHeader)),
    forwarded: forwarded.map((name) => checkHeader('--forward-header', name)),
  };
}

function readHeader(header: string): [name: string, value: string] {
  const [, name, value = ''] = /^([^:]+):(.*)$/s.exec(header) ?? [];
  if (name === undefined) throw new UsageError('--upstream-header must have the form "Name: value".');
  return [checkHeader('--upstream-header', name, value.trim()), value.trim()];
}

/** The name of a header that can be sent, in lower case. */
function checkHeader(option: string, name: string, value?: string): string {
  const fault = findHeaderFault(name, value);
  if (fault !== undefined) throw new UsageError(`${option}: ${fault}`);
  return name.toLowerCase();
}
