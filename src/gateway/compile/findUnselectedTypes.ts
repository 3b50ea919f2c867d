import { isAbstractType } from 'graphql';
import { TYPE_KEY } from '../plan/ResultPlan.ts';
import type { ShapeProperty } from '../plan/Shape.ts';
import { type ObjectSelection, collectFields, onlySelection, typeNameAt } from './collectFields.ts';
import type { ShapeContext } from './ShapeContext.ts';
import { sentTypePaths } from './occurrences.ts';

/** The object types of which nothing is selected, and what is selected to recognize them. */
export interface UnselectedTypes {
  unselected: string[];
  added: ShapeProperty[];
}

const TYPE_NAME: ShapeProperty = {
  field: '__typename',
  key: TYPE_KEY,
  shape: { kind: 'leaf', type: 'String', nullable: false },
  required: false,
};

/** Finds the types of an object, errors as data excluded, of which nothing is selected; adds a `__typename` to its selections. */
export function findUnselectedTypes(selections: readonly ObjectSelection[], context: ShapeContext): UnselectedTypes {
  // One of several selections of an object can lack types that another one has.
  const partial = selections.filter(
    ({ type, set }) => isAbstractType(type) && unselectedOf([onlySelection(type, set)], context).length > 0,
  );
  if (partial.length === 0) return { unselected: [], added: [] };
  const unselected = unselectedOf(selections, context);
  if (unselected.length > 0) {
    for (const { set } of partial) if (set.loc) context.typeNames.set(set.loc, TYPE_KEY);
  }
  return { unselected, added: [TYPE_NAME] };
}

function unselectedOf(selections: readonly ObjectSelection[], context: ShapeContext): string[] {
  const selected = new Set([...collectFields(context, selections).values()].flat().flatMap(({ on }) => [...on]));
  const names = new Set([...selected].map(typeNameAt));
  const sent = sentTypePaths(selections, context).map(typeNameAt);
  return [...new Set(sent)].filter((name) => !names.has(name));
}
