import type { ObjectShape } from './Shape.ts';

/** The response keys that the data of an object is sent from. */
export function dataKeys({ properties, hidden = [] }: Pick<ObjectShape, 'properties' | 'hidden'>): string[] {
  const sent = properties.flatMap(({ key, shape }) =>
    shape.kind === 'group' ? [...(shape.marker === undefined ? [] : [shape.marker]), ...dataKeys(shape.of)] : [key],
  );
  return [...new Set([...sent, ...hidden.map(({ key }) => key)])];
}
