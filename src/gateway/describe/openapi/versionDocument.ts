import { vendorType } from '../../protocol/vendorType.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import { PathTemplates } from './PathTemplates.ts';
import type { Schema } from './Schema.ts';
import { buildDocument } from './buildDocument.ts';
import { describeOperation } from './describeOperation.ts';
import type { DescribedVersion } from './describeOperations.ts';
import { describeResponses } from './describeResponses.ts';
import { describeSecurity } from './securitySchemes.ts';

/** The OpenAPI document of one version, for the paths that begin with it. */
export function versionDocument(
  { version, operations, components }: DescribedVersion,
  settings: OpenApiSettings,
): Schema {
  // Where only paths choose the version, there are no vendor types.
  const vendor = settings.versioning === 'path' ? [] : [vendorType(settings.apiName, version.number)];
  const { securityOf } = describeSecurity([version]);
  const templates = new PathTemplates();
  return buildDocument(
    {
      version: String(version.number),
      server: `${settings.basePath}/v${version.number}`,
      operations: operations.map((each) => {
        const { path, described } = templates.place(each);
        const { endpoint, success, headers } = described;
        const security = settings.open ? [] : securityOf([{ version: version.number, auth: endpoint.auth }]);
        const types = [...(endpoint.produces ?? ['application/json']), ...vendor];
        const responses = describeResponses(endpoint, version, { types, schema: success, headers }, settings);
        return { path, method: endpoint.method, operation: describeOperation(described, { responses, security }) };
      }),
      components,
    },
    [version],
    settings,
  );
}
