import { vendorType } from '../../protocol/vendorType.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import { PathTemplates, type PlacedOperation } from './PathTemplates.ts';
import type { Components, Schema } from './Schema.ts';
import { buildDocument } from './buildDocument.ts';
import { describeOperation } from './describeOperation.ts';
import type { DescribedOperation, DescribedVersion } from './describeOperations.ts';
import { describeResponses } from './describeResponses.ts';
import { mergeBodies, mergeParameters } from './mergeRequests.ts';
import { mergeResponses } from './mergeResponses.ts';
import { responseHeaders } from './responseHeaders.ts';
import { describeSecurity } from './securitySchemes.ts';
import { separateVersions } from './separateVersions.ts';

/** The OpenAPI document of the unversioned paths. Without a vendor type in Accept they are those of the default version. */
export function unversionedDocument(all: readonly DescribedVersion[], settings: OpenApiSettings): Schema {
  const { apiName, basePath, defaultVersion } = settings;
  const isDefault = ({ version }: DescribedVersion) => Number(version.number === defaultVersion);
  const ordered = [...all].sort((a, b) => isDefault(b) - isDefault(a));
  const versions = ordered.map(({ version }) => version);
  const components: Components = new Map();
  const security = describeSecurity(versions);
  const headerComponents = responseHeaders(versions);
  const ids = new Set<string>();
  const operations = groupByRoute(ordered, components).map((group) => {
    const [{ path, described: first }] = group as [PlacedOperation];
    const same = group.map(({ described }) => described);
    const responses = same.map(({ version, endpoint, success, headers }) => {
      const plain = version.number === defaultVersion ? (endpoint.produces ?? ['application/json']) : [];
      const types = [...plain, vendorType(apiName, version.number)];
      return describeResponses(endpoint, version, { types, schema: success, headers }, settings);
    });
    const operation = describeOperation(
      { endpoint: first.endpoint, parameters: mergeParameters(same), body: mergeBodies(same) },
      {
        responses: mergeResponses(responses, headerComponents),
        security: settings.open
          ? []
          : security.securityOf(same.map(({ version, endpoint: { auth } }) => ({ version: version.number, auth }))),
      },
    );
    return { path, method: first.endpoint.method, operation: { ...operation, operationId: uniqueId(first, ids) } };
  });
  const types = all.map(({ version }) => `\`${vendorType(apiName, version.number)}\``);
  return buildDocument(
    {
      version: String(defaultVersion),
      server: basePath || '/',
      operations,
      components,
      note: `\`Accept\` chooses the version: ${types.join(', ')}; without one of these, it is version ${defaultVersion}.`,
    },
    versions,
    settings,
  );
}

/** The operations of all versions, those of one method and path together. Adds the components of each version. */
function groupByRoute(all: readonly DescribedVersion[], components: Components): PlacedOperation[][] {
  const templates = new PathTemplates();
  const groups = new Map<string, PlacedOperation[]>();
  for (const { version, operations, components: own } of all) {
    const rename = separateVersions(components, own, `V${version.number}`);
    for (const operation of operations) {
      const placed = templates.place({ ...operation, ...rename(pickSchemas(operation)) });
      const key = `${operation.endpoint.method} ${placed.path}`;
      groups.set(key, [...(groups.get(key) ?? []), placed]);
    }
  }
  return [...groups.values()];
}

function pickSchemas({ parameters, body, success, headers }: DescribedOperation) {
  return { parameters, body, success, headers };
}

/** An endpoint that has moved in a later version is another operation here, and gets an id of its own. */
function uniqueId({ endpoint: { name }, version }: DescribedOperation, ids: Set<string>): string {
  const id = ids.has(name) ? `${name}V${version.number}` : name;
  ids.add(id);
  return id;
}
