import type { Conventions } from '../document/Conventions.ts';
import type { Shape } from '../result/Shape.ts';
import { type Components, type Schema, nullable, ref } from './Schema.ts';
import { leafSchema } from './leafSchema.ts';

/** The schema of what a selection sends. Shapes of the version become components. */
export function outputSchema(shape: Shape, conventions: Conventions, components: Components): Schema {
  const schema = valueSchema(shape, conventions, components);
  return shape.nullable ? nullable(schema) : schema;
}

function valueSchema(shape: Shape, conventions: Conventions, components: Components): Schema {
  switch (shape.kind) {
    case 'leaf':
      return { ...leafSchema(shape.type, conventions), ...(shape.names && { enum: shape.names }) };
    case 'list':
      return { type: 'array', items: outputSchema(shape.of, conventions, components) };
    case 'connection':
      return outputSchema(shape.selected, conventions, components);
    case 'unwrapped':
      return outputSchema(shape.of, conventions, components);
    case 'object': {
      const { component } = shape;
      if (component === undefined) return objectSchema(shape, conventions, components);
      if (!components.has(component)) {
        components.set(component, {}); // so that a shape that holds itself ends here
        components.set(component, objectSchema(shape, conventions, components));
      }
      return ref(component);
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
