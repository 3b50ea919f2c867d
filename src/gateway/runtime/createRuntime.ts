import type { GraphQLSchema } from 'graphql';
import proxyAddr from 'proxy-addr';
import { SettingsError } from '../config/SettingsError.ts';
import type { Prepare } from '../execution/Execute.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import { createRouters } from '../request/createRouters.ts';
import type { Versioning } from '../protocol/VersionSettings.ts';
import { loadEndpoints } from './Endpoint.ts';
import type { Runtime } from './Runtime.ts';

export interface RuntimeOptions extends Pick<Runtime, 'rateLimiter' | 'admission' | 'runOnce' | 'keysWithoutCaller'> {
  plan: ApiPlan;
  /** It fits the plan; see `findMisfits`. */
  schema: GraphQLSchema;
  prepare: Prepare;
  /** Absent: no credentials are required, and callers have no scopes. */
  authenticate?: NonNullable<Runtime['authenticate']>;
  report: Runtime['report'];
  settings: RuntimeSettings;
}

export interface RuntimeSettings {
  apiName: string;
  defaultVersion: number;
  versioning: Versioning;
  basePath: string;
  /** Whether bodies are compressed as the client accepts them. Default: not. */
  compression?: boolean;
  /** The beginning of every absolute address, such as `https://api.example.com`. */
  publicUrl?: string;
  /** The peers whose forwarded headers are trusted, as `proxy-addr` compiles them. Absent: none. */
  trustProxy?: readonly string[];
  /** The page that describes deprecations, below the base path; absent where none is served. */
  changesPath?: string;
  /** Headers of requests that the upstream receives besides the credentials, in lower case. Default: none. */
  forwardedHeaders?: readonly string[];
}

/** Turns a plan into what handles its requests. Throws a SettingsError for a default version that does not exist. */
export function createRuntime({ plan, schema, prepare, settings, ...dependencies }: RuntimeOptions): Runtime {
  const { basePath, changesPath, defaultVersion, trustProxy, forwardedHeaders } = settings;
  const numbers = plan.versions.map(({ number }) => number);
  if (!numbers.includes(defaultVersion)) {
    const message = `The default version is ${defaultVersion} (DEFAULT_API_VERSION, or the option defaultVersion), but the versions are: ${numbers.join(', ')}.`;
    throw new SettingsError([message]);
  }
  const changesPage = changesPath === undefined ? undefined : basePath + changesPath;
  const context = { schema, prepare, changesPage, forwardedHeaders };
  const loaders = new Map(plan.versions.map((version) => [version.number, loadEndpoints(version, context)]));
  return {
    conventions: new Map(plan.versions.map(({ number, conventions }) => [number, conventions])),
    routers: createRouters(plan),
    endpointOf: (version, endpoint) => loaders.get(version)!(endpoint),
    settings: { ...settings, versions: numbers, trustsPeer: trustProxy && proxyAddr.compile([...trustProxy]) },
    ...dependencies,
  };
}
