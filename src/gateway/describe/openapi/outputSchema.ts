import type { ObjectShape, Shape } from '../../plan/Shape.ts';
import { isNullable } from '../../plan/isNullable.ts';
import { type WireProperty, wireProperties } from '../../plan/wireProperties.ts';
import { type Schema, nullable } from './Schema.ts';
import type { SchemaContext } from './SchemaContext.ts';
import { templateSchema } from './templateSchema.ts';
import { outputLeafSchema } from './outputLeafSchema.ts';

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
      return context.registry.object(shape, () => objectSchema(shape, context));
  }
}

function objectSchema(object: ObjectShape, context: SchemaContext): Schema {
  const { description } = object;
  const { type, ...schema } = propertiesSchema(wireProperties(object), context);
  return { type, ...(description && { description }), ...schema };
}

function propertiesSchema(properties: readonly Omit<WireProperty, 'path' | 'field'>[], context: SchemaContext): Schema {
  const omitsNulls = context.version.conventions.nulls === 'omit';
  const required = properties.filter((each) => each.required && !(omitsNulls && isNullable(each.shape)));
  return {
    type: 'object',
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    properties: Object.fromEntries(
      properties.map(({ name, shape, description, deprecated, caught }) => [
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

function withoutNull(shape: Shape): Shape {
  return shape.kind === 'unwrapped'
    ? { ...shape, of: withoutNull(shape.of), nullable: false }
    : { ...shape, nullable: false };
}
