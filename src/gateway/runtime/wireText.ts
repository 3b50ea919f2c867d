import type { TypeContext } from '../plan/bounds.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { typeName } from '../plan/typeNode.ts';

/** The value of a parameter in a path or a query as a client writes it; not for lists. */
export function wireText({ type }: ParameterPlan, value: unknown, { types }: TypeContext): string {
  return types.enums[typeName(type)]?.values[String(value)] ?? String(value);
}
