// The `__typename` that operations select besides, so that groups and types are recognized.
import { type DefinitionNode, Kind, isAbstractType, visit } from 'graphql';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import { TYPE_KEY } from '../../plan/ResultPlan.ts';
import type { ShapeProperty } from '../../plan/Shape.ts';
import type { AddedTypeNames, ShapeContext } from '../CompileContext.ts';
import { type GroupOccurrence, type ObjectSelection, collectFields, typeNameAt } from './collectFields.ts';
import { sentTypePaths } from './errorMarkers.ts';

const TYPE_NAME: ShapeProperty = {
  field: '__typename',
  key: TYPE_KEY,
  shape: { kind: 'leaf', type: 'String', nullable: false },
  required: false,
};

/** Finds the types of an object, errors as data excluded, of which nothing is selected; adds a `__typename` to its selections. */
export function findUnselectedTypes(
  selections: readonly ObjectSelection[],
  context: ShapeContext,
): { unselected: string[]; added: ShapeProperty[] } {
  // One of several selections of an object can lack types that another one has.
  const partial = selections.filter(
    (selection) => isAbstractType(selection.parent) && unselectedOf([selection], context).length > 0,
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
  definitions: readonly DefinitionNode[],
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
