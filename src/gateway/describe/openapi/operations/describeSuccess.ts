import { SELECTION } from '../../../plan/conventions/pageBody.ts';
import { type EndpointPlan, sendsBody, successStatuses } from '../../../plan/EndpointPlan.ts';
import { endOf } from '../../../plan/ResultPlan.ts';
import { type ObjectShape, type Shape, type WireProperty, isNullable, wireProperties } from '../../../plan/Shape.ts';
import { groupBy } from '../../groupBy.ts';
import { type Schema, annotate, anyOf, nullable } from '../Schema.ts';
import { type SchemaContext, urlSchema } from '../schemas/SchemaRegistry.ts';
import { outputLeafSchema } from '../schemas/leafSchema.ts';
import { pageBodySchema } from '../schemas/pageSchema.ts';
import { bodyTemplateSchema, templateSchema } from '../schemas/templateSchema.ts';

/**
 * The schema of the body of a success, or of a page of its items; undefined where it has none. Objects that are the body
 * or its items become components.
 */
export function describeSuccess(endpoint: EndpointPlan, context: SchemaContext): Schema | undefined {
  if (!successStatuses(endpoint).some(sendsBody)) return undefined;
  const { name, page, result } = endpoint;
  const { registry, version } = context;
  const { body: around, page: conventions } = version.conventions;
  const end = endOf(result);
  const ownName = `${name[0]!.toUpperCase()}${name.slice(1)}Response`;
  if (!page || end.kind !== 'connection' || conventions.body === SELECTION) {
    const { body, dataPath, wrapper } = result;
    // The type of a root field's object is Query or Mutation, which says nothing of the response.
    const isRoot = body.kind === 'object' && (dataPath.length === 0 || wrapper !== undefined);
    const schema = registry.markBody(outputSchema(isRoot ? { ...body, type: ownName } : body, context));
    return page || around === null ? schema : bodyTemplateSchema(around, schema, urlSchema(context));
  }
  const item = registry.markBody(outputSchema(end.of, context));
  return registry.list(item, pageBodySchema(conventions.body, item, page, context), ownName);
}

/** The schema of the JSON of a selection, whose objects are entries of the registry. */
export function outputSchema(shape: Shape, context: SchemaContext): Schema {
  const schema = valueSchema(shape, context);
  return shape.nullable ? nullable(schema) : schema;
}

function valueSchema(shape: Shape, context: SchemaContext): Schema {
  switch (shape.kind) {
    case 'leaf':
      return outputLeafSchema(shape, context);
    case 'list':
      return { type: 'array', items: outputSchema(shape.of, context) };
    case 'connection':
      return outputSchema(shape.selected, context);
    case 'unwrapped':
      return outputSchema(shape.of, context);
    case 'wrapped':
      return propertiesSchema([{ name: shape.as, shape: shape.of, required: true }], context);
    case 'group':
    case 'spread':
      return objectSchema(shape.of, context);
    case 'template':
      return templateSchema(shape, context);
    case 'object':
      return context.registry.object(shape, objectSchema(shape, context));
  }
}

function objectSchema(object: ObjectShape, context: SchemaContext): Schema {
  const { description, sharedNames } = object;
  const { type, ...schema } = propertiesSchema(wireProperties(object), context, sharedNames);
  return { type, ...(description && { description }), ...schema };
}

type DescribedProperty = Omit<WireProperty, 'path' | 'field' | 'key'>;

/** The schema of an object. Of properties with one name an object has at most one, and of those of `sharedNames` exactly one. */
function propertiesSchema(
  properties: readonly DescribedProperty[],
  context: SchemaContext,
  sharedNames: readonly string[] = [],
): Schema {
  const omitsNulls = context.version.conventions.nulls === 'omit';
  const sent = omitsNulls ? properties.filter(({ shape }) => !isNull(shape)) : properties;
  const byName = [...groupBy(sent, ({ name }) => name)];
  const required = byName.filter(
    ([name, same]) =>
      (sharedNames.includes(name) || same.every((each) => each.required)) &&
      !(omitsNulls && properties.some((each) => each.name === name && isNullable(each.shape))),
  );
  return {
    type: 'object',
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    properties: Object.fromEntries(byName.map(([name, same]) => [name, propertySchema(same, context)])),
  };
}

function propertySchema(same: readonly DescribedProperty[], context: SchemaContext): Schema {
  const omitsNulls = context.version.conventions.nulls === 'omit';
  const canBeNull = same.some(({ shape }) => shape.nullable);
  const shapes = same.map(({ shape }) => (omitsNulls ? withoutNull(shape) : { ...shape, nullable: canBeNull }));
  const description = same.find((each) => each.description !== undefined)?.description;
  const isDeprecated = same.every((each) => each.deprecated !== undefined);
  const deprecated = isDeprecated ? same[0]?.deprecated : undefined;
  return {
    ...anyOf(shapes.map((shape) => outputSchema(shape, context))),
    ...annotate({ description, deprecated }),
    ...(same.some(({ caught }) => caught) && { 'x-catch': true }),
  };
}

/** Whether a value is the constant null. */
function isNull(shape: Shape): boolean {
  return shape.kind === 'template' && shape.value === null;
}

function withoutNull(shape: Shape): Shape {
  return shape.kind === 'unwrapped'
    ? { ...shape, of: withoutNull(shape.of), nullable: false }
    : { ...shape, nullable: false };
}
