import { type DefinitionNode, Kind, parse, print } from 'graphql';
import { shortPath } from '../errors/Diagnostic.ts';
import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { cacheControl } from '../protocol/Reply.ts';
import { type DescribedAuth, type RequiredScopes, describeAuth, describeScopes } from './describeAccess.ts';
import type { Components, Schema } from './openapi/Schema.ts';
import { describeBody, describeParameters } from './openapi/operations/describeParameters.ts';
import { describeResponses, errorResponses } from './openapi/operations/describeResponses.ts';
import { type SchemaContext, SchemaRegistry } from './openapi/schemas/SchemaRegistry.ts';

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

/** One value that a client can send. */
export interface DescribedInput {
  /** Its wire name, dotted in a body; '' for the body as a whole, and `expand=…` for each value of that parameter. */
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  required: boolean;
  /** It is accepted and not read. */
  ignored?: true;
  /** What its texts stand for, by text, where they are not the values themselves. */
  values?: Readonly<Record<string, unknown>>;
  /** The variables of the operation that it fills, with their types. */
  variables: Readonly<Record<string, string>>;
  /** As in the OpenAPI document, whose components it refers to. */
  schema: Schema;
}

/** The inputs of an endpoint from path, query, headers and body. Their schemas are added to the registry. */
export function describeInputs(endpoint: EndpointPlan, context: SchemaContext): DescribedInput[] {
  const types = typesOf(endpoint);
  const typed = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, types.get(name)!]));
  const { expand: expandName } = context.version.conventions;
  const pageVariables = pageVariablesOf(endpoint);

  const parameters = describeParameters(endpoint, context).flatMap((described): DescribedInput[] => {
    const { name, required, schema } = described as { name: string; required: boolean; schema: Schema };
    const place = described['in'] as 'path' | 'query' | 'header';
    if (name === expandName && place === 'query' && endpoint.expands.length > 0) {
      return endpoint.expands.map((expand) => ({
        name: `${expandName}=${expand.name}`,
        in: place,
        required,
        variables: typed(...expand.variables),
        schema: { const: expand.name },
      }));
    }
    if (place === 'query' && endpoint.fields?.some((each) => each.name === name)) {
      return [{ name, in: place, required, variables: {}, schema }];
    }
    if (place === 'header' && name === 'Idempotency-Key' && endpoint.idempotencyKey !== undefined) {
      return [{ name, in: place, required, variables: {}, schema }];
    }
    const own = endpoint.parameters.find((each) => each.name === name && each.source === place);
    const variable = own?.variable ?? pageVariables[name];
    if (variable === undefined) return [{ name, in: place, required, ignored: true, variables: {}, schema }];
    return [{ name, in: place, required, ...valuesOf(own), variables: typed(variable), schema }];
  });

  const body = describeBody(endpoint, context);
  const inBody = endpoint.parameters.flatMap((parameter): DescribedInput[] => {
    const { name, variable, source, required } = parameter;
    if (!body || (source !== 'body' && source !== 'whole')) return [];
    const variables = typed(variable);
    if (source === 'whole') return [{ name: '', in: 'body', required, variables, schema: body.schema }];
    return [{ name, in: 'body', required, ...valuesOf(parameter), variables, schema: schemaAt(body.schema, name) }];
  });
  const unread = (endpoint.ignored?.body ?? []).map((name): DescribedInput => ({
    name,
    in: 'body',
    required: false,
    ignored: true,
    variables: {},
    schema: {},
  }));
  return [...parameters, ...inBody, ...unread];
}

function valuesOf(parameter: ParameterPlan | undefined): Pick<DescribedInput, 'values'> {
  const values = parameter?.constraints.values;
  return values ? { values: Object.fromEntries(values.map(({ text, value }) => [text, value])) } : {};
}

/** The variable that each parameter of the page fills. */
function pageVariablesOf({ page }: EndpointPlan): Record<string, string> {
  if (!page) return {};
  const { limits, variables } = page;
  return {
    [limits.names.limit]: variables.first,
    [limits.names.offset]: variables.offset,
    [limits.names.page]: limits.maxPage === undefined ? variables.offset : variables.page,
    [limits.names.cursor]: variables.after,
    ...(limits.names.before !== undefined && { [limits.names.before]: variables.before }),
  };
}

/** The types of all variables, those of the lookup and of the pages among them. */
function typesOf({ operations, lookup }: EndpointPlan): Map<string, string> {
  const texts = [...Object.values(operations), ...(lookup ? [lookup.operation] : [])];
  const definitions = texts.flatMap((text) => parse(text, { noLocation: true }).definitions);
  return new Map(
    definitions.flatMap((node) =>
      'variableDefinitions' in node
        ? (node.variableDefinitions ?? []).map(({ variable, type }) => [variable.name.value, print(type)] as const)
        : [],
    ),
  );
}

/** The schema of a property of a body; dots descend. */
function schemaAt(body: Schema, name: string): Schema {
  return name
    .split('.')
    .reduce((schema, step) => (schema['properties'] as Readonly<Record<string, Schema>>)[step]!, body);
}

/** How an endpoint pages, with the names of the conventions and of `@paginate` resolved. */
export interface DescribedPage {
  /** The response name of the list. */
  list: string;
  styles: readonly string[];
  limit: { default: number; max: number; over: 'refuse' | 'clamp' };
  /** The arguments that pages pass, by what they are. */
  arguments: Readonly<Record<string, string>>;
  /** The dotted paths of what pages read besides the items: from the list, and from the root for a total outside of it. */
  fields: Readonly<Record<string, string>>;
}

/** Describes the pages of an endpoint; null for none. */
export function describePage({ page }: EndpointPlan): DescribedPage | null {
  if (!page) return null;
  const { limits, list, fields } = page;
  const { defaultLimit, maxLimit, over, styles } = limits;
  return {
    list,
    styles,
    limit: { default: defaultLimit, max: maxLimit, over },
    arguments: page.arguments,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, { field }]: [string, { field: string }]) => [name, field]),
    ),
  };
}
