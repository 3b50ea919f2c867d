import { compileToWire } from '../conventions/compileToWire.ts';
import { typeNameOnWire } from '../conventions/typeNameOnWire.ts';
import type { TypeContext } from '../plan/bounds.ts';
import type { LeafShape } from '../plan/Shape.ts';
import type { ToBody } from './ToBody.ts';

/** Compiles the rewriting of a scalar or an enum that is not null; undefined where it is sent as it is. */
export function compileLeafValue({ type: name, names }: LeafShape, context: TypeContext): ToBody | undefined {
  if (names) return compileTypeName(names, context);
  const { types, conventions } = context;
  const enumPlan = types.enums[name];
  if (enumPlan) {
    const texts = new Map(Object.entries(enumPlan.values));
    if ([...texts].every(([value, text]) => value === text)) return undefined;
    return (value: string) => texts.get(value) ?? value;
  }
  return compileToWire(name, conventions);
}

function compileTypeName(names: readonly string[], { conventions }: TypeContext): ToBody | undefined {
  const texts = new Map(names.map((name) => [name, typeNameOnWire(name, conventions)]));
  if ([...texts].every(([name, text]) => name === text)) return undefined;
  return (name: string) => texts.get(name) ?? name;
}
