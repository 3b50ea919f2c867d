import type { Shape } from './Shape.ts';
import { wireProperties } from './wireProperties.ts';

/** What a body has at a path of names in JSON. */
export interface FoundProperty {
  shape: Shape;
  /** Whether every body has it, and it is never null. */
  isAlwaysThere: boolean;
}

/** The shape at a path of names in JSON, lists excluded; undefined where the body has nothing there. */
export function findProperty(shape: Shape, [name, ...rest]: readonly string[]): FoundProperty | undefined {
  if (shape.kind === 'unwrapped')
    return within(shape.nullable, findProperty(shape.of, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return { shape, isAlwaysThere: !shape.nullable };
  if (shape.kind === 'wrapped')
    return name === shape.as ? within(shape.nullable, findProperty(shape.of, rest)) : undefined;
  const object = shape.kind === 'group' ? shape.of : shape;
  const property = object.kind === 'object' ? wireProperties(object).find((each) => each.name === name) : undefined;
  return property && within(shape.nullable || !property.required, findProperty(property.shape, rest));
}

function within(canBeMissing: boolean, found: FoundProperty | undefined): FoundProperty | undefined {
  return found && canBeMissing ? { ...found, isAlwaysThere: false } : found;
}
