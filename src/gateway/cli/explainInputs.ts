import { print } from 'graphql';
import type { Endpoint } from '../runtime/Endpoint.ts';
import { describeBody, describeParameters } from '../describe/openapi/describeParameters.ts';
import type { Components, Schema } from '../describe/openapi/Schema.ts';
import { pageVariables } from '../compile/addPage.ts';

/** One thing that a client can send. */
export interface ExplainedInput {
  /** Its wire name, dotted in a body; '' for the body as a whole, and `expand=…` for each value of that parameter. */
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  required: boolean;
  /** The variables of the operation that it fills, with their types. */
  variables: Readonly<Record<string, string>>;
  /** As in the OpenAPI document; its references are to the components there. */
  schema: Schema;
}

/** Everything that an endpoint takes from path, query and body, and where it goes. Fills `components` as it refers to them. */
export function explainInputs(endpoint: Endpoint, components: Components): ExplainedInput[] {
  const types = typesOf(endpoint);
  const fills = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, types.get(name)!]));
  const page = pageVariables(endpoint.document.operation);
  const {
    expand: expandName,
    page: { parameters },
  } = endpoint.conventions;
  const byPage: Readonly<Record<string, string[]>> = {
    [parameters.limit]: [page.first],
    [parameters.offset]: [page.offset],
    [parameters.page]: [page.offset],
    [parameters.cursor]: [page.after],
  };

  const sent = describeParameters(endpoint).flatMap((described): ExplainedInput[] => {
    const { name, required, schema } = described as { name: string; required: boolean; schema: Schema };
    const place = described['in'] as 'path' | 'query' | 'header';
    if (name === expandName && endpoint.expands.length > 0) {
      return endpoint.expands.map((expand) => ({
        name: `${expandName}=${expand.name}`,
        in: place,
        required,
        variables: fills(expand.variables),
        schema: { const: expand.name },
      }));
    }
    const own = endpoint.parameters.find((each) => each.name === name && each.source === place);
    return [{ name, in: place, required, variables: fills(own ? [own.variable] : byPage[name]!), schema }];
  });

  const body = describeBody(endpoint, components);
  const bodied = endpoint.parameters.flatMap(({ name, variable, source, required }): ExplainedInput[] => {
    if (!body || (source !== 'body' && source !== 'whole')) return [];
    const variables = fills([variable]);
    if (source === 'whole') return [{ name: '', in: 'body', required, variables, schema: body.schema }];
    return [{ name, in: 'body', required, variables, schema: schemaAt(body.schema, name) }];
  });
  return [...sent, ...bodied];
}

/** The types of all variables, those of the lookup and of the pages among them. */
function typesOf({ documents, lookup }: Endpoint): Map<string, string> {
  const nodes = [...documents.values(), ...(lookup ? [lookup.document] : [])].flatMap(({ definitions }) => definitions);
  return new Map(
    nodes.flatMap((node) =>
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
