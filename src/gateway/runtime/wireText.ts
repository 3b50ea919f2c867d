import { compileToWire } from '../conventions/compileToWire.ts';
import type { TypeContext } from '../plan/bounds.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { textOfValue } from '../plan/textOfValue.ts';
import { typeName } from '../plan/typeNode.ts';

/** The value of a parameter in a path or a query as a client writes it; not for lists. */
export function wireText(
  { type, constraints: { values } }: ParameterPlan,
  value: unknown,
  { types, conventions }: TypeContext,
): string {
  if (values) return textOfValue(values)(value) ?? String(value);
  const name = typeName(type);
  return types.enums[name]?.values[String(value)] ?? toText(compileToWire(name, conventions)?.(value) ?? value);
}

function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
