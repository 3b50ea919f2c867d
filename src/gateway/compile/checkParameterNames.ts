import { directiveNode } from '../document/directiveNode.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import type { DeclaredParameter } from './DeclaredParameter.ts';

/** Refuses two parameters of one source with the same name, or in a body a name that is a dotted prefix of another. */
export function checkParameterNames(declared: readonly DeclaredParameter[], report: ReportDiagnostic): void {
  declared.forEach(({ node, plan }, index) => {
    for (const { plan: other } of declared.slice(0, index)) {
      if (plan.source !== other.source) continue;
      const at = directiveNode(node, 'param', 'name');
      if (keyOf(plan) === keyOf(other)) {
        report(at, `Two variables have the wire name "${plan.name}".`, 'Rename one with @param(name: …).');
      } else if (plan.source === 'body' && (isPrefix(plan.name, other.name) || isPrefix(other.name, plan.name))) {
        const message = `"${plan.name}" and "${other.name}" cannot both be in the body.`;
        report(at, message, 'Rename one with @param(name: …).');
      }
    }
  });
}

/** Names of headers are case-insensitive; see RFC 9110, section 5.1. */
function keyOf({ source, name }: ParameterPlan): string {
  return source === 'header' ? name.toLowerCase() : name;
}

function isPrefix(one: string, other: string): boolean {
  return other.startsWith(`${one}.`);
}
