// The schemas of tools: one object of everything that an endpoint reads, and one of what it responds with. They are those of OpenAPI, in
// the dialect JSON Schema 2020-12, with everything that they refer to in `$defs`.
import { jsonTypeOf } from '../../plan/conventions/scalarConversions.ts';
import { placeholdersOf } from '../../plan/conventions/template.ts';
import { SELECTION } from '../../plan/conventions/pageBody.ts';
import { type Components, type Schema, referencesOf } from '../../describe/openapi/Schema.ts';
import type { DescribedOperation } from '../../describe/openapi/operations/describeOperations.ts';
import { freeName } from '../../describe/openapi/schemas/SchemaRegistry.ts';
import { sendsBody, successStatuses } from '../../plan/EndpointPlan.ts';
import { parameterOf } from '../../plan/PagePlan.ts';
import { typeName } from '../../plan/TypeTable.ts';
import { readJson, writeJson } from '../../http/losslessJson.ts';

/** Where the arguments of a tool go in a request. Those of the path are its placeholders. */
export interface ToolInputs {
  query: ReadonlySet<string>;
  /** The arguments of any JSON in the path and the query: the text of a number is another value. */
  ofAnyJson: ReadonlySet<string>;
  /** The argument that is the Idempotency-Key; absent: the endpoint reads none. */
  key?: string;
  /** The properties of the body are arguments, or `whole` is the argument that is the body. Absent: the endpoint reads none. */
  body?: { required: boolean; whole?: string };
}

/** How the body of a success becomes the object that a tool responds with. */
export interface ToolOutput {
  /** The property that a body is which is no object. */
  wrapper?: 'items' | 'value';
  /** The properties with the position of the next page, by the query parameter in the link to it; empty where the body has it. */
  next: ReadonlyMap<string, string>;
}

/** The key of the link to the next page of a tool, by the style of pagination. */
const NEXT_OF_STYLE = { CURSOR: 'nextCursor', OFFSET: 'nextOffset', PAGE: 'nextPage' } as const;

