import { Kind, type OperationDefinitionNode, print } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { CollectedExport } from './collectExports.ts';
import { joinsTypes } from './joinsTypes.ts';

/** Refuses an export that is not to one non-null variable of the endpoint's operation, of the same type. */
export function checkExports(
  exports: readonly CollectedExport[],
  { variableDefinitions = [] }: OperationDefinitionNode,
  report: ReportDiagnostic,
): void {
  exports.forEach(({ plan: { variable, path }, type, node }, index) => {
    const at = directiveNode(node, 'export', 'as');
    const definition = variableDefinitions.find((each) => each.variable.name.value === variable);
    if (definition?.type.kind !== Kind.NON_NULL_TYPE) {
      const message = `@export(as: "${variable}") does not name a non-null variable of the endpoint's operation.`;
      report(at, message, `Declare $${variable} with a type that ends in "!".`);
    } else if (!joinsTypes(type, print(definition.type.type))) {
      const message = `"${path.at(-1)}" has type ${type}, but $${variable} has type ${print(definition.type)}.`;
      report(at, message, 'Give both the same type.');
    }
    if (exports.slice(0, index).some(({ plan }) => plan.variable === variable)) {
      report(at, `$${variable} is exported more than once.`, 'Remove one @export.');
    }
  });
}
