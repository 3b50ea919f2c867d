import type { FieldNode } from 'graphql';
import type { Shape, ShapeProperty } from '../plan/Shape.ts';
import { type ObjectSelection, collectFields } from './collectFields.ts';
import type { ShapeContext } from './ShapeContext.ts';
import { objectSelections } from './occurrences.ts';

/** One response key of the data path, and what is there. */
export interface DataStep {
  key: string;
  node: FieldNode;
  /** Without the objects of `@wrap`. */
  shape: Shape;
  /** The name of its `@wrap`. */
  wrap?: string;
  /** Those of the object; none where it is a scalar or an enum. */
  selections: readonly ObjectSelection[];
}

/**
 * The data path: the root field, then the child of each object with `@unwrap`, to the first field without one, or a list.
 * `root` is the property of that root field.
 */
export function followDataPath(
  operation: ObjectSelection,
  root: ShapeProperty,
  context: ShapeContext,
): [DataStep, ...DataStep[]] {
  const { key, shape } = root;
  const steps: [DataStep, ...DataStep[]] = [stepTo(key, shape, [operation], context)];
  let last = steps[0];
  while (last.shape.kind === 'unwrapped') {
    last = stepTo(last.shape.key, last.shape.of, last.selections, context);
    steps.push(last);
  }
  return steps;
}

function stepTo(key: string, shape: Shape, selections: readonly ObjectSelection[], context: ShapeContext): DataStep {
  const occurrences = collectFields(context, selections).get(key)!;
  const step = { key, node: occurrences[0]!.node, selections: objectSelections(occurrences) };
  return shape.kind === 'wrapped' ? { ...step, shape: shape.of, wrap: shape.as } : { ...step, shape };
}
