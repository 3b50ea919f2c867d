import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { Components, Schema } from './Schema.ts';
import { SchemaRegistry } from './SchemaRegistry.ts';
import { type DescribedBody, describeBody, describeParameters } from './describeParameters.ts';
import { describeHeaders } from './describeHeaders.ts';
import { describeSuccess } from './describeSuccess.ts';
import { RESERVED_SCHEMAS } from './sharedSchemas.ts';

/** An endpoint in the terms of OpenAPI, apart from its responses, which depend on the media types of the document. */
export interface DescribedOperation {
  version: VersionPlan;
  endpoint: EndpointPlan;
  parameters: readonly Schema[];
  body: DescribedBody | undefined;
  /** The schema of a success; undefined where it has no body. */
  success: Schema | undefined;
  /** The Header Objects of the headers of a success that are values of the data; undefined for none. */
  headers?: Schema | undefined;
}

/** The operations of a version, and the schemas that they refer to. */
export interface DescribedVersion {
  version: VersionPlan;
  operations: readonly DescribedOperation[];
  components: Components;
}

/** Describes the endpoints of a version. */
export function describeOperations(version: VersionPlan): DescribedVersion {
  const registry = new SchemaRegistry();
  const context = { version, registry };
  const operations = version.endpoints.map((endpoint) => ({
    endpoint,
    parameters: describeParameters(endpoint, context),
    body: describeBody(endpoint, context),
    success: describeSuccess(endpoint, context),
    headers: describeHeaders(endpoint, context),
  }));
  registry.nameComponents(RESERVED_SCHEMAS);
  return {
    version,
    operations: operations.map(({ endpoint, parameters, body, success, headers }) => ({
      version,
      endpoint,
      parameters: registry.resolve(parameters),
      body: registry.resolve(body),
      success: registry.resolve(success),
      headers: registry.resolve(headers),
    })),
    components: registry.components,
  };
}
