import { type TypeContext, isSpecifiedScalar } from '../plan/bounds.ts';
import type { ConnectionShape, ObjectShape, Shape } from '../plan/Shape.ts';
import { valueAt } from './valueAt.ts';

/** Turns a value of an execution's data into that of the body. */
export type ToBody = (value: never) => unknown;

/** Compiles the rewriting of data to the body. Undefined where both are equal, as for most selections: nothing is copied then. */
export function compileBody(shape: Shape, context: TypeContext): ToBody | undefined {
  const inner = compileValue(shape, context);
  return inner && ((value: never) => (value === null ? null : inner(value)));
}

function compileValue(shape: Shape, context: TypeContext): ToBody | undefined {
  switch (shape.kind) {
    case 'leaf':
      return compileLeafValue(shape.type, context);
    case 'list': {
      const item = compileBody(shape.of, context);
      return item && ((values: never[]) => values.map(item));
    }
    case 'unwrapped': {
      const { key } = shape;
      const child = compileBody(shape.of, context);
      return (object: Record<string, never>) => (child ? child(object[key]!) : object[key]);
    }
    case 'connection':
      return compileItems(shape, context);
    case 'object':
      return compileObject(shape, context);
  }
}

function compileObject({ properties }: ObjectShape, context: TypeContext): ToBody | undefined {
  const changed = properties.flatMap(({ key, shape }) => {
    const change = compileBody(shape, context);
    return change ? [{ key, change }] : [];
  });
  if (changed.length === 0) return undefined;
  return (object: Record<string, never>) => {
    const copy: Record<string, unknown> = { ...object };
    for (const { key, change } of changed) {
      const value = object[key];
      if (value !== undefined) copy[key] = change(value);
    }
    return copy;
  };
}

/** Compiles the reading of the items of a connection: null items are left out, and a null list is empty. */
export function compileItems(
  { path, node, of }: Pick<ConnectionShape, 'path' | 'node' | 'of'>,
  context: TypeContext,
): (connection: unknown) => unknown[] {
  const change = compileBody(of, context);
  return (connection) => {
    const list = (valueAt(connection, path) ?? []) as (Record<string, never> | null)[];
    const present: unknown[] = [];
    for (const each of list) {
      const item = node === undefined ? each : (each?.[node] ?? null);
      if (item !== null) present.push(change ? change(item as never) : item);
    }
    return present;
  };
}

function compileLeafValue(name: string, { types, conventions }: TypeContext): ToBody | undefined {
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

/** The number in the text of a scalar; one that JSON cannot represent exactly is an error, never another number. */
function toNumber(type: string, text: unknown, isExact: (number: number) => boolean): number {
  const number = Number(text);
  if (isExact(number)) return number;
  throw new Error(`A ${type} cannot be represented as a JSON number. Declare ${type} as a string in conventions.json.`);
}
