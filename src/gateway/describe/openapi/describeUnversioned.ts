import type { VersionPlan } from '../../plan/ApiPlan.ts';
import { vendorType } from '../../protocol/vendorType.ts';
import { type DescribedOperation, type PathTemplates, describeOperations } from './DescribedOperation.ts';
import { operationObject, pathsObject } from './DescribedOperation.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import type { Components, Schema } from './Schema.ts';
import { buildDocument } from './buildDocument.ts';
import { type Contents, describeResponses, sharedComponents } from './describeResponses.ts';
import { mergeResponses } from './mergeResponses.ts';
import { describeSecurity } from './securitySchemes.ts';
import { separateVersions } from './separateVersions.ts';

/** The OpenAPI document of the unversioned paths. Without a vendor type in Accept they are those of the default version. */
export function describeUnversioned(versions: readonly VersionPlan[], settings: OpenApiSettings): Schema {
  const { apiName, defaultVersion } = settings;
  const ordered = [...versions].sort(
    (a, b) => Number(b.number === defaultVersion) - Number(a.number === defaultVersion),
  );
  const components: Components = new Map();
  const security = describeSecurity(ordered);
  const { headers } = sharedComponents(versions);
  const ids = new Set<string>();
  const operations = groupByRoute(ordered, components).map((group) => {
    const responses = group.map(({ version, endpoint, success }) => {
      const contents: Contents = {
        ...(version.number === defaultVersion && { 'application/json': success }),
        [vendorType(apiName, version.number)]: success,
      };
      return describeResponses(endpoint, version, contents, settings);
    });
    const [first] = group as [DescribedOperation];
    const operation = operationObject(
      { endpoint: first.endpoint, parameters: mergeParameters(group), body: mergeBodies(group) },
      mergeResponses(responses, headers),
      settings.open ? [] : security.securityOf(group.map(({ version }) => version.number)),
    );
    return { described: first, operation: { ...operation, operationId: uniqueId(first, ids) } };
  });
  const types = versions.map(({ number }) => `\`${vendorType(apiName, number)}\``);
  return buildDocument(
    {
      version: String(defaultVersion),
      server: settings.basePath || '/',
      paths: pathsObject(operations),
      components,
      note: `\`Accept\` chooses the version: ${types.join(', ')}; without one of these, it is version ${defaultVersion}.`,
    },
    ordered,
    settings,
  );
}

/** The operations of all versions, those of one method and path together. Adds the components of each version. */
function groupByRoute(versions: readonly VersionPlan[], components: Components): DescribedOperation[][] {
  const templates: PathTemplates = new Map();
  const groups = new Map<string, DescribedOperation[]>();
  for (const version of versions) {
    const own: Components = new Map();
    const operations = describeOperations(version, own, templates);
    const rename = separateVersions(components, own, `V${version.number}`);
    for (const each of operations) {
      const key = `${each.endpoint.method} ${each.path}`;
      const body = each.body && { ...each.body, schema: rename(each.body.schema) };
      groups.set(key, [...(groups.get(key) ?? []), { ...each, body, success: rename(each.success) }]);
    }
  }
  return [...groups.values()];
}

/** An endpoint that has moved in a later version is another operation here, and gets an id of its own. */
function uniqueId({ endpoint: { name }, version }: DescribedOperation, ids: Set<string>): string {
  const id = ids.has(name) ? `${name}V${version.number}` : name;
  ids.add(id);
  return id;
}

/** Where versions differ in their bodies, a body of any of them is described. */
function mergeBodies(group: readonly DescribedOperation[]): DescribedOperation['body'] {
  const bodies = group.flatMap(({ body }) => body ?? []);
  const schemas = distinct(bodies.map(({ schema }) => schema));
  if (schemas.length === 0) return undefined;
  const required = bodies.every((body) => body.required);
  return { required, schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas } };
}

/** The parameters of any version; one that only some of them have is required by none. */
function mergeParameters(group: readonly DescribedOperation[]): Schema[] {
  const byName = new Map<string, Schema[]>();
  for (const parameter of group.flatMap(({ parameters }) => parameters)) {
    const key = `${String(parameter['in'])} ${String(parameter['name'])}`;
    byName.set(key, [...(byName.get(key) ?? []), parameter]);
  }
  return [...byName.values()].map((same) => {
    const required = same.length === group.length && same.every((parameter) => parameter['required'] === true);
    const schemas = distinct(same.map(({ schema }) => schema as Schema));
    return { ...same[0]!, required, ...(schemas.length > 1 && { schema: { anyOf: schemas } }) };
  });
}

function distinct(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
