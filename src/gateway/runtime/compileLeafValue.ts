import { compileToWire } from '../conventions/compileToWire.ts';
import { typeNameOnWire } from '../conventions/typeNameOnWire.ts';
import type { TypeContext } from '../plan/bounds.ts';
import type { LeafShape } from '../plan/Shape.ts';
import type { ToBody } from './ToBody.ts';

/** Compiles the rewriting of a scalar or an enum that is not null; undefined where it is sent as it is. */
export function compileLeafValue({ type, names }: LeafShape, { types, conventions }: TypeContext): ToBody | undefined {
  if (names) return compileTexts(names.map((name) => [name, typeNameOnWire(name, conventions)]));
  const enumPlan = types.enums[type];
  return enumPlan ? compileTexts(Object.entries(enumPlan.values)) : compileToWire(type, conventions);
}

function compileTexts(entries: readonly (readonly [name: string, text: string])[]): ToBody | undefined {
  if (entries.every(([name, text]) => name === text)) return undefined;
  const texts = new Map(entries);
  return (name: string) => texts.get(name) ?? name;
}
