import {
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  isInputObjectType,
  getNamedType,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Endpoint } from '../../runtime/Endpoint.ts';
import type { Parameter } from '../../plan/Parameter.ts';
import type { Components, Schema } from './Schema.ts';
import { defaultOnWire } from '../../compile/defaultOnWire.ts';
import { maxPage } from '../../request/readPage.ts';
import { inputSchema, textSchema } from './inputSchema.ts';

/** What the arguments and input fields that variables fill say of themselves, by variable. */
export function describeVariables(schema: GraphQLSchema, operation: OperationDefinitionNode): Map<string, string> {
  const descriptions = new Map<string, string>();
  const info = new TypeInfo(schema);
  visit(
    operation,
    visitWithTypeInfo(info, {
      Variable(node, _key, parent) {
        const field = parent && 'kind' in parent && parent.kind === 'ObjectField' ? parent.name.value : undefined;
        const object = getNamedType(info.getParentInputType());
        const own = field !== undefined && isInputObjectType(object) ? object.getFields()[field] : info.getArgument();
        if (own?.description) descriptions.set(node.name.value, own.description);
      },
    }),
  );
  return descriptions;
}

/** The parameters of path and query, those of the page and `expand` among them. */
export function describeParameters(endpoint: Endpoint): Schema[] {
  const { document, schema, conventions, expands } = endpoint;
  const descriptions = describeVariables(schema, document.operation);
  const own = endpoint.parameters.flatMap((parameter): Schema[] => {
    const { name, variable, source, type, required, constraints } = parameter;
    if (source !== 'path' && source !== 'query' && source !== 'header') return [];
    const description = parameter.description ?? descriptions.get(variable);
    const isNull = parameter.defaultValue?.kind === Kind.NULL;
    const given = isNull ? parameter.nullAs : defaultOnWire(parameter.defaultValue, type, conventions);
    const plain = textSchema(type, constraints, conventions);
    const text: Schema = parameter.nullAs === undefined ? plain : { anyOf: [plain, { const: parameter.nullAs }] };
    return [
      {
        name,
        in: source,
        required,
        ...(description !== undefined && { description }),
        ...(plain['type'] === 'array' && { style: source === 'header' ? 'simple' : 'form', explode: false }),
        schema: { ...text, ...(given !== undefined && { default: given }) },
        ...(parameter.example !== undefined && { example: parameter.example }),
      },
    ];
  });
  const values = expands.map(({ name }) => name);
  const expand: Schema = {
    name: conventions.expand,
    in: 'query',
    required: false,
    description: 'Optional parts of the answer, separated by commas.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: values } },
  };
  return [...own, ...pageParameters(endpoint), ...(values.length > 0 ? [expand] : [])];
}

function pageParameters({ page }: Endpoint): Schema[] {
  if (!page) return [];
  const { styles, defaultLimit, maxLimit, maxOffset, names } = page.limits;
  const last = `(${names.page} - 1) × ${names.limit} is at most ${maxOffset}.`;
  const query = (name: string, description: string, schema: Schema): Schema => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  });
  const byStyle = {
    OFFSET: query(names.offset, 'How many items to pass over. Not together with another style of paging.', {
      type: 'integer',
      minimum: 0,
      maximum: maxOffset,
    }),
    PAGE: query(names.page, `Which page, counted from 1; ${last} Not together with another style of paging.`, {
      type: 'integer',
      minimum: 1,
      maximum: maxPage(page.limits),
    }),
    CURSOR: query(
      names.cursor,
      'The `nextCursor` of the page before, unchanged; empty for the first page. Not together with another style of paging.',
      { type: 'string' },
    ),
  };
  return [
    query(names.limit, 'How many items a page has at the most.', {
      type: 'integer',
      minimum: 1,
      maximum: maxLimit,
      default: defaultLimit,
    }),
    ...styles.map((style) => byStyle[style]),
  ];
}

/** The schema of the JSON body; undefined where the endpoint reads none. */
export function describeBody(
  endpoint: Endpoint,
  components: Components,
): { required: boolean; schema: Schema } | undefined {
  const { parameters, input, conventions } = endpoint;
  if (!input.takesBody) return undefined;
  const whole = parameters.find(({ source }) => source === 'whole');
  if (whole) {
    const schema = inputSchema(whole.type, whole.constraints, conventions, components);
    return { required: whole.required, schema };
  }
  const own = parameters.filter(({ source }) => source === 'body');
  if (own.length === 0) return undefined;
  const descriptions = describeVariables(endpoint.schema, endpoint.document.operation);
  const leaf = (parameter: Parameter): Schema => {
    const description = parameter.description ?? descriptions.get(parameter.variable);
    const given = defaultOnWire(parameter.defaultValue, parameter.type, conventions);
    return {
      ...inputSchema(parameter.type, parameter.constraints, conventions, components),
      ...(description !== undefined && { description }),
      ...(given !== undefined && { default: given }),
      ...(parameter.example !== undefined && { examples: [parameter.example] }),
    };
  };
  const entries = own.map((parameter) => ({ path: parameter.name.split('.'), parameter }));
  return { required: own.some(({ required }) => required), schema: bodySchema(entries, leaf) };
}

interface BodyEntry {
  path: readonly string[];
  parameter: Parameter;
}

/** An object of the parameters whose names begin here; dots descend. */
function bodySchema(entries: readonly BodyEntry[], leaf: (parameter: Parameter) => Schema): Schema {
  const names = [...new Set(entries.map(({ path }) => path[0]!))];
  const below = (name: string) =>
    entries.filter(({ path }) => path[0] === name).map(({ path, parameter }) => ({ path: path.slice(1), parameter }));
  const required = names.filter((name) => below(name).some(({ parameter }) => parameter.required));
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      names.map((name) => {
        const [only] = below(name);
        return [name, only!.path.length === 0 ? leaf(only!.parameter) : bodySchema(below(name), leaf)];
      }),
    ),
  };
}
