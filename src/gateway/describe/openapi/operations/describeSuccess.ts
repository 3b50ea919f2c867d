import { SELECTION } from '../../../conventions/pageBody.ts';
import { type EndpointPlan, sendsBody, successStatuses } from '../../../plan/EndpointPlan.ts';
import { endOf } from '../../../plan/ResultPlan.ts';
import { type ObjectShape, type Shape, type WireProperty, isNullable, wireProperties } from '../../../plan/Shape.ts';
import { type Schema, nullable } from '../Schema.ts';
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
  const { description } = object;
  const { type, ...schema } = propertiesSchema(wireProperties(object), context);
  return { type, ...(description && { description }), ...schema };
}

function propertiesSchema(properties: readonly Omit<WireProperty, 'path' | 'field'>[], context: SchemaContext): Schema {
  const omitsNulls = context.version.conventions.nulls === 'omit';
  const sent = omitsNulls ? properties.filter(({ shape }) => !isNull(shape)) : properties;
  const required = sent.filter((each) => each.required && !(omitsNulls && isNullable(each.shape)));
  return {
    type: 'object',
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    properties: Object.fromEntries(
      sent.map(({ name, shape, description, deprecated, caught }) => [
        name,
        {
          ...outputSchema(omitsNulls ? withoutNull(shape) : shape, context),
          ...(description !== undefined && { description }),
          ...(deprecated !== undefined && { deprecated: true }),
          ...(caught && { 'x-catch': true }),
        },
      ]),
    ),
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
