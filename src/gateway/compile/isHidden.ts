import type { FieldNode, FragmentSpreadNode, InlineFragmentNode } from 'graphql';
import { readDirective } from '../document/directives.ts';
import { TYPE_KEY } from '../plan/ResultPlan.ts';
import type { ShapeProperty } from '../plan/Shape.ts';

/** Whether a field leaves the body: it is sent as a header, or is an object of nothing but such fields. */
export function isHidden(
  node: FieldNode | FragmentSpreadNode | InlineFragmentNode,
  { shape }: Pick<ShapeProperty, 'shape'>,
): boolean {
  if (readDirective('header', node)) return true;
  if (shape.kind !== 'object' || shape.properties.length > 0) return false;
  return shape.hidden?.some(({ key }) => key !== TYPE_KEY) ?? false;
}
