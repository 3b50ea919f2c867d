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
        const kind = plan.source === 'body' ? 'property' : 'parameter';
        report(at, `Two variables have the ${kind} name "${plan.name}".`, 'Rename one with @param(name: …).');
      } else if (plan.source === 'body' && (isPrefix(plan.name, other.name) || isPrefix(other.name, plan.name))) {
        const [prefix, longer] = [plan.name, other.name].toSorted((one, two) => one.length - two.length);
        const message = `The body properties "${prefix}" and "${longer}" conflict: "${prefix}" cannot be both a value and an object.`;
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
