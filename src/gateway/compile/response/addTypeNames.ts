// The `__typename` that operations select besides, so that groups and types are recognized.
import { type FragmentDefinitionNode, Kind, type Location, type OperationDefinitionNode, visit } from 'graphql';
import type { ReportDiagnostic } from '../../errors/Diagnostic.ts';
import type { ShapeContext } from './ShapeContext.ts';
import type { GroupOccurrence } from './collectFields.ts';

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

/** Refuses aliases that are response keys of an added `__typename`. */
export function checkAddedNames(
  definitions: readonly (OperationDefinitionNode | FragmentDefinitionNode)[],
  typeNames: AddedTypeNames,
  report: ReportDiagnostic,
): void {
  if (typeNames.size === 0) return;
  const added = new Set(typeNames.values());
  for (const definition of definitions) {
    visit(definition, {
      Field({ alias, name }) {
        if (!alias || !added.has(alias.value) || name.value === '__typename') return;
        report(alias, `The alias "${alias.value}" is reserved for the name of the type.`, 'Write another alias.');
      },
    });
  }
}
