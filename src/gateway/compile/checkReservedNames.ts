import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';

/** Refuses a query parameter with the name of one that pages or the expand parameter have, and two of those with one name. */
export function checkReservedNames(
  { operation, lookup }: EndpointDocument,
  parameters: readonly ParameterPlan[],
  { page, expand }: { page: readonly string[]; expand: readonly string[] },
  report: ReportDiagnostic,
): void {
  const reserved = [...page, ...expand];
  const twice = reserved.find((name, index) => reserved.indexOf(name) < index);
  if (twice !== undefined) {
    const users = expand.includes(twice) ? 'page.parameters and expand both' : 'Two of page.parameters';
    const message = `${users} use the query parameter "${twice}"; each must have its own name.`;
    report(operation, message, 'Change page.parameters or expand in conventions.json.');
  }
  const nodes = [operation, lookup].flatMap((each) => each?.variableDefinitions ?? []);
  for (const { name, source, variable } of parameters) {
    if (source !== 'query' || !reserved.includes(name)) continue;
    const node = nodes.find((each) => each.variable.name.value === variable)!;
    const message = `The query parameter "${name}" is reserved for pagination and expansion.`;
    report(directiveNode(node, 'param', 'name'), message, 'Rename the variable, or use @param(name: …).');
  }
}
