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
import { hashText } from '../../gateway/plan/conventions/sampleTexts.ts';
import { foldName, isEntity, isErrorField, keyFields } from './mockTypes.ts';
import { type MockContext, type MockObject, mockObject, type Values } from './MockContext.ts';
import { acceptsLeaf } from './mockLeaf.ts';

/** The object that arguments name by its key, by another field such as `slug`, or by the only ID that is declared. */
export function findObject(
  values: Values,
  type: GraphQLObjectType,
  context: MockContext,
  declared: readonly GraphQLArgument[] = [],
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
 * The values of the fields of a type that arguments have, by equal names: those of `input` in `createUser(input: {name: "Ada"})`. Only
 * leaves and lists of them: parts and other objects are made.
 */
export function valuesOf(values: Values, type: GraphQLObjectType, context: MockContext): Values {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fieldNamed(type, name);
    if (!field) {
      if (isRecord(value)) Object.assign(found, valuesOf(value, type, context));
    } else if (field.name !== keyFields(type)[0] && !isErrorField(field) && fits(value, field.type, context)) {
      found[field.name] = value;
    }
  }
  return found;
}

function isRecord(value: unknown): value is Values {
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

/** The object whose field has a value: one that is there, or one that no list has. */
function search(
  type: GraphQLObjectType,
  { name, value }: { name: string; value: unknown },
  context: MockContext,
): MockObject {
  const keys = [...context.list(type.name).map((writes) => writes.key), ...context.listKeys(type)];
  const found = keys.find((key) => String(context.leafValue(type, name, key)) === String(value));
  if (found !== undefined) return mockObject(type.name, found);
  const other = context.keyAt(type, 1000 + (hashText(`${name}=${String(value)}`) % 9000));
  return mockObject(type.name, other, valuesOf({ [name]: value }, type, context));
}

function fieldNamed(type: GraphQLObjectType, name: string) {
  return Object.values(type.getFields()).find((field) => foldName(field.name) === foldName(name));
}

/** Whether an input is a value of a field's type. */
function fits(value: unknown, type: GraphQLOutputType, context: MockContext): boolean {
  if (value === null) return !isNonNullType(type);
  const nullable = getNullableType(type);
  if (isListType(nullable)) return Array.isArray(value) && value.every((item) => fits(item, nullable.ofType, context));
  return isLeafType(nullable) && acceptsLeaf(nullable, value, context.conventions);
}

function isKey(value: unknown): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'bigint' || Number.isInteger(value);
}
