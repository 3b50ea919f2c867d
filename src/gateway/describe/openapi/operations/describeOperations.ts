import type { VersionPlan } from '../../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../plan/EndpointPlan.ts';
import { tagOf } from '../../../plan/paths.ts';
import { type RequiredScopes, describeAuth, describeScopes } from '../../describeAccess.ts';
import type { Components, Schema } from '../Schema.ts';
import { SchemaRegistry } from '../schemas/SchemaRegistry.ts';
import { RESERVED_SCHEMAS } from '../schemas/errorSchema.ts';
import { type DescribedBody, describeBody, requestBodyOf } from './describeBody.ts';
import { describeParameters } from './describeParameters.ts';
import { describeSuccess } from './describeSuccess.ts';
import { describeHeaders } from './responseHeaders.ts';

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
  const parts = version.endpoints.map((endpoint) => ({
    parameters: describeParameters(endpoint, context),
    body: describeBody(endpoint, context),
    success: describeSuccess(endpoint, context),
    headers: describeHeaders(endpoint, context),
  }));
  registry.nameComponents(parts, RESERVED_SCHEMAS);
  const operations = version.endpoints.map((endpoint, index) => ({
    version,
    endpoint,
    ...registry.resolve(parts[index]!),
  }));
  return { version, operations, components: registry.components };
}

/** The Operation Object of an endpoint; `security` are alternatives. */
export function describeOperation({
  endpoint,
  parameters,
  body,
  responses,
  security,
  showsGraphql = false,
}: Pick<DescribedOperation, 'endpoint' | 'parameters' | 'body'> & {
  responses: Schema;
  security: readonly Schema[];
  /** Whether its description has the GraphQL of the operation. */
  showsGraphql?: boolean;
}): Schema {
  const { name, description = name, deprecated, sunset } = endpoint;
  const required = describeScopes(endpoint);
  const scopes = listScopes(required);
  const authenticated = describeAuth(endpoint).expand.map((value) => `\`expand=${value}\``);
  return {
    operationId: name,
    tags: [tagOf(endpoint.path)],
    summary: summaryOf(endpoint),
    description: [
      description,
      sunset && `Ends on ${sunset}.`,
      authenticated.length > 0 && `Credentials are required with ${authenticated.join(', ')}.`,
      scopes && `Scopes:\n${scopes}`,
      showsGraphql && `\`\`\`graphql\n${beginningOf(endpoint.source.text)}\n\`\`\``,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(sunset !== undefined && { 'x-sunset': sunset }),
    security,
    'x-scopes': required.always,
    ...(endpoint.tool && { 'x-mcp-tool': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(body) }),
    responses,
  };
}

/** The first sentence of the description of an endpoint. */
export function summaryOf({ name, description = name }: Pick<EndpointPlan, 'name' | 'description'>): string {
  return description.split(/(?<=\.)\s/)[0]!.replace(/\.$/, '');
}

/** More of the GraphQL of an operation is left out: the schema of the response has every field of it. */
const MAX_GRAPHQL_LINES = 40;

function beginningOf(graphql: string): string {
  const lines = graphql.trim().split('\n');
  return [...lines.slice(0, MAX_GRAPHQL_LINES), ...(lines.length > MAX_GRAPHQL_LINES ? ['# …'] : [])].join('\n');
}

/** The scopes as a Markdown list, those that only `expand` requires last. */
function listScopes({ always, expand }: RequiredScopes): string {
  const lines = [['', always] as const, ...Object.entries(expand)].flatMap(([names, requirements]) =>
    requirements.map((requirement) => {
      const alternatives = requirement.map((all) => `\`${all.replaceAll(' ', '` and `')}\``);
      return `- ${alternatives.join(', or ')}${names && ` with \`expand=${names}\``}`;
    }),
  );
  return lines.join('\n');
}
