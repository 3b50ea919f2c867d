import type { ObjectShape, Shape } from '../../plan/Shape.ts';
import { wireProperties } from '../../plan/wireProperties.ts';
import { type Schema, nullable } from './Schema.ts';
import type { SchemaContext } from './SchemaContext.ts';
import { templateSchema } from './templateSchema.ts';
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
    case 'wrapped':
      return { type: 'object', required: [shape.as], properties: { [shape.as]: outputSchema(shape.of, context) } };
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
  const properties = wireProperties(object);
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    type: 'object',
    ...(description && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      properties.map(({ name, shape, description: text, deprecated }) => [
        name,
        {
          ...outputSchema(shape, context),
          ...(text !== undefined && { description: text }),
          ...(deprecated !== undefined && { deprecated: true }),
        },
      ]),
    ),
  };
}
