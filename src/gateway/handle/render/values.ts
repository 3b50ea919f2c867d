// The values of the data as a body has them: leaves, and templates of them.
import { prepareToWire, textScalars } from '../../plan/conventions/scalarConversions.ts';
import {
  type FillText,
  type Placeholder,
  prepareTemplate,
  prepareText,
  parseText,
  placeholdersOf,
} from '../../plan/conventions/template.ts';
import { typeNameOnWire } from '../../plan/conventions/wireNames.ts';
import { badGatewayError } from '../../execute/remote/upstreamErrors.ts';
import type { StatusSource } from '../../plan/EndpointPlan.ts';
import { type ParameterPlan, textOfValue } from '../../plan/ParameterPlan.ts';
import type { LeafShape, TemplatePartPlan, TemplateShape } from '../../plan/Shape.ts';
import { typeName } from '../../plan/TypeTable.ts';
import { type TypeContext, prepareTextTemplate } from '../../plan/bounds.ts';
import { ExactNumber, writeJson } from '../../http/losslessJson.ts';
import { encodeSegment, encodeTemplate, hasDotSegment } from '../../http/urls.ts';
import type { Variables } from '../../plan/values/coercion.ts';
import type { FieldSelection } from '../read/requestSelection.ts';

/** Turns a value of an execution's data into that of the body. `around` is the object that it is selected on. */
export type ToBody = (value: never, context: BodyContext, around?: DataObject) => unknown;

export type DataObject = Readonly<Record<string, never>>;

/** What a body has of its request. */
export interface BodyContext {
  variables: Variables;
  /** The beginning of every address in the response. */
  base: string;
  /** What is sent of an object, by the parameter of its `@fields`; absent: everything. */
  sent?: FieldSelection['sent'] | undefined;
}

/** Prepares the rewriting of a scalar or an enum that is not null; undefined where it is sent as it is. */
export function prepareLeafValue(
  { type, names }: Pick<LeafShape, 'type' | 'names'>,
  { types, conventions, isRemote, hasTexts }: TypeContext,
): ToBody | undefined {
  if (names) return prepareTexts(names.map((name) => [name, typeNameOnWire(name, conventions)]));
  const enumPlan = types.enums[type];
  if (enumPlan) return prepareTexts(Object.entries(enumPlan.values));
  if (hasTexts && textScalars(conventions).has(type)) return undefined;
  return prepareToWire(type, conventions, isRemote ? badGatewayError : undefined);
}

function prepareTexts(entries: readonly (readonly [name: string, text: string])[]): ToBody | undefined {
  if (entries.every(([name, text]) => name === text)) return undefined;
  const texts = new Map(entries);
  return (name: string) => texts.get(name) ?? name;
}

/** The value of a parameter in a path or a query as a client writes it; not for lists. */
export function wireText(
  { type, constraints }: ParameterPlan,
  value: unknown,
  { types, conventions }: TypeContext,
): string {
  const { values } = constraints;
  if (values) return textOfValue(values)(value) ?? String(value);
  const name = typeName(type);
  const own = prepareTextTemplate(constraints)?.inputOf(String(value)) ?? value;
  return types.enums[name]?.values[String(own)] ?? toText(prepareToWire(name, conventions)?.(own) ?? own);
}

/** A value as text, if need be as JSON. */
export function toText(value: unknown): string {
  return typeof value === 'object' ? writeJson(value) : String(value);
}

/** The value that response keys lead to; undefined or null where something before it is. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (at === undefined || at === null) return at;
    at = Object.hasOwn(at, key) ? (at as Readonly<Record<string, unknown>>)[key] : undefined;
  }
  return at;
}

/** Prepares the status of a success, which a value of the data can choose. */
export function prepareStatus({ status, statusBy }: StatusSource): (data: Readonly<Record<string, unknown>>) => number {
  if (!statusBy) return () => status;
  const statuses = new Map(Object.entries(statusBy.values));
  return (data) => statuses.get(String(valueAt(data, statusBy.path))) ?? status;
}

/** A copy without some of its properties. */
export function omit(object: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  const kept = { ...object };
  for (const key of keys) delete kept[key];
  return kept;
}

/** The name of the beginning of every address, which no placeholder has. */
const BASE = '/';
const BASE_ADDRESS: Placeholder = { name: BASE, isText: true, isOptional: false, suffix: '' };

/** Prepares a template. It is null where a value that it needs is, and undefined where the data has no such value. */
export function prepareTemplateValue({ value, of, parts }: TemplateShape, types: TypeContext): ToBody {
  const toWire = prepareLeaf(of, types);
  const readers = parts.map((part) => ({ name: part.name, read: preparePart(part, types) }));
  const needed = [...new Set(placeholdersOf(value).flatMap(({ name, isOptional }) => (isOptional ? [] : [name])))];
  const fill = prepareTemplate(value, prepareAddress);
  return (leaf, context, around) => {
    const values: Record<string, unknown> = { __proto__: null, [BASE]: context.base, '': toWire(leaf, context) };
    for (const { name, read } of readers) values[name] = read(context, around);
    let isNull = false;
    for (const name of needed) {
      if (values[name] === undefined) return undefined;
      isNull ||= values[name] === null;
    }
    return isNull ? null : fill((name) => values[name]);
  };
}

function preparePart(
  part: TemplatePartPlan,
  types: TypeContext,
): (context: BodyContext, around: DataObject | undefined) => unknown {
  if ('parameter' in part) {
    const { parameter } = part;
    return ({ variables }) => {
      const value = variables[parameter.variable];
      return typeof value === 'string' ? wireText(parameter, value, types) : value;
    };
  }
  const { path, of } = part;
  const convert = prepareLeaf(of, types);
  return (context, around) => convert(valueAt(around, path), context);
}

/** The value of a leaf on the wire; null and undefined stay what they are. */
function prepareLeaf(shape: LeafShape, types: TypeContext): (value: unknown, context: BodyContext) => unknown {
  const convert = prepareLeafValue(shape, types);
  return (value, context) =>
    convert && value !== null && value !== undefined ? convert(value as never, context) : value;
}

/** Prepares a text; one that begins with a slash is a path of this API, whose values are one segment each, but for those of `{+name}`. */
function prepareAddress(text: string): FillText {
  if (!text.startsWith('/')) return prepareText(text);
  const parts = parseText(text).map((part) => (typeof part === 'string' ? encodeTemplate(part) : part));
  return (valueOf) => {
    let address = String(valueOf(BASE, BASE_ADDRESS));
    let hasDot = false;
    for (const part of parts) {
      if (typeof part === 'string') {
        address += part;
        continue;
      }
      const value = valueOf(part.name, part);
      // An object or a list is no segment, nor is what clients resolve away.
      if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) return null;
      if (value === undefined || value === null) continue;
      const segment = encodeSegment(String(value), part.keepsSlashes);
      hasDot ||= segment.includes('.');
      address += segment;
    }
    if (hasDot && hasDotSegment(address)) return null;
    // RFC 3986, section 4.2: an empty first segment would name another host.
    return address.startsWith('//') ? `/.${address}` : address;
  };
}
