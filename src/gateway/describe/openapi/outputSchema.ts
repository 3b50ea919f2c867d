import type { ObjectShape, Shape } from '../../plan/Shape.ts';
import { type Schema, nullable } from './Schema.ts';
import type { SchemaContext } from './SchemaContext.ts';
import { leafSchema, withExample } from './leafSchema.ts';

/** The schema of the JSON of a selection, whose objects are entries of the registry. */
export function outputSchema(shape: Shape, context: SchemaContext): Schema {
  const schema = valueSchema(shape, context);
  return shape.nullable ? nullable(schema) : schema;
}

function valueSchema(shape: Shape, context: SchemaContext): Schema {
  switch (shape.kind) {
    case 'leaf':
      return shape.names ? { type: 'string', enum: shape.names } : withExample(leafSchema(shape.type, context));
    case 'list':
      return { type: 'array', items: outputSchema(shape.of, context) };
    case 'connection':
      return outputSchema(shape.selected, context);
    case 'unwrapped':
      return outputSchema(shape.of, context);
    case 'object':
      return context.registry.object(shape, () => objectSchema(shape, context));
  }
}

function objectSchema({ description, properties }: ObjectShape, context: SchemaContext): Schema {
  const required = properties.filter((property) => property.required).map(({ key }) => key);
  return {
    type: 'object',
    ...(description && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      properties.map(({ key, shape, description: text, deprecated }) => [
        key,
        {
          ...outputSchema(shape, context),
          ...(text !== undefined && { description: text }),
          ...(deprecated !== undefined && { deprecated: true }),
        },
      ]),
    ),
  };
}
