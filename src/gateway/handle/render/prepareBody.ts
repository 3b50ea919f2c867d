// From the data of an execution to JSON, by the shape of the selection.
import { TYPE_KEY } from '../../plan/ResultPlan.ts';
import {
  type ConnectionShape,
  type ObjectShape,
  type Shape,
  type ShapeProperty,
  type SpreadShape,
  isNullable,
  wireProperties,
} from '../../plan/Shape.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import type { SentProperties } from '../read/requestSelection.ts';
import {
  type BodyContext,
  type DataObject,
  type ToBody,
  prepareLeafValue,
  prepareTemplateValue,
  valueAt,
} from './values.ts';

/** Prepares the rewriting of data to the body. Undefined where both are equal, as for most selections: nothing is copied then. */
export function prepareBody(shape: Shape, types: TypeContext): ToBody | undefined {
  const inner = prepareValue(shape, types);
  if (!inner || shape.kind === 'wrapped' || shape.kind === 'template') return inner;
  return (value, context, around) => (value === null ? null : inner(value, context, around));
}

function prepareValue(shape: Shape, types: TypeContext): ToBody | undefined {
  switch (shape.kind) {
    case 'leaf':
      return prepareLeafValue(shape, types);
    case 'list': {
      const item = prepareBody(shape.of, types);
      if (item && shape.of.kind === 'template') return prepareTemplates(item);
      return item && prepareList(item);
    }
    case 'unwrapped': {
      const { key } = shape;
      const child = prepareBody(shape.of, types);
      return (object: DataObject, context, around) => (child ? child(object[key]!, context, around) : object[key]);
    }
    case 'wrapped': {
      const { as } = shape;
      const of = prepareBody(shape.of, types);
      const omits = omitsNulls(types);
      return (value, context, around) => {
        const sent: unknown = of ? of(value, context, around) : value;
        if (sent === null && omits) return {};
        return sent === undefined ? undefined : { [as]: sent };
      };
    }
    case 'connection':
      return prepareItems(shape, types);
    case 'object':
      return prepareObject(shape, types);
    case 'template':
      return prepareTemplateValue(shape, types);
    case 'group':
    case 'spread':
      // Both are properties, never values.
      return undefined;
  }
}

/** A list is copied only where an item is sent as another value. */
function prepareList(item: ToBody): ToBody {
  return (values: never[], context, around) => {
    let copy: unknown[] | undefined;
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!;
      const sent = item(value, context, around);
      if (sent !== value) (copy ??= values.slice())[index] = sent;
    }
    return copy ?? values;
  };
}

/** A list of templates is absent where a value that they need is. */
function prepareTemplates(item: ToBody): ToBody {
  return (values: never[], context, around) => {
    const items = values.map((value) => item(value, context, around));
    return items.includes(undefined) ? undefined : items;
  };
}

function prepareObject(shape: ObjectShape, types: TypeContext): ToBody | undefined {
  const { fields } = shape;
  const toBody = prepareWholeObject(shape, types);
  if (fields === undefined) return toBody;
  return (object: DataObject, context, around) => {
    const body = toBody ? toBody(object as never, context, around) : object;
    const sent = context.sent?.get(fields);
    return sent ? pickProperties(body, sent) : body;
  };
}

function prepareWholeObject(shape: ObjectShape, types: TypeContext): ToBody | undefined {
  if (isRebuilt(shape, types)) return prepareRebuilt(shape, types);
  const changed = shape.properties.flatMap(({ key, shape: propertyShape }) => {
    const change = prepareBody(propertyShape, types);
    return change ? [{ key, change }] : [];
  });
  if (changed.length === 0) return undefined;
  return (object: DataObject, context) => {
    // Most values are sent as they are, such as the numbers of a scalar that may be text.
    let copy: Record<string, unknown> | undefined;
    for (const { key, change } of changed) {
      const value: unknown = object[key];
      if (value === undefined) continue;
      const sent = change(value as never, context, object);
      if (sent !== value) (copy ??= { ...object })[key] = sent;
    }
    return copy ?? object;
  };
}

