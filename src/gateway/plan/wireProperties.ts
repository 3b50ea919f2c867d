import type { ObjectShape, ShapeProperty } from './Shape.ts';

/** One property of an object as it is sent. Its shape is never a spread; a group is the object that its `of` is. */
export interface WireProperty extends Omit<ShapeProperty, 'key'> {
  /** In JSON. */
  name: string;
  /** The response keys from the object to its value: those of spread objects come first, and a group adds none. */
  path: readonly string[];
}

/** The properties of an object as they are sent: those of spread objects take the place of these. */
export function wireProperties({ properties }: Pick<ObjectShape, 'properties'>): WireProperty[] {
  return properties.flatMap((property): WireProperty[] => {
    const { key, shape, required } = property;
    if (shape.kind === 'group') return [wireProperty(property, [])];
    if (shape.kind !== 'spread') return [wireProperty(property, [key])];
    return wireProperties(shape.of).map((each) => ({
      ...each,
      path: [key, ...shape.path, ...each.path],
      required: required && each.required,
      shape: shape.nullable ? { ...each.shape, nullable: true } : each.shape,
    }));
  });
}

/** Without rest properties, which take several times as long: a large API has tens of thousands of properties. */
function wireProperty(property: ShapeProperty, path: readonly string[]): WireProperty {
  const { key, field, shape, required, description, deprecated, caught } = property;
  return {
    field,
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
    ...(caught !== undefined && { caught }),
    name: key,
    shape,
    required,
    path,
  };
}
