import type { TypeContext } from '../plan/bounds.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { textOfValue } from '../plan/textOfValue.ts';
import { typeName } from '../plan/typeNode.ts';

/** The value of a parameter in a path or a query as a client writes it; not for lists. */
export function wireText(
  { type, constraints: { values } }: ParameterPlan,
  value: unknown,
  { types }: TypeContext,
): string {
  if (values) return textOfValue(values)(value) ?? String(value);
  return types.enums[typeName(type)]?.values[String(value)] ?? String(value);
}
