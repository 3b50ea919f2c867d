// Templates in bodies: the JSON of a field with `@template`, and the `body` of the conventions around all of it.
import {
  type FillText,
  type Placeholder,
  compileTemplate,
  compileText,
  parseText,
  placeholdersOf,
} from '../../conventions/template.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { LeafShape, TemplatePartPlan, TemplateShape } from '../../plan/Shape.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import { encodePath, encodeSegment } from '../../protocol/urls.ts';
import { type ListAddress, ownTarget } from './paginate.ts';
import { type BodyContext, type DataObject, type ToBody, compileLeafValue, valueAt, wireText } from './values.ts';

/** The name of the beginning of every address, which no placeholder has. */
const BASE = '/';
const BASE_ADDRESS: Placeholder = { name: BASE, isText: true, isOptional: false, suffix: '' };

/** Compiles a template. It is null where a value that it needs is, and undefined where the data has no such value. */
export function compileTemplateValue({ value, of, parts }: TemplateShape, types: TypeContext): ToBody {
  const toWire = compileLeaf(of, types);
  const readers = parts.map((part) => ({ name: part.name, read: compilePart(part, types) }));
  const needed = [...new Set(placeholdersOf(value).flatMap(({ name, isOptional }) => (isOptional ? [] : [name])))];
  const fill = compileTemplate(value, compileAddress);
  return (leaf, context, around) => {
    const values: Record<string, unknown> = { [BASE]: context.base, '': toWire(leaf, context) };
    for (const { name, read } of readers) values[name] = read(context, around);
    let isNull = false;
    for (const name of needed) {
      if (values[name] === undefined) return undefined;
      isNull ||= values[name] === null;
    }
    return isNull ? null : fill((name) => values[name]);
  };
}

function compilePart(
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
  const convert = compileLeaf(of, types);
  return (context, around) => convert(valueAt(around, path), context);
}

/** The value of a leaf on the wire; null and undefined stay what they are. */
function compileLeaf(shape: LeafShape, types: TypeContext): (value: unknown, context: BodyContext) => unknown {
  const convert = compileLeafValue(shape, types);
  return (value, context) =>
    convert && value !== null && value !== undefined ? convert(value as never, context) : value;
}

/** Compiles a text; one that begins with a slash is a path of this API, whose values are one segment each. */
function compileAddress(text: string): FillText {
  if (!text.startsWith('/')) return compileText(text);
  const parts = parseText(text).map((part) => (typeof part === 'string' ? encodePath(part) : part));
  return (valueOf) => {
    let address = String(valueOf(BASE, BASE_ADDRESS));
    for (const part of parts) {
      if (typeof part === 'string') {
        address += part;
        continue;
      }
      const value = valueOf(part.name, part);
      // An object or a list is no segment.
      if (typeof value === 'object' && value !== null) return null;
      if (value !== undefined && value !== null) address += encodeSegment(String(value));
    }
    // RFC 3986, section 4.2: an empty first segment would name another host.
    return address.startsWith('//') ? `/.${address}` : address;
  };
}

/**
 * Compiles the template of the conventions that a body is sent in; undefined where there is none, and for pages. `address` is that
 * of the request.
 */
export function compileBodyTemplate(
  { page }: EndpointPlan,
  { conventions: { body: template } }: VersionPlan,
): ((body: unknown, address: ListAddress) => unknown) | undefined {
  if (page || template === null) return undefined;
  const fill = compileTemplate(template);
  return (body, address) => fill((name) => (name === 'self' ? ownTarget(address) : body));
}
