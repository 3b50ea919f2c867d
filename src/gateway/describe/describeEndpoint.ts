// Everything about one endpoint that does not depend on a request, as `portico explain` shows it.
import { type DefinitionNode, Kind, parse, print } from 'graphql';
import { formatDateTime } from '../plan/conventions/dateTimes.ts';
import { shortPath } from '../base/errors/Diagnostic.ts';
import type { VersionPlan } from '../plan/ApiPlan.ts';
import { nameDeprecation } from '../plan/DeprecationPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { cacheControl } from '../http/Reply.ts';
import { describeAuth, describeScopes } from './describeAccess.ts';
import type { Schema } from './openapi/Schema.ts';
import { describeBody } from './openapi/operations/describeBody.ts';
import { describeParameters } from './openapi/operations/describeParameters.ts';
import { describeResponses, errorResponses } from './openapi/operations/describeResponses.ts';
import { type SchemaContext, SchemaRegistry } from './openapi/schemas/SchemaRegistry.ts';

export type DescribedEndpoint = ReturnType<typeof describeEndpoint>;

/** Describes an endpoint. What is absent is not declared. */
export function describeEndpoint(endpoint: EndpointPlan, version: VersionPlan) {
  const registry = new SchemaRegistry();
  const inputs = describeInputs(endpoint, { version, registry });
  registry.nameComponents(inputs, []);
  const { operations, lookup, source, headers, statusBy, maxAge } = endpoint;
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
    /** The shapes that the operation spreads, with their files. */
    shapes: Object.fromEntries(Object.entries(source.shapes).map(([name, file]) => [name, shortPath(file)])),
    /** The file of the lookup, where it is one of the version. */
    lookup: source.lookup === undefined ? null : shortPath(source.lookup),
    ...(endpoint.tool && { tool: true }),
    ...(endpoint.consumes && { consumes: endpoint.consumes }),
    ...(endpoint.uploads && { uploads: endpoint.uploads }),
    ...(endpoint.produces && { produces: endpoint.produces }),
    ...(endpoint.stream && { stream: true }),
    /** The headers of a success that are values of the data, with the response keys that lead to each. */
    ...(headers && { headers: Object.fromEntries(headers.map(({ name, path }) => [name, path.join('.')])) }),
    /** The dotted response keys to the value that chooses the status of a success, and the statuses by it. */
    ...(statusBy && { statusBy: { ...statusBy, path: statusBy.path.join('.') } }),
    ...(maxAge !== undefined && { cacheControl: cacheControl(maxAge, endpoint.cache) }),
    ...describeEnd(endpoint, version),
    inputs: registry.resolve(inputs),
    auth: describeAuth(endpoint),
    scopes: describeScopes(endpoint),
    /** The GraphQL that is executed, by variant of the operation, and the fragments that each spreads. */
    operations: Object.fromEntries(
      Object.entries(executed).map(([variant, text]) => [variant, definitionsOf(text, Kind.OPERATION_DEFINITION)]),
    ),
    fragments: definitionsOf(first, Kind.FRAGMENT_DEFINITION),
    /** The fields that are null where they fail, dotted. */
    ...(endpoint.result.catches && { catches: endpoint.result.catches.map(({ path }) => path.join('.')) }),
    /** The fields, and the items of lists, that are never null, although the schema allows it, dotted. */
    ...(endpoint.result.nonNulls && { nonNulls: endpoint.result.nonNulls.map(({ path }) => path.join('.')) }),
    statuses: statusesOf(endpoint, version),
  };
}

/** What of it ends, and when. */
function describeEnd({ deprecated, sunset, deprecations }: EndpointPlan, { brownouts, conventions }: VersionPlan) {
  const date = (time: number) => formatDateTime(time / 1000);
  return {
    ...(deprecated !== undefined && { deprecated }),
    ...(sunset !== undefined && { sunset, afterSunset: conventions.afterSunset }),
    ...(brownouts && { brownouts: brownouts.map(({ start, end }) => `${date(start)}/${date(end)}`) }),
    ...(deprecations && {
      deprecations: Object.fromEntries(deprecations.map((part) => [nameDeprecation(part), part.reason])),
    }),
  };
}

function definitionsOf(document: string, kind: DefinitionNode['kind']): string {
  const { definitions } = parse(document, { noLocation: true });
  return print({ kind: Kind.DOCUMENT, definitions: definitions.filter((node) => node.kind === kind) });
}

function statusesOf(endpoint: EndpointPlan, version: VersionPlan): Record<string, string> {
  const shared = errorResponses([version]) as Readonly<Record<string, Schema>>;
  const responses = describeResponses(endpoint, version, { types: [], schema: undefined }) as Record<string, Schema>;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const name = String(response['$ref']).split('/').at(-1)!;
      return [status, String((shared[name] ?? response)['description'])];
    }),
  );
}

/** One value that a client can send. */
export interface DescribedInput {
  /** Its wire name, dotted in a body; '' for the body as a whole. */
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  required: boolean;
  /** It is accepted and not read. */
  ignored?: true;
  /** What its texts stand for, by text, where they are not the values themselves. */
  values?: Readonly<Record<string, unknown>>;
  /** What a text is sent within, at its `{}`. */
  template?: string;
  /** The variable of the operation that a parameter fills, with its type; empty for those of the page, `expand` and `@fields`. */
  variables: Readonly<Record<string, string>>;
  /** As in the OpenAPI document, whose components it refers to. */
  schema: Schema;
}

/** The inputs of an endpoint from path, query, headers and body. Their schemas are added to the registry. */
export function describeInputs(endpoint: EndpointPlan, context: SchemaContext): DescribedInput[] {
  const { parameters, ignored } = endpoint;
  const describe = (
    input: Pick<DescribedInput, 'name' | 'in' | 'required' | 'schema'>,
    parameter?: ParameterPlan,
  ): DescribedInput => {
    const { name, in: place, required, schema } = input;
    const { values, template } = parameter?.constraints ?? {};
    return {
      name,
      in: place,
      required,
      schema,
      ...(place !== 'header' && ignored?.[place]?.includes(name) && { ignored: true }),
      ...(values && { values: Object.fromEntries(values.map(({ text, value }) => [text, value])) }),
      ...(template !== undefined && { template }),
      variables: parameter ? { [parameter.variable]: parameter.type } : {},
    };
  };
  const body = describeBody(endpoint, context)?.schema;
  return [
    ...(describeParameters(endpoint, context) as unknown as DescribedInput[]).map((input) =>
      describe(
        input,
        parameters.find(({ name, source }) => name === input.name && source === input.in),
      ),
    ),
    ...parameters.flatMap((parameter) => {
      const { name, source, required } = parameter;
      if (source === 'whole' && body) return describe({ name: '', in: 'body', required, schema: body }, parameter);
      if (source !== 'body' || !body) return [];
      return describe({ name, in: 'body', required, schema: propertyAt(body, name) }, parameter);
    }),
    ...(ignored?.body ?? []).map((name) => describe({ name, in: 'body', required: false, schema: {} })),
  ];
}

/** The schema of a property of a body; dots descend. */
function propertyAt(body: Schema, name: string): Schema {
  return name
    .split('.')
    .reduce((schema, step) => (schema['properties'] as Readonly<Record<string, Schema>>)[step]!, body);
}
