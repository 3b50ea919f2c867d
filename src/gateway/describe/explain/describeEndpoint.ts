import { type DefinitionNode, Kind, parse, print } from 'graphql';
import { shortPath } from '../../errors/Diagnostic.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { cacheControl } from '../../protocol/cacheControl.ts';
import type { Components, Schema } from '../openapi/Schema.ts';
import { SchemaRegistry } from '../openapi/SchemaRegistry.ts';
import { describeResponses } from '../openapi/describeResponses.ts';
import { errorResponses } from '../openapi/errorResponses.ts';
import { type DescribedAuth, describeAuth } from '../describeAuth.ts';
import { type RequiredScopes, describeScopes } from '../describeScopes.ts';
import { type DescribedInput, describeInputs } from './describeInputs.ts';
import { type DescribedPage, describePage } from './describePage.ts';

/** Everything about one endpoint that does not depend on a request. */
export interface DescribedEndpoint {
  version: number;
  method: string;
  path: string;
  operation: string;
  description: string | null;
  file: string;
  line: number;
  /** The shapes that the operation spreads, with their files. */
  shapes: Readonly<Record<string, string>>;
  /** The file of the lookup, where it is one of the version. */
  lookup: string | null;
  /** The media types of body and response, where they are declared. */
  consumes?: readonly string[];
  produces?: readonly string[];
  /** The headers of a success that are values of the data, with the response keys that lead to each. */
  headers?: Readonly<Record<string, string>>;
  /** The Cache-Control of a success, where it may be kept. */
  cacheControl?: string;
  inputs: readonly DescribedInput[];
  page: DescribedPage | null;
  auth: DescribedAuth;
  scopes: RequiredScopes;
  /** The GraphQL that is executed, by variant of the operation; that of the lookup under `LOOKUP`. */
  operations: Readonly<Record<string, string>>;
  /** The fragments that each of the operations spreads. */
  fragments: string;
  /** The fields that are null where they fail, dotted. */
  catches?: readonly string[];
  /** The statuses of its responses, and what each means. */
  statuses: Readonly<Record<string, string>>;
}

/** Describes an endpoint; the schemas that its inputs refer to are added to `components`. */
export function describeEndpoint(
  endpoint: EndpointPlan,
  version: VersionPlan,
  components: Components,
): DescribedEndpoint {
  const registry = new SchemaRegistry();
  const inputs = describeInputs(endpoint, { version, registry });
  registry.nameComponents([]);
  for (const [name, schema] of registry.components) components.set(name, schema);
  const { operations, lookup, source } = endpoint;
  const executed = { ...(lookup && { LOOKUP: lookup.operation }), ...operations };
  const [first = ''] = Object.values(operations);
  return {
    version: version.number,
    method: endpoint.method,
    path: endpoint.path,
    operation: endpoint.name,
    description: endpoint.description ?? null,
    file: shortPath(source.file),
    line: source.line,
    shapes: Object.fromEntries(Object.entries(source.shapes).map(([name, file]) => [name, shortPath(file)])),
    lookup: source.lookup === undefined ? null : shortPath(source.lookup),
    ...(endpoint.consumes && { consumes: endpoint.consumes }),
    ...(endpoint.produces && { produces: endpoint.produces }),
    ...(endpoint.headers && {
      headers: Object.fromEntries(endpoint.headers.map(({ name, path }) => [name, path.join('.')])),
    }),
    ...(endpoint.maxAge !== undefined && { cacheControl: cacheControl(endpoint.maxAge, endpoint.cache) }),
    inputs: registry.resolve(inputs),
    page: describePage(endpoint),
    auth: describeAuth(endpoint),
    scopes: describeScopes(endpoint),
    operations: Object.fromEntries(
      Object.entries(executed).map(([variant, text]) => [variant, definitionsOf(text, Kind.OPERATION_DEFINITION)]),
    ),
    fragments: definitionsOf(first, Kind.FRAGMENT_DEFINITION),
    ...(endpoint.result.catches && { catches: endpoint.result.catches.map(({ path }) => path.join('.')) }),
    statuses: statusesOf(endpoint, version),
  };
}

/** The definitions of one kind in a GraphQL document. */
function definitionsOf(document: string, kind: DefinitionNode['kind']): string {
  const { definitions } = parse(document, { noLocation: true });
  return print({ kind: Kind.DOCUMENT, definitions: definitions.filter((node) => node.kind === kind) });
}

function statusesOf(endpoint: EndpointPlan, version: VersionPlan): Record<string, string> {
  const shared = errorResponses([version]) as Readonly<Record<string, Schema>>;
  const responses = describeResponses(endpoint, version, { types: [], schema: undefined }) as Readonly<
    Record<string, Schema>
  >;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const name = String(response['$ref']).split('/').at(-1)!;
      return [status, String((shared[name] ?? response)['description'])];
    }),
  );
}
