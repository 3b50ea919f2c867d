// The OpenAPI 3.1 documents of an engine: one for each version, and one for the unversioned paths, where Accept chooses
// the version. Everything in them is read off the compiled endpoints, so that they cannot say anything else.
import type { Endpoint } from '../../runtime/Endpoint.ts';
import { DEFAULT_CONVENTIONS } from '../../conventions/defaultConventions.ts';
import { routePath } from '../../document/EndpointDocument.ts';
import type { Versioning } from '../../request/readPreference.ts';
import { vendorType } from '../../protocol/vendorType.ts';
import type { Components, Schema } from './Schema.ts';
import { describeOperation } from './describeOperation.ts';
import { describeBody, describeParameters } from './describeParameters.ts';
import { type Contents, describeResponses, describeSuccess, sharedComponents } from './describeResponses.ts';
import { mergeResponses } from './mergeResponses.ts';
import { describeSecurity } from './securitySchemes.ts';
import { separateVersions } from './separateVersions.ts';

export interface OpenApiSettings {
  apiName: string;
  basePath: string;
  defaultVersion: number;
  versions: readonly number[];
  versioning: Versioning;
  /** Goes into `info` as it is. */
  publisher?: { contact: Schema; license: Schema };
  /** Nobody is asked for credentials. */
  open?: boolean;
}

/** Something to say of one endpoint in one version: its parameters, what it takes and what it gives. */
interface Told {
  endpoint: Endpoint;
  /** Its path, whose placeholders have the names that they have wherever else the path stands. */
  path: string;
  parameters: Schema[];
  body: { required: boolean; schema: Schema } | undefined;
  success: Schema;
}

/** The document of one version, for the paths that begin with it. */
export function describeVersion(endpoints: readonly Endpoint[], version: number, settings: OpenApiSettings): Schema {
  const components: Components = new Map();
  const own = endpoints.filter((endpoint) => endpoint.version === version);
  const templates: Templates = new Map();
  // Where only paths choose the version, no vendor type is made.
  const vendor = settings.versioning === 'path' ? [] : [vendorType(settings.apiName, version)];
  const types = ['application/json', ...vendor];
  const { open = false } = settings;
  const security = open ? [] : describeSecurity(own, DEFAULT_CONVENTIONS).securityOf([version]);
  const paths = pathsOf(
    own.map((endpoint) => {
      const told = tell(endpoint, components, templates);
      const contents = Object.fromEntries(types.map((type) => [type, told.success]));
      const responses = describeResponses(endpoint, contents, open);
      return { told, operation: operationOf(told, told.parameters, told.body, responses, security) };
    }),
  );
  return documentOf(settings, String(version), `${settings.basePath}/v${version}`, paths, own, components);
}

/** The document of the unversioned paths. Without a vendor type in Accept they answer in the default version. */
export function describeUnversioned(endpoints: readonly Endpoint[], settings: OpenApiSettings): Schema {
  const { defaultVersion, versions } = settings;
  const order = [defaultVersion, ...versions.filter((version) => version !== defaultVersion)];
  const components: Components = new Map();
  const templates: Templates = new Map();
  const byRoute = new Map<string, Map<number, Told>>();
  for (const version of order) {
    const own: Components = new Map();
    const told = endpoints.filter((each) => each.version === version).map((each) => tell(each, own, templates));
    const rename = separateVersions(components, own, `V${version}`);
    for (const each of told) {
      const key = `${each.endpoint.document.endpoint.method} ${each.path}`;
      if (!byRoute.has(key)) byRoute.set(key, new Map());
      const body = each.body && { ...each.body, schema: rename(each.body.schema) };
      byRoute.get(key)!.set(version, { ...each, body, success: rename(each.success) });
    }
  }

  const ordered = order.flatMap((version) => endpoints.filter((each) => each.version === version));
  const { open = false } = settings;
  const security = describeSecurity(ordered, DEFAULT_CONVENTIONS);
  const { headers } = sharedComponents(endpoints);
  const ids = new Set<unknown>();
  const all = [...byRoute.values()].map((versionsOf) => {
    const told = [...versionsOf.values()];
    const responses = [...versionsOf].map(([version, { endpoint, success }]) => {
      const contents: Contents = {
        ...(version === defaultVersion && { 'application/json': success }),
        [vendorType(settings.apiName, version)]: success,
      };
      return describeResponses(endpoint, contents, open);
    });
    const [first] = told as [Told];
    const operation = operationOf(
      first,
      sharedParameters(told),
      sharedBody(told),
      mergeResponses(responses, headers),
      open ? [] : security.securityOf([...versionsOf.keys()]),
    );
    // One that has moved in a later version is another operation here.
    const id = String(operation['operationId']);
    const operationId = ids.has(id) ? `${id}V${first.endpoint.version}` : id;
    ids.add(operationId);
    return { told: first, operation: { ...operation, operationId } };
  });
  const types = [...versions].sort((a, b) => a - b).map((version) => `\`${vendorType(settings.apiName, version)}\``);
  const choice = `\`Accept\` chooses the version: ${types.join(', ')}; without one of these, version ${defaultVersion} answers.`;
  return documentOf(
    settings,
    String(defaultVersion),
    settings.basePath || '/',
    pathsOf(all),
    ordered,
    components,
    choice,
  );
}