/** Whether an object is sent with other properties than its data has. */
function isRebuilt({ properties, hidden, unselected }: ObjectShape, types: TypeContext): boolean {
  if (omitsNulls(types) && properties.some(({ shape }) => isNullable(shape))) return true;
  if (hidden !== undefined || unselected !== undefined) return true;
  return properties.some(({ name, shape }) => name !== undefined || isPlaced(shape));
}

/** Whether a property depends on more than the value of its response key. */
function isPlaced(shape: Shape): boolean {
  if (shape.kind === 'list' || shape.kind === 'unwrapped' || shape.kind === 'wrapped') return isPlaced(shape.of);
  return shape.kind === 'group' || shape.kind === 'spread' || shape.kind === 'template';
}

function omitsNulls({ conventions }: TypeContext): boolean {
  return conventions.nulls === 'omit';
}

/** Writes one property of a selection, if the data has it. */
type WriteProperty = (body: Record<string, unknown>, object: DataObject, context: BodyContext) => void;

function prepareRebuilt(shape: ObjectShape, types: TypeContext): ToBody {
  const writers = shape.properties.map((property) => prepareProperty(property, types));
  const unselected = new Set(shape.unselected);
  const hasProto = wireProperties(shape).some(({ name }) => name === '__proto__');
  return (object: DataObject, context) => {
    if (unselected.has(object[TYPE_KEY]!)) return null;
    const body = emptyObject(hasProto);
    for (const write of writers) write(body, object, context);
    return body;
  };
}

/** An object whose properties are assigned; without a prototype, `__proto__` is one of them. */
function emptyObject(hasProto: boolean): Record<string, unknown> {
  return hasProto ? (Object.create(null) as Record<string, unknown>) : {};
}

function prepareProperty({ key, name = key, shape }: ShapeProperty, types: TypeContext): WriteProperty {
  if (shape.kind === 'spread') return prepareSpread(key, shape, types);
  if (shape.kind === 'group') {
    const { marker } = shape;
    const group = prepareRebuilt(shape.of, types);
    return (body, object, context) => {
      if (marker === undefined || object[marker] !== undefined) body[name] = group(object as never, context);
    };
  }
  const change = prepareBody(shape, types);
  const omits = omitsNulls(types);
  return (body, object, context) => {
    const value = object[key];
    if (value === undefined) return;
    const sent: unknown = change ? change(value, context, object) : value;
    if (sent !== undefined && !(omits && sent === null)) body[name] = sent;
  };
}

/** The properties of an object in the place of the object; each is null where the object is. */
function prepareSpread(key: string, { path, of }: SpreadShape, types: TypeContext): WriteProperty {
  const change = prepareBody(of, types);
  const names = omitsNulls(types) ? [] : wireProperties(of).map(({ name }) => name);
  return (body, object, context) => {
    if (object[key] === undefined) return;
    const value = valueAt(object[key], path);
    const properties = value && change ? change(value as never, context) : value;
    if (properties !== null) {
      Object.assign(body, properties);
      return;
    }
    const sent = of.fields === undefined ? undefined : context.sent?.get(of.fields);
    for (const name of names) if (!sent || sent.has(name)) body[name] = null;
  };
}

/** Prepares the reading of the items of a connection: null items are left out, and a null list is empty. */
export function prepareItems(
  { path, node, of }: Pick<ConnectionShape, 'path' | 'node' | 'of'>,
  types: TypeContext,
): (connection: unknown, context: BodyContext) => unknown[] {
  const change = prepareBody(of, types);
  return (connection, context) => {
    const list = (valueAt(connection, path) ?? []) as (Record<string, never> | null)[];
    const present: unknown[] = [];
    for (const entry of list) {
      const item = node === undefined ? entry : (entry?.[node] ?? null);
      const sent = item === null || !change ? item : change(item as never, context);
      if (sent !== null) present.push(sent);
    }
    return present;
  };
}

/** The JSON with only these properties of an object, or of each object of a list. */
function pickProperties(json: unknown, sent: SentProperties): unknown {
  if (Array.isArray(json)) return json.map((item: unknown) => pickProperties(item, sent));
  if (typeof json !== 'object' || json === null) return json;
  const picked = emptyObject(sent.has('__proto__'));
  for (const [key, value] of Object.entries(json)) {
    const of = sent.get(key);
    if (of !== undefined) picked[key] = of === 'whole' ? value : pickProperties(value, of);
  }
  return picked;
}
