import type { FieldNode, FragmentSpreadNode, InlineFragmentNode } from 'graphql';
import { type DirectiveName, readDirective } from '../document/directives.ts';
import { TYPE_KEY } from '../plan/ResultPlan.ts';
import type { ShapeProperty } from '../plan/Shape.ts';

/** What they are on leaves the body. */
const LEAVING: readonly DirectiveName[] = ['header', 'total'];

/** Whether a field leaves the body: it is sent elsewhere, or is an object of nothing but such fields. */
export function isHidden(
  node: FieldNode | FragmentSpreadNode | InlineFragmentNode,
  { shape }: Pick<ShapeProperty, 'shape'>,
): boolean {
  if (LEAVING.some((name) => readDirective(name, node) !== undefined)) return true;
  if (shape.kind !== 'object' || shape.properties.length > 0) return false;
  return shape.hidden?.some(({ key }) => key !== TYPE_KEY) ?? false;
}
