import { parse, print } from 'graphql';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import type { Schema } from '../openapi/Schema.ts';
import type { SchemaContext } from '../openapi/SchemaContext.ts';
import { describeBody, describeParameters } from '../openapi/describeParameters.ts';

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
