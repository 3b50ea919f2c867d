import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';

/** Refuses a query parameter with the name of one that pages or the expand parameter have, and two of those with one name. */
export function checkReservedNames(
  { operation, lookup }: EndpointDocument,
  parameters: readonly ParameterPlan[],
  reserved: readonly string[],
  report: ReportDiagnostic,
): void {
  const twice = reserved.find((name, index) => reserved.indexOf(name) < index);
  if (twice !== undefined) {
    const message = `The query parameter "${twice}" has two meanings.`;
    report(operation, message, 'Change page.parameters or expand in conventions.json.');
  }
  const nodes = [operation, lookup].flatMap((each) => each?.variableDefinitions ?? []);
  for (const { name, source, variable } of parameters) {
    if (source !== 'query' || !reserved.includes(name)) continue;
    const node = nodes.find((each) => each.variable.name.value === variable)!;
    const message = `The query parameter "${name}" is reserved for pages and expand.`;
    report(directiveNode(node, 'param', 'name'), message, 'Rename the variable, or use @param(name: …).');
  }
}
