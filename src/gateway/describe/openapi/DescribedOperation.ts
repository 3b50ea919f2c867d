import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { routePath } from '../../plan/Segment.ts';
import type { Components, Schema } from './Schema.ts';
import { describeOperation } from './describeOperation.ts';
import { describeBody, describeParameters } from './describeParameters.ts';
import { describeSuccess } from './describeResponses.ts';

/** An endpoint in the terms of OpenAPI, apart from its responses, which depend on the media types of the document. */
export interface DescribedOperation {
  version: VersionPlan;
  endpoint: EndpointPlan;
  /** The path template with the placeholder names of the first endpoint that has the same path. */
  path: string;
  parameters: readonly Schema[];
  body: { required: boolean; schema: Schema } | undefined;
  /** The schema of a success. */
  success: Schema;
}

/** The first spelling of each path: two templates that differ only in the names of placeholders are the same path. */
export type PathTemplates = Map<string, string>;

/** Describes the endpoints of a version. The components that they refer to are added to `components`. */
export function describeOperations(
  version: VersionPlan,
  components: Components,
  templates: PathTemplates,
): DescribedOperation[] {
  const context = { version, components };
  return version.endpoints.map((endpoint) => {
    const key = routePath(endpoint.path);
    const path = templates.get(key) ?? endpoint.path;
    templates.set(key, path);
    return {
      version,
      endpoint,
      path,
      parameters: renamePlaceholders(describeParameters(endpoint, version), endpoint.path, path),
      body: describeBody(endpoint, context),
      success: describeSuccess(endpoint, context),
    };
  });
}

/** The Operation Object of OpenAPI. */
export function operationObject(
  { endpoint, parameters, body }: Pick<DescribedOperation, 'endpoint' | 'parameters' | 'body'>,
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

/** The Paths Object of OpenAPI, sorted by path. */
export function pathsObject(all: readonly { described: DescribedOperation; operation: Schema }[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const { described, operation } of all) {
    (paths[described.path] ??= {})[described.endpoint.method.toLowerCase()] = operation;
  }
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function renamePlaceholders(parameters: readonly Schema[], from: string, to: string): readonly Schema[] {
  if (from === to) return parameters;
  const names = placeholdersOf(to);
  const renamed = new Map(placeholdersOf(from).map((name, index) => [name, names[index]!]));
  return parameters.map((each) =>
    each['in'] === 'path' ? { ...each, name: renamed.get(String(each['name'])) } : each,
  );
}

function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
}
