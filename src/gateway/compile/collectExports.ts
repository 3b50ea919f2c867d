import {
  type FieldNode,
  type OperationDefinitionNode,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  visit,
} from 'graphql';
import { readDirective } from '../document/directives.ts';
import type { ExportPlan } from '../plan/LookupPlan.ts';
import type { CompileContext } from './CompileContext.ts';
import {
  type ObjectSelection,
  type Occurrence,
  type SelectionContext,
  collectFields,
  fieldDefinition,
  onlySelection,
  selectionsBelow,
} from './collectFields.ts';

export interface CollectedExport {
  plan: ExportPlan;
  /** The type in the schema, without "!" at its end. */
  type: string;
  node: FieldNode;
}

type LookupContext = CompileContext & SelectionContext;

/** The values that a lookup query exports. Refuses leaves that it does not export, and any below a list or a condition. */
export function collectExports(lookup: OperationDefinitionNode, context: LookupContext): CollectedExport[] {
  const root = onlySelection(context.schema.getQueryType()!, lookup.selectionSet);
  return [...collectFields(context, [root])].flatMap(([key, occurrences]) =>
    exportsAt({ path: [key], types: [] }, occurrences, variablesIn(occurrences[0]!.node), context),
  );
}

function exportsAt(
  { path, types }: Pick<ExportPlan, 'path' | 'types'>,
  occurrences: readonly Occurrence[],
  lookedUpBy: readonly string[],
  context: LookupContext,
): CollectedExport[] {
  const { node, parent, condition } = occurrences[0]!;
  const field = fieldDefinition(node, parent);
  const isList = field !== undefined && isListType(getNullableType(field.type));
  if (isList || condition !== '') {
    const message = `@export is not supported below "${path.at(-1)}", which ${isList ? 'is a list' : 'has a condition'}.`;
    context.report(node, message, isList ? 'Look up one object.' : 'Remove the condition.');
    return [];
  }
  const named = field && getNamedType(field.type);
  if (isCompositeType(named)) {
    const below: ObjectSelection[] = selectionsBelow(occurrences, () => named);
    return [...collectFields(context, below)].flatMap(([key, each]) =>
      exportsAt({ path: [...path, key], types: [...types, named.name] }, each, lookedUpBy, context),
    );
  }
  const variable = readDirective('export', node)?.as;
  if (variable === undefined) {
    context.report(node, `"${path.at(-1)}" of the lookup is not exported.`, 'Add @export(as: "…"), or remove it.');
    return [];
  }
  const type = field ? String(getNullableType(field.type)) : 'String';
  return [{ plan: { variable, path, types, lookedUpBy }, type, node }];
}

function variablesIn({ arguments: given = [] }: FieldNode): string[] {
  const names: string[] = [];
  for (const argument of given) visit(argument, { Variable: ({ name }) => void names.push(name.value) });
  return names;
}
