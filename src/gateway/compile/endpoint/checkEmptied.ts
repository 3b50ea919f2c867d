import { type ArgumentNode, Kind, OperationTypeNode } from 'graphql';
import type { AssembledDocument } from '../../document/assembleDocument.ts';
import { listValues } from '../../errors/nearNames.ts';
import { isEmptied, optionalVariables } from '../../execution/pruneOperation.ts';
import type { LookupPlan, Method } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import type { CompileContext } from '../CompileContext.ts';
import { fieldsIn } from '../response/collectFields.ts';
import { variablesIn } from './documentVariables.ts';

interface CheckedOperation {
  assembled: AssembledDocument;
  parameters: readonly ParameterPlan[];
  lookup: LookupPlan | undefined;
}

/**
 * Reports filters of a mutation that absent parameters can empty, so that it holds for everything: an error for DELETE, else a
 * warning. An argument with a variable of the path or of the lookup, beside the filter, limits the mutation to one resource.
 */
export function checkEmptied(
  { assembled, parameters, lookup }: CheckedOperation,
  method: Method,
  { report, warn }: Pick<CompileContext, 'report' | 'warn'>,
): void {
  const { document, operation, fragments } = assembled;
  if (operation.operation !== OperationTypeNode.MUTATION) return;
  const optional = optionalVariables(document);
  const isOptional = (variable: string) => optional.has(variable);
  const limiting = new Set([
    ...parameters.flatMap(({ source, variable }) => (source === 'path' ? [variable] : [])),
    ...(lookup?.exports.map(({ variable }) => variable) ?? []),
  ]);
  for (const { name, arguments: all = [] } of fieldsIn(operation.selectionSet, fragments)) {
    if (variablesIn(all).some((variable) => limiting.has(variable))) continue;
    const emptied = all.filter(({ value }) => isEmptied(value, isOptional));
    const objects = emptied.filter(({ value }) => value.kind !== Kind.VARIABLE);
    const [first] = objects;
    if (first && (method === 'DELETE' || all.length > 1)) {
      (method === 'DELETE' ? report : warn)(first, messageOf(name.value, objects), HINT);
    } else if (method === 'DELETE' && all.length > 0 && emptied.length === all.length) {
      warn(all[0]!, messageOf(name.value, all), 'Make one of them required.');
    }
  }
}

const HINT = 'Make a variable in it required.';

function messageOf(field: string, emptied: readonly ArgumentNode[]): string {
  const names = listValues(emptied.map(({ name }) => name.value));
  return `Absent parameters can empty ${names} of ${field}, which then holds for everything.`;
}
