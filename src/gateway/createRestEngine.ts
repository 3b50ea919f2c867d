// Compiles a folder of endpoint documents over a schema into an engine that answers requests. Knows a GraphQLSchema and
// how to execute on it; refuses to start over a document that is wrong, and then says everything that is.
import type { GraphQLSchema } from 'graphql';
import proxyAddr from 'proxy-addr';
import { SettingsError } from './config/SettingsError.ts';
import type { Endpoint } from './runtime/Endpoint.ts';
import type { Prepare } from './execution/Execute.ts';
import { compileEndpoint } from './compile/compileEndpoint.ts';
import type { Conventions } from './conventions/Conventions.ts';
import type { EndpointDocument } from './document/EndpointDocument.ts';
import { DocumentError, type Mistake, mistakeAt, shortPath } from './errors/DocumentError.ts';
import { checkShapeNames } from './document/checkShapeNames.ts';
import { checkConventions } from './conventions/checkConventions.ts';
import { withDirectives } from './document/directives.ts';
import { readVersions } from './document/readVersions.ts';
import { validateShapes } from './document/validateDocument.ts';
import { type Engine, handleRequest } from './runtime/handleRequest.ts';
import type { Reply } from './protocol/Reply.ts';
import type { RestRequest } from './request/RestRequest.ts';
import type { Versioning } from './protocol/VersionSettings.ts';
import { type OpenApiSettings, describeUnversioned, describeVersion } from './describe/openapi/describeOpenApi.ts';
import type { Schema } from './describe/openapi/Schema.ts';
import { Router } from './request/Router.ts';

export interface RestEngineOptions {
  schema: GraphQLSchema;
  prepare: Prepare;
  /** The folder that holds v1, v2, … */
  endpoints: string;
  /** Absent: nobody is asked for credentials, and nobody has a scope. */
  authenticate?: Engine['authenticate'];
  report: Engine['report'];
  settings: {
    apiName: string;
    defaultVersion: number;
    versioning: Versioning;
    basePath: string;
    /** Whether bodies are compressed as the client accepts them. Default: not. */
    compression?: boolean;
    /** What every absolute address begins with, such as `https://api.example.com`. */
    publicUrl?: string;
    /** Of which peers forwarded headers are taken, as `proxy-addr` compiles them. Absent: of none. */
    trustProxy?: readonly string[];
    /** The page that tells of deprecations, below the base path; absent where none is served. */
    changesPath?: string;
    /** What the OpenAPI documents say of who maintains the API and of its licence; see OpenAPI 3.1, section 4.8.2. */
    publisher?: { contact: Schema; license: Schema };
  };
}

export interface RestEngine {
  handle(request: RestRequest): Promise<Reply>;
  /** Those of the default version: of what is refused before the engine sees it. */
  conventions: Conventions;
  /** Every endpoint of every version. */
  endpoints: readonly Endpoint[];
  /** The names of all header parameters. */
  headerParameters: readonly string[];
  /** The OpenAPI 3.1 documents by where they are served below the base path, such as `/v1/openapi.json`. */
  openApi: ReadonlyMap<string, Schema>;
  /** What is odd about the documents, but not wrong. */
  warnings: readonly string[];
}

/** Compiles everything, or throws a DocumentError that names every mistake. */
export function createRestEngine(options: RestEngineOptions): RestEngine {
  const { schema, prepare, settings } = options;
  const mistakes: Mistake[] = [];
  const versions = readVersions(options.endpoints, mistakes);
  const { schema: vocabulary, shadowed } = withDirectives(schema);
  const routers = new Map<number, Router<Endpoint>>();
  const endpoints: Endpoint[] = [];

  const { basePath, changesPath } = settings;
  const changesPage = changesPath === undefined ? undefined : basePath + changesPath;
  const context = { schema, vocabulary, prepare, changesPage };
  for (const version of versions) {
    const router = new Router<Endpoint>();
    routers.set(version.number, router);
    checkConventions(version, schema, mistakes);
    checkShapeNames(version, schema, mistakes);
    mistakes.push(...validateShapes(version, vocabulary));
    const named = new Map<string, EndpointDocument>();
    for (const document of version.endpoints.values()) {
      checkName(document, named, mistakes);
      const endpoint = compileEndpoint(document, version, context, mistakes);
      if (!endpoint) continue;
      endpoints.push(endpoint);
      const taken = router.add(document.endpoint.method, endpoint.segments, endpoint);
      if (!taken) continue;
      const message = `${document.endpoint.method} ${document.endpoint.path} is the same route as ${taken.document.endpoint.path}.`;
      mistakes.push(mistakeAt(document.operation, message, 'Change one of the paths.'));
    }
  }
  if (mistakes.length > 0) throw new DocumentError(unique(mistakes));
  if (!routers.has(settings.defaultVersion)) {
    const known = [...routers.keys()].join(', ');
    throw new SettingsError([
      `The default version is ${settings.defaultVersion} (DEFAULT_API_VERSION, or the option defaultVersion), but the versions there are: ${known}.`,
    ]);
  }

  const engine: Engine = {
    conventions: new Map(versions.map(({ number, conventions }) => [number, conventions])),
    routers,
    settings: {
      ...settings,
      versions: [...routers.keys()],
      trustsPeer: settings.trustProxy && proxyAddr.compile([...settings.trustProxy]),
    },
    authenticate: options.authenticate ?? admitAnybody,
    report: options.report,
  };
  return {
    handle: (request) => handleRequest(engine, request),
    conventions: engine.conventions.get(settings.defaultVersion)!,
    endpoints,
    headerParameters: endpoints.flatMap(({ parameters }) =>
      parameters.flatMap(({ name, source }) => (source === 'header' ? [name] : [])),
    ),
    openApi: describeAll(endpoints, { ...settings, versions: [...routers.keys()], open: !options.authenticate }),
    warnings: shadowed.map((name) => `The schema's own directive @${name} cannot be used in endpoint documents.`),
  };
}

const admitAnybody: Engine['authenticate'] = async (authorization = '') => ({
  subject: '',
  scopes: new Set(),
  authorization,
});

/** An operation's name is the operation id of its endpoint, and what usage reports tell endpoints apart by. */
function checkName(document: EndpointDocument, named: Map<string, EndpointDocument>, mistakes: Mistake[]): void {
  const name = document.operation.name.value;
  const twin = named.get(name);
  named.set(name, document);
  if (!twin) return;
  const message = `The operation ${name} stands in ${shortPath(twin.file)} as well.`;
  mistakes.push(mistakeAt(document.operation, message, 'Give each endpoint of a version a name of its own.'));
}

/** A document for each scheme of versioning that is offered. */
function describeAll(endpoints: readonly Endpoint[], settings: OpenApiSettings): Map<string, Schema> {
  const { versioning, versions } = settings;
  const documents = new Map<string, Schema>();
  if (versioning !== 'header') {
    for (const version of versions) {
      documents.set(`/v${version}/openapi.json`, describeVersion(endpoints, version, settings));
    }
  }
  if (versioning !== 'path') documents.set('/openapi.json', describeUnversioned(endpoints, settings));
  return documents;
}

/** A mistake in a document that a later version inherits is found in both, and told once. */
function unique(mistakes: readonly Mistake[]): Mistake[] {
  return [...new Map(mistakes.map((each) => [JSON.stringify(each), each])).values()];
}
