import { type FragmentDefinitionNode, type OperationDefinitionNode, visit } from 'graphql';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { AddedTypeNames } from './addTypeNames.ts';

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
