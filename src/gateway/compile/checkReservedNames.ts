import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';

/** The query parameters that no variable fills. */
export interface ReservedNames {
  page: readonly string[];
  expand: readonly string[];
  /** Those of `@fields`. */
  fields: readonly string[];
}

/** Refuses a query parameter with the name of one that no variable fills, and two of those with one name. */
export function checkReservedNames(
  { operation, lookup }: EndpointDocument,
  parameters: readonly ParameterPlan[],
  { page, expand, fields }: ReservedNames,
  report: ReportDiagnostic,
): void {
  const reserved = [...page, ...expand, ...new Set(fields)];
  const twice = reserved.find((name, index) => reserved.indexOf(name) < index);
  if (twice !== undefined) {
    const others = page.includes(twice) ? 'page.parameters' : 'expand';
    const users =
      page.filter((name) => name === twice).length > 1
        ? 'Two of page.parameters'
        : `${others} and ${fields.includes(twice) ? '@fields' : 'expand'} both`;
    const message = `${users} use the query parameter "${twice}"; each must have its own name.`;
    const hint = fields.includes(twice)
      ? 'Write another name in @fields(name: …).'
      : 'Change page.parameters or expand in conventions.json.';
    report(operation, message, hint);
  }
  const nodes = [operation, lookup].flatMap((each) => each?.variableDefinitions ?? []);
  for (const { name, source, variable } of parameters) {
    if (source !== 'query' || !reserved.includes(name)) continue;
    const node = nodes.find((each) => each.variable.name.value === variable)!;
    const message = `The query parameter "${name}" is reserved for ${fields.includes(name) ? '@fields' : 'pagination and expansion'}.`;
    report(directiveNode(node, 'param', 'name'), message, 'Rename the variable, or use @param(name: …).');
  }
}
