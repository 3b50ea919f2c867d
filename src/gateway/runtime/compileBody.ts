import { type GraphQLLeafType, GraphQLEnumType, isSpecifiedScalarType } from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import { enumTexts } from '../conventions/enumTexts.ts';
import type { Shape } from '../plan/Shape.ts';

/** Turns a value of an execution's data into what stands in the body. */
export type ToBody = (value: never) => unknown;

/**
 * Compiles the way from data to body. Undefined where both are the same, as for most selections, so that nothing is
 * copied there.
 */
export function compileBody(shape: Shape, conventions: Conventions): ToBody | undefined {
  const inner = compileValue(shape, conventions);
  return inner && ((value: never) => (value === null ? null : inner(value)));
}

function compileValue(shape: Shape, conventions: Conventions): ToBody | undefined {
  switch (shape.kind) {
    case 'leaf':
      return compileLeafOut(shape.type, conventions);
    case 'list': {
      const item = compileBody(shape.of, conventions);
      return item && ((values: never[]) => values.map(item));
    }
    case 'unwrapped': {
      const { key } = shape;
      const child = compileBody(shape.of, conventions);
      return (object: Record<string, never>) => (child ? child(object[key]!) : object[key]);
    }
    case 'connection':
      return compileItems(shape, conventions);
    case 'object': {
      const changed = shape.properties.flatMap(({ key, shape: of }) => {
        const change = compileBody(of, conventions);
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
  }
}

type ConnectionShape = Shape & { kind: 'connection' };

/** The items of a connection: null ones are left out, and a null list is empty. */
export function compileItems(
  { key, node, of }: ConnectionShape,
  conventions: Conventions,
): (connection: Record<string, never>) => unknown[] {
  const change = compileBody(of, conventions);
  return (connection) => {
    const list = (connection[key] ?? []) as (Record<string, never> | null)[];
    const present: unknown[] = [];
    for (const each of list) {
      const item = node === undefined ? each : (each?.[node] ?? null);
      if (item !== null) present.push(change ? change(item as never) : item);
    }
    return present;
  };
}

/** What a document selects of a connection, as it is sent without an envelope. */
export interface Selected {
  /** Whether the cursor of its end is a part of it. */
  hasEnd: boolean;
  /** `seal` makes the cursor of its end. */
  toBody(connection: Record<string, unknown>, seal: (cursor: string) => string | null): unknown;
}

export function compileSelected({ selected }: ConnectionShape, conventions: Conventions): Selected {
  const { nodes, edges, pageInfo } = conventions.connection;
  const isItems = ({ field }: { field: string }) => field === nodes || field === edges;
  const properties = selected.kind === 'object' ? selected.properties : [];
  const child = selected.kind === 'unwrapped' ? selected : undefined;
  const lists = (child ? [{ key: child.key, shape: child.of }] : properties.filter(isItems)).map(({ key, shape }) => ({
    key,
    // The only child of each item, which is what a client would see as the item.
    only: shape.kind === 'list' && shape.of.kind === 'unwrapped' ? shape.of.key : undefined,
  }));
  const ends = properties.flatMap(({ key, field, shape }) => {
    if (field !== pageInfo) return [];
    const inside = shape.kind === 'object' ? shape.properties : shape.kind === 'unwrapped' ? [shape] : [];
    return inside.filter((each) => each.field === 'endCursor').map((each) => ({ key, end: each.key }));
  });
  const whole = compileBody(selected, conventions);
  const toBody: Selected['toBody'] = (connection, seal) => {
    const kept: Record<string, unknown> = {};
    for (const key of child ? [child.key] : properties.map((each) => each.key)) {
      if (connection[key] !== undefined) kept[key] = connection[key];
    }
    for (const { key, only } of lists) {
      const items = (kept[key] ?? []) as (Record<string, unknown> | null)[];
      kept[key] = items.filter((item) => item !== null && (only === undefined || item[only] !== null));
    }
    for (const { key, end } of ends) {
      const info = kept[key] as Record<string, unknown> | null;
      const cursor = info?.[end];
      if (typeof cursor === 'string') kept[key] = { ...info, [end]: seal(cursor) };
    }
    return whole ? whole(kept as never) : kept;
  };
  return { hasEnd: ends.length > 0, toBody };
}

function compileLeafOut(type: GraphQLLeafType, conventions: Conventions): ToBody | undefined {
  if (type instanceof GraphQLEnumType) {
    const texts = enumTexts(type, conventions);
    if ([...texts].every(([name, text]) => name === text)) return undefined;
    return (name: string) => texts.get(name) ?? name;
  }
  if (isSpecifiedScalarType(type)) return undefined;
  switch (conventions.scalars[type.name]?.type) {
    case 'integer':
      return (value: unknown) => (typeof value === 'number' ? value : numberOf(type, value, Number.isSafeInteger));
    case 'number':
      return (value: unknown) => (typeof value === 'number' ? value : numberOf(type, value, Number.isFinite));
    case 'boolean':
      return (value: unknown) => (typeof value === 'string' ? value === 'true' : value);
    default:
      return undefined;
  }
}

/** The number that a scalar's text says; a client is told of none rather than of another one. */
function numberOf(type: GraphQLLeafType, text: unknown, isExact: (number: number) => boolean): number {
  const number = Number(text);
  if (isExact(number)) return number;
  const mend = `Declare ${type.name} as a string in conventions.json.`;
  throw new Error(`A ${type.name} is no number that JSON can hold. ${mend}`);
}
