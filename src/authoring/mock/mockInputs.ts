// The arguments of a request: which objects they name, and which values of an object they are.
import {
  type GraphQLArgument,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { foldName, hashText, isEntity, isErrorField, keyFields } from './mockTypes.ts';
import { type MockContext, type MockObject, mockObject, type Values } from './MockContext.ts';
import { acceptsLeaf } from './mockLeaf.ts';

/** The objects that arguments name: by a list of ids, or one by its id or another key. Undefined where they name none. */
export function findObjects(
  values: Values,
  type: GraphQLObjectType,
  context: MockContext,
  declared: readonly GraphQLArgument[] = [],
): MockObject[] | undefined {
  const [key] = keyFields(type);
  const ids = key === undefined ? undefined : findValue(values, [`${key}s`, `${type.name}${key}s`], type);
  if (Array.isArray(ids)) return ids.filter((id) => id !== null).map((id) => mockObject(type.name, String(id)));
  const object = findObject(values, type, context, declared);
  return object && [object];
}

/** The object that arguments name by its key, by another field such as `slug`, or by the only ID that is declared. */
export function findObject(
  values: Values,
  type: GraphQLObjectType,
  context: MockContext,
  declared: readonly GraphQLArgument[],
): MockObject | undefined {
  const key = findKey(values, type);
  if (key !== undefined) return mockObject(type.name, key);
  for (const name of keyFields(type).slice(1)) {
    const value = findValue(values, [name], type);
    if (isKey(value)) return search(type, { name, value }, context);
  }
  const ids = declared.filter((argument) => getNamedType(argument.type).name === 'ID').map(({ name }) => values[name]);
  const [id, ...others] = ids.filter((value) => value != null);
  return isEntity(type) && isKey(id) && others.length === 0 ? mockObject(type.name, String(id)) : undefined;
}

/** The key in arguments, wherever it is: `id`, `userId`, `where: {id: {_eq: 1}}`. */
export function findKey(values: Values, type: GraphQLObjectType): string | undefined {
  const [key] = keyFields(type);
  const value = key === undefined ? undefined : findValue(values, [key, `${type.name}${key}`], type);
  return isKey(value) ? String(value) : undefined;
}

/**
 * The values of the fields of an object that arguments have, by equal names: those of `input` in `createUser(input: {name: "Ada"})`,
 * parts of it that are objects, and objects by their ids, such as `author` by `authorId`.
 */
export function valuesOf(values: Values, { typeName, key }: MockObject, context: MockContext): Values {
  const type = context.schema.getType(typeName) as GraphQLObjectType;
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fieldNamed(type, name) ?? fieldNamed(type, name.replace(/_?id(s?)$/i, '$1'));
    if (!field) {
      if (isRecord(value)) Object.assign(found, valuesOf(value, mockObject(typeName, key), context));
    } else if (field.name !== keyFields(type)[0] && !isErrorField(field)) {
      const fitting = fitValue(value, field.type, `${field.name}.${key}`, context);
      if (fitting !== undefined) found[field.name] = fitting;
    }
  }
  return found;
}

export function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of the first argument or input field with one of these names. What is in a part of the object is of that part. */
function findValue(values: Values, names: readonly string[], type: GraphQLObjectType): unknown {
  const folded = names.map(foldName);
  const entry = Object.entries(values).find(([name, value]) => value !== null && folded.includes(foldName(name)));
  if (entry) return isRecord(entry[1]) ? Object.values(entry[1])[0] : entry[1];
  const inner = Object.entries(values).filter(([name]) => !fieldNamed(type, name));
  for (const [, value] of inner) {
    const found = isRecord(value) ? findValue(value, names, type) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The object whose field has a value: one that is there, one that was, or one that no list has. */
function search(
  type: GraphQLObjectType,
  { name, value }: { name: string; value: unknown },
  context: MockContext,
): MockObject {
  const keys = [...context.list(type.name).map((writes) => writes.key), ...context.listKeys(type)].filter(
    (key) => String(context.leafValue(type, name, key)) === String(value),
  );
  const key = keys.find((candidate) => !context.isDeleted(type.name, candidate)) ?? keys[0];
  if (key !== undefined) return mockObject(type.name, key);
  const other = context.keyAt(type, 1000 + (hashText(`${name}=${String(value)}`) % 9000));
  return mockObject(type.name, other, valuesOf({ [name]: value }, mockObject(type.name, other), context));
}

function fieldNamed(type: GraphQLObjectType, name: string) {
  return Object.values(type.getFields()).find((field) => foldName(field.name) === foldName(name));
}

/** An input as a value of a field's type; undefined where it is none. */
function fitValue(value: unknown, type: GraphQLOutputType, place: string, context: MockContext): unknown {
  if (value === null) return isNonNullType(type) ? undefined : null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    if (!Array.isArray(value)) return undefined;
    const items = value.map((item, index) => fitValue(item, nullable.ofType, `${place}.${index + 1}`, context));
    return items.includes(undefined) ? undefined : items;
  }
  if (isLeafType(nullable)) return acceptsLeaf(nullable, value, context.conventions) ? value : undefined;
  const target = context.concrete(nullable);
  if (!target) return undefined;
  if (isRecord(value)) {
    const object = mockObject(target.name, findKey(value, target) ?? place);
    return mockObject(object.typeName, object.key, valuesOf(value, object, context));
  }
  return isEntity(target) && isKey(value) ? mockObject(target.name, String(value)) : undefined;
}

function isKey(value: unknown): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'bigint' || Number.isInteger(value);
}
