import type { Shape } from './Shape.ts';

/** Whether a value of a shape can be null, an `@unwrap` being its child. */
export function isNullable(shape: Shape): boolean {
  return shape.nullable || (shape.kind === 'unwrapped' && isNullable(shape.of));
}
