import type { VersionPlan } from '../../plan/ApiPlan.ts';
import { vendorType } from '../../protocol/vendorType.ts';
import { describeOperations, operationObject, pathsObject } from './DescribedOperation.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import type { Components, Schema } from './Schema.ts';
import { buildDocument } from './buildDocument.ts';
import { describeResponses } from './describeResponses.ts';
import { describeSecurity } from './securitySchemes.ts';

/** The OpenAPI document of one version, for the paths that begin with it. */
export function describeVersion(version: VersionPlan, settings: OpenApiSettings): Schema {
  const components: Components = new Map();
  // Where only paths choose the version, there are no vendor types.
  const vendor = settings.versioning === 'path' ? [] : [vendorType(settings.apiName, version.number)];
  const types = ['application/json', ...vendor];
  const security = settings.open ? [] : describeSecurity([version]).securityOf([version.number]);
  const operations = describeOperations(version, components, new Map()).map((described) => {
    const contents = Object.fromEntries(types.map((type) => [type, described.success]));
    const responses = describeResponses(described.endpoint, version, contents, settings);
    return { described, operation: operationObject(described, responses, security) };
  });
  return buildDocument(
    {
      version: String(version.number),
      server: `${settings.basePath}/v${version.number}`,
      paths: pathsObject(operations),
      components,
    },
    [version],
    settings,
  );
}
