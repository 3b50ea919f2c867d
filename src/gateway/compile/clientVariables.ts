import { type VariableDefinitionNode, print } from 'graphql';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { LookupPlan } from '../plan/LookupPlan.ts';

/** The variables that clients fill: those of both operations without the exported ones. One of the same name is one parameter. */
export function clientVariables(
  { operation, lookup: lookupNode, endpoint }: EndpointDocument,
  lookup: LookupPlan | undefined,
  report: ReportDiagnostic,
): VariableDefinitionNode[] {
  const exported = new Set(lookup?.exports.map(({ variable }) => variable));
  const own = (operation.variableDefinitions ?? []).filter((node) => !exported.has(nameOf(node)));
  for (const node of operation.variableDefinitions ?? []) {
    const [directive] = node.directives ?? [];
    if (!directive || !exported.has(nameOf(node))) continue;
    const message = `$${nameOf(node)} is exported by the lookup, so no client sends it.`;
    report(directive, message, `Remove the directives of $${nameOf(node)}.`);
  }
  const added = (lookupNode?.variableDefinitions ?? []).filter((node) => {
    const same = own.find((each) => nameOf(each) === nameOf(node));
    if (same && print(same.type) !== print(node.type)) {
      const message = `$${nameOf(node)} is ${print(node.type)} in the lookup, but ${print(same.type)} in the endpoint.`;
      // A lookup of the version is right for other endpoints.
      report(endpoint.lookup === undefined ? node : same, message, 'Give both the same type.');
    }
    return !same;
  });
  return [...own, ...added];
}

function nameOf({ variable }: VariableDefinitionNode): string {
  return variable.name.value;
}
