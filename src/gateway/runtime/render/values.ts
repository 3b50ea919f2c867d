// The values of the data as a body has them.
import { compileToWire } from '../../conventions/scalarConversions.ts';
import { typeNameOnWire } from '../../conventions/wireNames.ts';
import { type ParameterPlan, textOfValue } from '../../plan/ParameterPlan.ts';
import type { LeafShape } from '../../plan/Shape.ts';
import { typeName } from '../../plan/TypeTable.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import type { Variables } from '../../request/coercion.ts';
import type { FieldSelection } from '../../request/requestSelection.ts';

/** Turns a value of an execution's data into that of the body. `around` is the object that it is selected on. */
export type ToBody = (value: never, context: BodyContext, around?: DataObject) => unknown;

/** An object in the data. */
export type DataObject = Readonly<Record<string, never>>;

/** What a body has of its request. */
export interface BodyContext {
  /** Those of the request. */
  variables: Variables;
  /** The beginning of every address in the response. */
  base: string;
  /** What is sent of an object, by the parameter of its `@fields`; absent: everything. */
  sent?: FieldSelection['sent'] | undefined;
}

/** Compiles the rewriting of a scalar or an enum that is not null; undefined where it is sent as it is. */
export function compileLeafValue(
  { type, names }: Pick<LeafShape, 'type' | 'names'>,
  { types, conventions }: TypeContext,
): ToBody | undefined {
  if (names) return compileTexts(names.map((name) => [name, typeNameOnWire(name, conventions)]));
  const enumPlan = types.enums[type];
  return enumPlan ? compileTexts(Object.entries(enumPlan.values)) : compileToWire(type, conventions);
}

function compileTexts(entries: readonly (readonly [name: string, text: string])[]): ToBody | undefined {
  if (entries.every(([name, text]) => name === text)) return undefined;
  const texts = new Map(entries);
  return (name: string) => texts.get(name) ?? name;
}

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

/** The value that response keys lead to; undefined or null where something before it is. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (at === undefined || at === null) return at;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}
