// What handles the requests of an API, made of its plan at startup.
import type { GraphQLSchema } from 'graphql';
import proxyAddr from 'proxy-addr';
import { SettingsError } from '../base/settings/Settings.ts';
import { DEFAULT_API } from '../plan/conventions/apiProperties.ts';
import { prepareCredentials } from '../plan/conventions/credentialRules.ts';
import { prepareHeaderRules } from '../plan/conventions/headerRules.ts';
import { DiagnosticCollector, DocumentError, shortPath } from '../base/errors/Diagnostic.ts';
import type { Prepare } from '../execute/Execute.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import { prepareAccepts } from '../http/mediaTypes.ts';
import { memoizeText } from '../http/memoizeText.ts';
import { readPreference } from '../http/versions.ts';
import { createRouters } from './read/routing.ts';
import { loadEndpoints } from './Endpoint.ts';
import type { Runtime } from './Runtime.ts';
import { listDocuments } from './executedDocuments.ts';

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
  basePath: string;
  /** Whether bodies are compressed as the client accepts them. Default: not. */
  compression?: boolean;
  /** The beginning of every absolute address, such as `https://api.example.com`. */
  publicUrl?: string;
  /** The peers whose forwarded headers are trusted, as `proxy-addr` compiles them. Absent: none. */
  trustProxy?: readonly string[];
  /** The page that describes deprecations, below the base path; absent where none is served. */
  changesPath?: string;
  /** The origins whose pages may read responses, send forms with cookies and call tools, besides that of `publicUrl`, or `*`. Default: none. */
  corsOrigins?: readonly string[] | '*';
  /** Headers of requests that the upstream receives besides the credentials, in lower case. Default: none. */
  forwardedHeaders?: readonly string[];
}

/**
 * Turns a plan into what handles its requests. Throws a SettingsError for a default version that does not exist, and a DocumentError
 * where an upstream has to know the documents and there are too many.
 */
export function createRuntime({ plan, schema, prepare, settings, ...dependencies }: RuntimeOptions): Runtime {
  const { basePath, changesPath, trustProxy, forwardedHeaders } = settings;
  const { name: apiName, defaultVersion, versioning, securitySchemes } = plan.api ?? DEFAULT_API;
  const numbers = plan.versions.map(({ number }) => number);
  if (!numbers.includes(defaultVersion)) {
    const message = `The default version is ${defaultVersion} ("defaultVersion" in api.json, or the option of createPortico), but the versions are: ${numbers.join(', ')}.`;
    throw new SettingsError([message]);
  }
  if (prepare.trustsDocuments) listDocuments(plan, schema);
  const changesPage = changesPath === undefined ? undefined : basePath + changesPath;
  const credentials = securitySchemes && prepareCredentials(securitySchemes, apiName);
  const context = { schema, prepare, changesPage, forwardedHeaders, credentialHeaders: credentials?.headers };
  const loaders = new Map(plan.versions.map((version) => [version.number, loadEndpoints(version, context)]));
  const runtimeSettings: Runtime['settings'] = {
    ...settings,
    apiName,
    defaultVersion,
    versioning,
    versions: numbers,
    trustsPeer: trustProxy && proxyAddr.compile([...trustProxy]),
  };
  return {
    versions: new Map(
      plan.versions.map(({ number, conventions }) => [
        number,
        {
          conventions,
          headers: prepareHeaderRules(conventions, number),
          translateAccept:
            Object.keys(conventions.accepts).length > 0 ? memoizeText(prepareAccepts(conventions.accepts)) : undefined,
        },
      ]),
    ),
    routers: createRouters(plan),
    endpointOf: (version, endpoint) => loaders.get(version)!(endpoint),
    readPreference: memoizeText((accept: string | undefined) => readPreference(accept, runtimeSettings)),
    settings: runtimeSettings,
    credentials,
    ...dependencies,
  };
}

/**
 * Warnings about endpoints that take an Idempotency-Key which nothing can honour, so that requests with one are refused. Throws a
 * DocumentError where an endpoint requires the header: no request to it would succeed.
 */
export function checkKeyedEndpoints({ versions }: ApiPlan, options: KeyOptions): string[] {
  const lack = findLack(options);
  const keyed = versions.flatMap(({ endpoints }) => endpoints.filter(({ idempotencyKey }) => idempotencyKey));
  if (!lack || keyed.length === 0) return [];
  const refused = new DiagnosticCollector();
  for (const { idempotencyKey, source } of keyed) {
    if (idempotencyKey === 'REQUIRED') {
      const message = `idempotencyKey: REQUIRED needs ${lack.what}.`;
      refused.add({ file: shortPath(source.file), line: source.line, column: 1, message, hint: lack.hint });
    }
  }
  if (refused.diagnostics.length > 0) throw new DocumentError(refused.diagnostics);
  const names = [...new Set(keyed.map(({ name }) => name))];
  const shown = names.length > 3 ? `${names.slice(0, 3).join(', ')}, …` : names.join(', ');
  return [`Requests with an Idempotency-Key are refused (${shown}): that needs ${lack.what}. ${lack.hint}`];
}

type KeyOptions = Pick<RuntimeOptions, 'runOnce' | 'authenticate' | 'keysWithoutCaller'>;

/** What keys need and this runtime does not have. */
function findLack({ runOnce, authenticate, keysWithoutCaller }: KeyOptions) {
  if (!runOnce) {
    const hint = 'Set REDIS_URL, or pass the option idempotency to createPortico.';
    return { what: 'a store of responses', hint };
  }
  if (authenticate || keysWithoutCaller) return undefined;
  const hint = 'Set AUTH_JWKS_URL, AUTH_PUBLIC_KEY or AUTH_SECRET, or pass the option authenticate to createPortico.';
  return { what: 'callers, to whom keys belong, but nothing authenticates', hint };
}