/** How each path is written where it stands first: two that differ only in the names of placeholders are the same. */
type Templates = Map<string, string>;

function tell(endpoint: Endpoint, components: Components, templates: Templates): Told {
  const { path: own } = endpoint.document.endpoint;
  const key = routePath(own);
  const path = templates.get(key) ?? own;
  templates.set(key, path);
  const names = new Map(namesIn(own).map((name, index) => [name, namesIn(path)[index]!]));
  return {
    endpoint,
    path,
    parameters: describeParameters(endpoint).map((each) =>
      each['in'] === 'path' ? { ...each, name: names.get(String(each['name'])) } : each,
    ),
    body: describeBody(endpoint, components),
    success: describeSuccess(endpoint, components),
  };
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
}

function operationOf(
  { endpoint }: Told,
  parameters: readonly Schema[],
  body: Told['body'],
  responses: Schema,
  security: readonly Schema[],
): Schema {
  return {
    ...describeOperation(endpoint, security),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: body.required, content: { 'application/json': { schema: body.schema } } } }),
    responses,
  };
}

function pathsOf(all: readonly { told: Told; operation: Schema }[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const { told, operation } of all) {
    const { method } = told.endpoint.document.endpoint;
    (paths[told.path] ??= {})[method.toLowerCase()] = operation;
  }
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Where versions differ in what they take, the document takes what any of them does. */
function sharedBody(told: readonly Told[]): Told['body'] {
  const bodies = told.flatMap(({ body }) => body ?? []);
  const schemas = [...new Map(bodies.map(({ schema }) => [JSON.stringify(schema), schema])).values()];
  if (schemas.length === 0) return undefined;
  const required = bodies.every((body) => body.required);
  return { required, schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas } };
}

/** The parameters of any version; what only some of them know is required by none. */
function sharedParameters(told: readonly Told[]): Schema[] {
  const byName = new Map<string, Schema[]>();
  for (const parameter of told.flatMap(({ parameters }) => parameters)) {
    const key = `${String(parameter['in'])} ${String(parameter['name'])}`;
    byName.set(key, [...(byName.get(key) ?? []), parameter]);
  }
  return [...byName.values()].map((same) => {
    const required = same.length === told.length && same.every((parameter) => parameter['required'] === true);
    const schemas = [...new Map(same.map(({ schema }) => [JSON.stringify(schema), schema])).values()];
    return { ...same[0]!, required, ...(schemas.length > 1 && { schema: { anyOf: schemas } }) };
  });
}

function documentOf(
  { apiName, publisher, open = false }: OpenApiSettings,
  version: string,
  server: string,
  paths: Schema,
  endpoints: readonly Endpoint[],
  components: Components,
  choice?: string,
): Schema {
  const shared = sharedComponents(endpoints);
  const security = describeSecurity(endpoints, DEFAULT_CONVENTIONS);
  const plain = endpoints.every(({ conventions }) => conventions.errors.body === DEFAULT_CONVENTIONS.errors.body);
  const errors = plain ? 'are `{"error": "…"}`' : 'have the schema `Error`';
  const responses = onlyUsed(shared.responses, [paths]);
  const tags = [
    ...new Set(endpoints.flatMap(({ segments: [first] }) => (first?.kind === 'literal' ? first.text : []))),
  ];
  return {
    openapi: '3.1.0',
    info: {
      title: apiName,
      version,
      description: [
        ...(open ? [] : [`Requests carry ${security.description}; every endpoint names the scopes it needs.`]),
        ...(choice === undefined ? [] : [choice]),
        `HEAD works wherever GET does, and OPTIONS answers 204 with Allow. Errors ${errors}, or RFC 9457 problem documents for clients that prefer application/problem+json.`,
      ].join('\n\n'),
      ...publisher,
    },
    servers: [{ url: server }],
    tags: tags.sort().map((name) => ({ name, description: `Everything about ${name}.` })),
    paths,
    components: {
      ...(!open && { securitySchemes: security.schemes }),
      headers: onlyUsed(shared.headers, [paths, responses]),
      responses,
      schemas: {
        ...shared.schemas,
        ...Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      },
    },
  };
}

/** Those of the components that something refers to. */
function onlyUsed(components: Schema, by: readonly Schema[]): Schema {
  const text = JSON.stringify(by);
  return Object.fromEntries(Object.entries(components).filter(([name]) => text.includes(`/${name}"`)));
}
