import { Kind, type TypeNode } from 'graphql';
import { jsonTypeOf } from '../../../plan/conventions/scalarConversions.ts';
import { type InputObjectPlan, nullableNode, typeName, typeNode } from '../../../plan/TypeTable.ts';
import type { ParameterPlan } from '../../../plan/ParameterPlan.ts';
import { type Constraints, type ParameterValue, boundsOfType, intersectBounds } from '../../../plan/bounds.ts';
import { groupBy } from '../../groupBy.ts';
import { type Schema, annotate, nullable } from '../Schema.ts';
import type { SchemaContext } from './SchemaRegistry.ts';
import { leafSchema, withExample } from './leafSchema.ts';

/** The schema of an input of a type such as `[Int!]!`. Input objects become components. On a list, bounds hold for its items. */
export function inputSchema(
  type: string,
  constraints: Constraints,
  context: SchemaContext,
  ignored: IgnoredPaths = [],
): Schema {
  return schemaOf(typeNode(type), constraints, context, ignored);
}

/** The schema of a parameter in a path, a query or a header, all of whose values are texts, and not null. */
export function textSchema(type: string, constraints: Constraints, context: SchemaContext): Schema {
  const inner = nullableNode(typeNode(type));
  const text: TypeNode =
    inner.kind === Kind.LIST_TYPE
      ? { kind: Kind.LIST_TYPE, type: { kind: Kind.NON_NULL_TYPE, type: nullableNode(inner.type) } }
      : inner;
  const schema = valueSchema(text, constraints, context, []);
  // Any JSON is its text.
  const isAny = !constraints.values && jsonTypeOf(typeName(type), context.version.conventions) === 'any';
  if (!isAny) return schema;
  return text.kind === Kind.LIST_TYPE
    ? { ...schema, items: { ...TEXT, ...(schema['items'] as Schema) } }
    : { ...TEXT, ...schema };
}

const TEXT = { type: 'string' };

/** The steps to each property that is accepted and not read. */
type IgnoredPaths = readonly (readonly string[])[];

/** The keyword of an object whose unknown properties are refused. */
function closedObject({ version: { conventions } }: SchemaContext): Schema {
  return conventions.unknown.body === 'ignore' ? {} : { additionalProperties: false };
}

function schemaOf(type: TypeNode, constraints: Constraints, context: SchemaContext, ignored: IgnoredPaths): Schema {
  return withNull(type, valueSchema(type, constraints, context, ignored));
}

function withNull({ kind }: TypeNode, value: Schema): Schema {
  return kind === Kind.NON_NULL_TYPE ? value : nullable(value);
}

function textsSchema(values: readonly ParameterValue[]): Schema {
  return { type: 'string', enum: values.map(({ text }) => text) };
}

function valueSchema(type: TypeNode, constraints: Constraints, context: SchemaContext, ignored: IgnoredPaths): Schema {
  const inner = nullableNode(type);
  if (inner.kind === Kind.LIST_TYPE) {
    const { minItems, maxItems, ...forItems } = constraints;
    return {
      type: 'array',
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
      items: forItems.values
        ? withNull(inner.type, textsSchema(forItems.values))
        : schemaOf(inner.type, forItems, context, ignored),
    };
  }
  if (constraints.values) return textsSchema(constraints.values);
  const name = inner.name.value;
  const { inputs } = context.version.types;
  if (!Object.hasOwn(inputs, name)) return boundedSchema(name, constraints, context);
  // An object with properties that this endpoint ignores is not the one of others.
  if (ignored.length > 0) return objectSchema(inputs[name]!, context, ignored);
  return context.registry.named('input', name, () => objectSchema(inputs[name]!, context, []));
}

/** A leaf within its own bounds and those of `@param`. */
function boundedSchema(name: string, constraints: Constraints, context: SchemaContext): Schema {
  const bounds = intersectBounds(boundsOfType(name, context.version), constraints);
  const { min, max, minLength, maxLength, patterns } = bounds;
  const [pattern, ...more] = patterns.map((each) => `^(?:${each})$`);
  return withExample({
    ...leafSchema(name, context),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
    ...(more.length > 0 && { allOf: more.map((each) => ({ pattern: each })) }),
  });
}

function objectSchema(
  { description, isOneOf, fields }: InputObjectPlan,
  context: SchemaContext,
  ignored: IgnoredPaths,
): Schema {
  const known = new Set(fields.map(({ wireName }) => wireName));
  const required = fields.filter((field) => field.required).map(({ wireName }) => wireName);
  const unread = propertiesSchema(
    ignored.filter(([name]) => !known.has(name!)).map((path) => ({ path })),
    context,
  );
  return {
    type: 'object',
    ...(description && { description }),
    ...closedObject(context),
    ...(required.length > 0 && { required }),
    ...(isOneOf && { minProperties: 1, maxProperties: 1 }),
    properties: {
      ...Object.fromEntries(
        fields.map((field) => [
          field.wireName,
          {
            // GraphQL, section 3.10.1: the only field of a OneOf Input Object is not null.
            ...inputSchema(isOneOf ? `${field.type}!` : field.type, {}, context, pathsBelow(field.wireName, ignored)),
            ...annotate(field),
            ...(field.default !== undefined && { default: field.default }),
          },
        ]),
      ),
      ...(unread['properties'] as Schema),
    },
  };
}

/** The paths that begin with a name, from behind it. */
function pathsBelow(name: string, paths: IgnoredPaths): IgnoredPaths {
  return paths.flatMap(([first, ...rest]) => (first === name && rest.length > 0 ? [rest] : []));
}

interface InputEntry {
  path: readonly string[];
  /** Absent for a property that is ignored. */
  parameter?: ParameterPlan;
}

/** An object of the parameters whose names begin here; dots descend. */
export function propertiesSchema(entries: readonly InputEntry[], context: SchemaContext): Schema {
  const byName = [...groupBy(entries, ({ path }) => path[0]!)];
  const required = byName.filter(([, below]) => below.some(({ parameter }) => parameter?.required));
  return {
    type: 'object',
    ...closedObject(context),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    properties: Object.fromEntries(byName.map(([name, same]) => [name, entrySchema(same, context)])),
  };
}

/** The entries of one property: a parameter, with what is ignored in it, or the properties of an object. */
function entrySchema(same: readonly InputEntry[], context: SchemaContext): Schema {
  const entries = same.map(({ path, ...entry }): InputEntry => ({ path: path.slice(1), ...entry }));
  const end = entries.find(({ path }) => path.length === 0);
  if (!end) return propertiesSchema(entries, context);
  if (!end.parameter) return {};
  const { type, constraints, wireDefault, example } = end.parameter;
  const ignored = entries.flatMap(({ path }) => (path.length > 0 ? [path] : []));
  return {
    ...inputSchema(type, constraints, context, ignored),
    ...annotate(end.parameter),
    ...(wireDefault !== undefined && { default: wireDefault }),
    ...(example !== undefined && { examples: [example] }),
  };
}
