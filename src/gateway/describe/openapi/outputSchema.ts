import type { Conventions } from '../../conventions/Conventions.ts';
import type { Shape } from '../../plan/Shape.ts';
import { type Components, type Schema, nullable, shareAs } from './Schema.ts';
import { leafSchema, withExample } from './leafSchema.ts';

/** The schema of what a selection sends. Shapes of the version become components. */
export function outputSchema(shape: Shape, conventions: Conventions, components: Components): Schema {
  const schema = valueSchema(shape, conventions, components);
  return shape.nullable ? nullable(schema) : schema;
}

function valueSchema(shape: Shape, conventions: Conventions, components: Components): Schema {
  switch (shape.kind) {
    case 'leaf':
      return withExample({ ...leafSchema(shape.type, conventions), ...(shape.names && { enum: shape.names }) });
    case 'list':
      return { type: 'array', items: outputSchema(shape.of, conventions, components) };
    case 'connection':
      return outputSchema(shape.selected, conventions, components);
    case 'unwrapped':
      return outputSchema(shape.of, conventions, components);
    case 'object': {
      const { component } = shape;
      if (component === undefined) return objectSchema(shape, conventions, components);
      const schema = objectSchema(shape, conventions, components);
      return shareAs(component, schema, components);
    }
  }
}

function objectSchema(
  { type, properties }: Shape & { kind: 'object' },
  conventions: Conventions,
  components: Components,
): Schema {
  const required = properties.filter((property) => property.required).map(({ key }) => key);
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      properties.map(({ key, shape, description, deprecated }) => [
        key,
        {
          ...outputSchema(shape, conventions, components),
          ...(description !== undefined && { description }),
          ...(deprecated !== undefined && { deprecated: true }),
        },
      ]),
    ),
  };
}
