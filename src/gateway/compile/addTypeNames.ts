import { Kind, type Location } from 'graphql';
import type { GroupOccurrence } from './collectFields.ts';
import type { ShapeContext } from './ShapeContext.ts';

/** The response keys of a `__typename` that are added to selection sets and spreads, by the place of these in the document. */
export type AddedTypeNames = Map<Location, string>;

/**
 * Adds a `__typename` to the fragments of a group, which an object has where it has the group. Their fields are no sign of it:
 * all of them can depend on conditions of their own, or be selected beside the group as well. Returns its response key.
 */
export function addMarkers(
  occurrences: readonly GroupOccurrence[],
  names: readonly string[],
  { typeNames }: ShapeContext,
): string {
  const marker = ['_wrap', ...names.map(toName)].join('_');
  for (const { node } of occurrences) {
    const { loc } = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : node;
    if (loc) typeNames.set(loc, marker);
  }
  return marker;
}

/** A text as part of a GraphQL name. */
function toName(text: string): string {
  return text.replaceAll(/[^A-Za-z\d]/g, (character) => `_${character.codePointAt(0)!.toString(16)}_`);
}