/** Describes the arguments of a tool. */
export function describeInputs(
  { endpoint, version, parameters, body }: DescribedOperation,
  components: Components,
): { schema: Schema; inputs: ToolInputs } {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const add = (name: string, schema: Schema, isRequired: boolean) => {
    properties[name] = schema;
    if (isRequired) required.push(name);
  };
  const unread = new Set(endpoint.ignored?.query);
  const read = parameters.filter(
    ({ in: place, name }) => place === 'path' || (place === 'query' && !unread.has(name as string)),
  );
  const ofAnyJson = new Set(
    endpoint.parameters.flatMap(({ name, source, type, constraints }) => {
      const isParameter = source !== 'body' && source !== 'whole' && !constraints.values;
      return isParameter && jsonTypeOf(typeName(type), version.conventions) === 'any' ? [name] : [];
    }),
  );
  for (const parameter of read) {
    const name = String(parameter['name']);
    const schema = schemaOf(parameter);
    add(name, ofAnyJson.has(name) ? asValue(schema) : schema, parameter['required'] === true);
  }
  const query = new Set(read.flatMap(({ in: place, name }) => (place === 'query' ? [String(name)] : [])));
  const keyParameter = parameters.find(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key');
  const object = body && resolve(body.schema, components);
  const own = object && hoistedProperties(object, properties);
  let whole: string | undefined;
  if (own) {
    const names = (object['required'] ?? []) as readonly string[];
    for (const [name, schema] of Object.entries(own)) add(name, schema, body.required && names.includes(name));
  } else if (body) {
    whole = freeName('body', new Set(Object.keys(properties)));
    add(whole, body.schema, body.required);
  }
  const key = keyParameter && freeName('idempotencyKey', new Set(Object.keys(properties)));
  if (key !== undefined) add(key, schemaOf(keyParameter!), keyParameter!['required'] === true);
  const isOpen = version.conventions.unknown[own ? 'body' : 'query'] === 'ignore';
  return {
    schema: withTypes(
      selfContained(
        {
          type: 'object',
          properties,
          ...(required.length > 0 && { required }),
          ...(!isOpen && { additionalProperties: false }),
        },
        components,
      ),
    ),
    inputs: {
      query,
      ofAnyJson,
      ...(key !== undefined && { key }),
      ...(body && { body: { required: body.required, ...(whole !== undefined && { whole }) } }),
    },
  };
}

/** The schema of any JSON, or of a list of it, which a tool is sent as it is. */
function asValue({ type, items, ...others }: Schema): Schema {
  return type === 'array' ? { type, items: asValue(items as Schema), ...others } : others;
}

/** Keywords that say what the values of a schema are. */
const TYPE_KEYWORDS = ['type', '$ref', 'anyOf', 'enum', 'const'];
const JSON_TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** A schema of inputs in which every value has types: some clients refuse one without. */
function withTypes(schema: Schema): Schema {
  const each = (value: unknown) =>
    Object.fromEntries(
      Object.entries((value ?? {}) as Schema).map(([key, inner]) => [key, withTypes(inner as Schema)]),
    );
  const { properties, $defs, items, anyOf } = schema;
  return {
    ...(!TYPE_KEYWORDS.some((key) => Object.hasOwn(schema, key)) && { type: JSON_TYPES }),
    ...schema,
    ...(properties !== undefined && { properties: each(properties) }),
    ...(items !== undefined && { items: withTypes(items as Schema) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(withTypes) }),
    ...($defs !== undefined && { $defs: each($defs) }),
  };
}

/** The schema of a parameter with what OpenAPI says of it beside its schema. */
function schemaOf({ schema, description, deprecated, example }: Schema): Schema {
  return {
    ...(schema as Schema),
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** The properties of a body that can be arguments; undefined where it is no plain object, or has a property of another argument's name. */
function hoistedProperties(
  object: Schema,
  taken: Readonly<Record<string, Schema>>,
): Record<string, Schema> | undefined {
  const { type, properties = {}, minProperties, allOf, anyOf } = object;
  if (type !== 'object' || minProperties !== undefined || allOf !== undefined || anyOf !== undefined) return undefined;
  const own = properties as Record<string, Schema>;
  return Object.keys(own).some((name) => Object.hasOwn(taken, name)) ? undefined : own;
}

/**
 * Describes what a tool responds with, which is an object: the body of a success, `items` or `value` around one that is no object, and
 * the position of the next page where only the Link header has it. Without a body it is empty, but for the `location` of a redirect.
 */
export function describeOutput(
  { endpoint, version, success }: DescribedOperation,
  components: Components,
): { schema: Schema; output: ToolOutput } {
  const { location, page } = endpoint;
  if (!success) {
    const properties = location && { location: { type: 'string', format: 'uri-reference' } };
    return { schema: { type: 'object', ...(properties && { properties }) }, output: { next: new Map() } };
  }
  const target = resolve(success, components);
  const isList = target['type'] === 'array';
  const wrapper = isObject(target, components) ? undefined : isList ? 'items' : 'value';
  const around = wrapper ? { properties: { [wrapper]: success }, required: [wrapper] } : target;
  const template = version.conventions.page.body;
  const isInBody = (name: string) => name === 'pagination' || name === 'nextCursor';
  const hasNext = !page || (template !== SELECTION && placeholdersOf(template).some(({ name }) => isInBody(name)));
  const styles = hasNext ? [] : page.limits.styles;
  const next = new Map(styles.map((style) => [parameterOf(style, page!.limits.names), NEXT_OF_STYLE[style]]));
  const positions = styles.map((style) => [
    NEXT_OF_STYLE[style],
    {
      type: style === 'CURSOR' ? 'string' : 'integer',
      description: `The ${parameterOf(style, page!.limits.names)} of the next page; absent on the last page.`,
    },
  ]);
  // Of several statuses, one can have no body.
  const isAlways = successStatuses(endpoint).every(sendsBody);
  const { required, ...others } = around as Schema;
  const schema = {
    ...others,
    type: 'object',
    ...(positions.length > 0 && {
      properties: { ...(Object.fromEntries(positions) as Schema), ...(others['properties'] as Schema) },
    }),
    ...(isAlways && required !== undefined && { required }),
  };
  return { schema: selfContained(schema, components), output: { ...(wrapper && { wrapper }), next } };
}

const COMPONENTS = '#/components/schemas/';

function resolve(schema: Schema, components: Components): Schema {
  const { $ref, ...own } = schema;
  if (typeof $ref !== 'string') return schema;
  return { ...resolve(components.get($ref.slice(COMPONENTS.length))!, components), ...own };
}

function isObject(schema: Schema, components: Components): boolean {
  const { type, anyOf } = resolve(schema, components);
  return type === 'object' || (Array.isArray(anyOf) && anyOf.every((each: Schema) => isObject(each, components)));
}

/** The characters of the definitions of a schema: filters refer to each other without end, and an agent reads the schemas of all tools. */
const MAX_DEFINITIONS_LENGTH = 16_384;

/**
 * A schema with the components that it refers to, directly or not, as definitions of its own; of those that are too far away, only the type
 * is said. See JSON Schema 2020-12, section 8.2.4.
 */
function selfContained(schema: Schema, components: Components): Schema {
  const used = referencesOf(schema);
  const definitions: [name: string, definition: Schema][] = [];
  let length = 0;
  // What is added while it is read is read as well.
  for (const reference of used) {
    const name = reference.slice(COMPONENTS.length);
    const component = components.get(name)!;
    const ownLength = writeJson(component).length;
    const isWithin = length + ownLength <= MAX_DEFINITIONS_LENGTH;
    if (isWithin) {
      length += ownLength;
      referencesOf(component, used);
    }
    definitions.push([name, isWithin ? component : leftOut(component)]);
  }
  const sorted = definitions.sort(([one], [other]) => (one < other ? -1 : 1));
  const whole = sorted.length > 0 ? { ...schema, $defs: Object.fromEntries(sorted) } : schema;
  // In JSON, only a reference has this key in front of this text.
  return readJson(writeJson(whole).replaceAll(`"$ref":"${COMPONENTS}`, '"$ref":"#/$defs/')) as Schema;
}

function leftOut({ type }: Schema): Schema {
  return { ...(type !== undefined && { type }), description: 'The OpenAPI document has the details.' };
}
