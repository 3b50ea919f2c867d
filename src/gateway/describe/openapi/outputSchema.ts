import type { TypeContext } from '../../plan/bounds.ts';
import type { ObjectShape, Shape } from '../../plan/Shape.ts';
import { type Components, type Schema, nullable, shareAs } from './Schema.ts';
import { leafSchema, withExample } from './leafSchema.ts';

/** The schema of the JSON of a selection. Shapes of the version become components. */
export function outputSchema(shape: Shape, version: TypeContext, components: Components): Schema {
  const schema = valueSchema(shape, version, components);
  return shape.nullable ? nullable(schema) : schema;
}

function valueSchema(shape: Shape, version: TypeContext, components: Components): Schema {
  switch (shape.kind) {
    case 'leaf':
      return withExample({ ...leafSchema(shape.type, version), ...(shape.names && { enum: shape.names }) });
    case 'list':
      return { type: 'array', items: outputSchema(shape.of, version, components) };
    case 'connection':
      return outputSchema(shape.selected, version, components);
    case 'unwrapped':
      return outputSchema(shape.of, version, components);
    case 'object': {
      const schema = objectSchema(shape, version, components);
      return shape.component === undefined ? schema : shareAs(shape.component, schema, components);
    }
  }
}

function objectSchema(shape: ObjectShape, version: TypeContext, components: Components): Schema {
  const { description, properties } = shape;
  const required = properties.filter((property) => property.required).map(({ key }) => key);
  return {
    type: 'object',
    ...(description && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      properties.map(({ key, shape: value, description: text, deprecated }) => [
        key,
        {
          ...outputSchema(value, version, components),
          ...(text !== undefined && { description: text }),
          ...(deprecated !== undefined && { deprecated: true }),
        },
      ]),
    ),
  };
}
