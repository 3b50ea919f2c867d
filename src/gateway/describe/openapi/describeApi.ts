// The OpenAPI 3.1 documents of an API: one for each version, and one for the unversioned paths, where Accept chooses the
// version. They are derived from its plan alone.
import { type ApiProperties, DEFAULT_API } from '../../plan/conventions/apiProperties.ts';
import type { ApiPlan, VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { routePath } from '../../plan/paths.ts';
import { vendorType } from '../../http/versions.ts';
import { groupBy } from '../groupBy.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import type { Components, Schema } from './Schema.ts';
import { type DocumentParts, buildDocument } from './buildDocument.ts';
import { UNVERSIONED_PATH, documentPaths, versionPath } from './documentPaths.ts';
import { mergeBodies, mergeParameters, mergeResponses, separateVersions } from './mergeVersions.ts';
import {
  type DescribedOperation,
  type DescribedVersion,
  describeOperation,
  describeOperations,
} from './operations/describeOperations.ts';
import { describeResponses } from './operations/describeResponses.ts';
import { responseHeaders } from './operations/responseHeaders.ts';
import { freeName } from './schemas/SchemaRegistry.ts';
import { describeSecurity } from './securitySchemes.ts';

/** The documents by the path below the base path at which each is served, such as `/v1/openapi.json`. */
export function describeApi(plan: ApiPlan, settings: OpenApiSettings): Map<string, Schema> {
  const { versions, api = DEFAULT_API } = plan;
  const all = versions.map(describeOperations);
  const versionOf = new Map(all.map((each) => [versionPath(each.version.number), each]));
  const describe = (path: string) =>
    path === UNVERSIONED_PATH
      ? unversionedDocument(all, api, settings)
      : versionDocument(versionOf.get(path)!, api, settings);
  return new Map(documentPaths(plan).map((path) => [path, describe(path)]));
}

/** The OpenAPI document of one version, for the paths that begin with it. */
export function versionDocument(described: DescribedVersion, api: ApiProperties, settings: OpenApiSettings): Schema {
  const { number } = described.version;
  return documentOf([described], settings, {
    api,
    version: String(number),
    server: `${settings.basePath}/v${number}`,
    // Where only paths choose the version, there are no vendor types.
    typesOf: ({ produces = JSON_TYPE }) =>
      api.versioning === 'path' ? produces : [...produces, vendorType(api.name, number)],
  });
}

/** The OpenAPI document of the unversioned paths. Without a vendor type in Accept they are those of the default version. */
export function unversionedDocument(
  all: readonly DescribedVersion[],
  api: ApiProperties,
  settings: OpenApiSettings,
): Schema {
  const { name, defaultVersion } = api;
  const isDefault = ({ version }: DescribedVersion) => Number(version.number === defaultVersion);
  const types = all.map(({ version }) => `\`${vendorType(name, version.number)}\``);
  return documentOf(
    [...all].sort((a, b) => isDefault(b) - isDefault(a)),
    settings,
    {
      api,
      version: String(defaultVersion),
      server: settings.basePath || '/',
      note: `\`Accept\` chooses the version: ${types.join(', ')}; without one of these, it is version ${defaultVersion}.`,
      typesOf: ({ produces = JSON_TYPE }, { number }) => [
        ...(number === defaultVersion ? produces : []),
        vendorType(name, number),
      ],
    },
  );
}

const JSON_TYPE = ['application/json'];

interface DocumentOptions extends Omit<DocumentParts, 'operations' | 'components'> {
  /** The media types of a success. */
  typesOf(endpoint: EndpointPlan, version: VersionPlan): readonly string[];
}

function documentOf(
  all: readonly DescribedVersion[],
  settings: OpenApiSettings,
  { typesOf, ...parts }: DocumentOptions,
): Schema {
  const versions = all.map(({ version }) => version);
  const components: Components = new Map();
  const security = describeSecurity(versions, parts.api.securitySchemes);
  const headerComponents = responseHeaders(versions);
  const ids = new Set<string>();
  const operations = groupByRoute(all, components).map((group) => {
    const [{ path, described: first }] = group as [PlacedOperation];
    const same = group.map(({ described }) => described);
    const responses = same.map(({ version, endpoint, success, headers }) =>
      describeResponses(endpoint, version, { types: typesOf(endpoint, version), schema: success, headers }, settings),
    );
    const auths = same.map(({ version, endpoint: { auth } }) => ({ version: version.number, auth }));
    const operation = describeOperation({
      endpoint: first.endpoint,
      parameters: mergeParameters(same),
      body: mergeBodies(same),
      responses: mergeResponses(responses, headerComponents),
      security: settings.open ? [] : security.securityOf(auths),
      showsGraphql: parts.api.describe?.graphql === true,
    });
    return { path, method: first.endpoint.method, operation: { ...operation, operationId: uniqueId(first, ids) } };
  });
  return buildDocument({ ...parts, operations, components }, versions, settings);
}

/** A path of a document, and an operation with the names that the placeholders have there. */
interface PlacedOperation {
  path: string;
  described: DescribedOperation;
}

/**
 * The paths of a document. Two templates that differ only in the names of placeholders are one path, spelled as it is the
 * first time. See OpenAPI 3.1, section 4.8.8.2.
 */
export class PathTemplates {
  readonly #paths = new Map<string, string>();

  place(described: DescribedOperation): PlacedOperation {
    // `{+path}` is `x-multi-segment` of its parameter.
    const own = described.endpoint.path.replace('{+', '{');
    const key = routePath(own);
    const path = this.#paths.get(key) ?? own;
    this.#paths.set(key, path);
    if (path === own) return { path, described };
    const names = placeholdersOf(path);
    const renamed = new Map(placeholdersOf(own).map((name, index) => [name, names[index]!]));
    const rename = (parameter: Schema): Schema =>
      parameter['in'] === 'path' ? { ...parameter, name: renamed.get(String(parameter['name'])) } : parameter;
    return { path, described: { ...described, parameters: described.parameters.map(rename) } };
  }
}

/** The operations of all versions, those of one method and path together. Adds the components of each version. */
function groupByRoute(all: readonly DescribedVersion[], components: Components): PlacedOperation[][] {
  const templates = new PathTemplates();
  const placed = all.flatMap(({ version, operations, components: own }) => {
    const rename = separateVersions(components, own, `V${version.number}`);
    return operations.map((operation) => {
      const { parameters, body, success, headers } = operation;
      return templates.place({ ...operation, ...rename({ parameters, body, success, headers }) });
    });
  });
  return [...groupBy(placed, ({ path, described }) => `${described.endpoint.method} ${path}`).values()];
}

/** An endpoint that has moved in a later version is another operation here, and gets an id of its own. */
function uniqueId({ endpoint: { name }, version }: DescribedOperation, ids: Set<string>): string {
  const id = freeName(ids.has(name) ? `${name}V${version.number}` : name, ids);
  ids.add(id);
  return id;
}

function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
}
