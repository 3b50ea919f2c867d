import { typeNameOnWire } from '../conventions/typeNameOnWire.ts';
import { type TypeContext, isSpecifiedScalar } from '../plan/bounds.ts';
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
  if (isSpecifiedScalar(name)) return undefined;
  switch (conventions.scalars[name]?.type) {
    case 'integer':
      return (value: unknown) => (typeof value === 'number' ? value : toNumber(name, value, Number.isSafeInteger));
    case 'number':
      return (value: unknown) => (typeof value === 'number' ? value : toNumber(name, value, Number.isFinite));
    case 'boolean':
      return (value: unknown) => (typeof value === 'string' ? value === 'true' : value);
    default:
      return undefined;
  }
}

function compileTypeName(names: readonly string[], { conventions }: TypeContext): ToBody | undefined {
  const texts = new Map(names.map((name) => [name, typeNameOnWire(name, conventions)]));
  if ([...texts].every(([name, text]) => name === text)) return undefined;
  return (name: string) => texts.get(name) ?? name;
}

/** The number in the text of a scalar; one that JSON cannot represent exactly is an error, never another number. */
function toNumber(type: string, text: unknown, isExact: (number: number) => boolean): number {
  const number = Number(text);
  if (isExact(number)) return number;
  throw new Error(`A ${type} cannot be represented as a JSON number. Declare ${type} as a string in conventions.json.`);
}
