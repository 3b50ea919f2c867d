import type { FieldNode } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import type { ObjectShape, Shape } from '../plan/Shape.ts';
import type { CompileContext } from './CompileContext.ts';

/** The shape of an object with `@unwrap`: that of its only child. Refuses any other number of children, and one with a condition. */
export function unwrapObject(node: FieldNode, object: ObjectShape, { report }: Pick<CompileContext, 'report'>): Shape {
  const [only, second] = object.properties;
  if (only?.required && !second && only.shape.kind !== 'group' && only.shape.kind !== 'spread') {
    return { kind: 'unwrapped', key: only.key, field: only.field, of: only.shape, nullable: true };
  }
  const message = `@unwrap is on "${node.name.value}", which must select exactly one field, without a condition.`;
  report(directiveNode(node, 'unwrap'), message, 'Select one field, or remove @unwrap.');
  return object;
}
