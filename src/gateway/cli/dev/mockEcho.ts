import {
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isErrorField } from './mockErrors.ts';
import { foldName } from './mockFieldNames.ts';
import { mockFit } from './mockFit.ts';
import type { MockInput } from './mockInputs.ts';
import { isEntity, keyField } from './mockKeys.ts';
import type { MockContext } from './mockContext.ts';
import { mockObject } from './mockObject.ts';

type Field = ReturnType<GraphQLObjectType['getFields']>[string];
type Values = Record<string, unknown>;

/**
 * The values of an object that the inputs of a mutation give, by equal names: those of `input` in `createUser(input: {name: "Ada"})`,
 * parts of it that are objects, and objects by their ids, such as `author` by `authorId`.
 */
export function mockEcho(
  inputs: readonly MockInput[],
  { target, key }: { target: GraphQLObjectType; key: string },
  context: MockContext,
): Values {
  const values: Values = {};
  const fields = new Map(Object.values(target.getFields()).map((field) => [foldName(field.name), field]));
  const own = keyField(target);
  for (const input of inputs) {
    const field = fields.get(foldName(input.name));
    const reference = field ? undefined : referenceOf(input.name, fields);
    if (field && field.name !== own && !isErrorField(field)) {
      const value = valueOf(input, { field, key }, context);
      if (value !== undefined) values[field.name] = value;
    } else if (reference) {
      const value = valueOf(input, { field: reference, key }, context);
      if (value !== undefined) values[reference.name] = value;
    } else if (!field) Object.assign(values, mockEcho(input.parts, { target, key }, context));
  }
  return values;
}

/** The field `author` of `authorId`, `tags` of `tagIds`. */
function referenceOf(name: string, fields: ReadonlyMap<string, Field>): Field | undefined {
  const prefix = /^(.+?)_?ids?$/i.exec(name)?.[1];
  if (prefix === undefined) return undefined;
  const folded = foldName(prefix);
  return name.endsWith('s') ? (fields.get(`${folded}s`) ?? fields.get(folded)) : fields.get(folded);
}

function valueOf(input: MockInput, { field, key }: { field: Field; key: string }, context: MockContext): unknown {
  if (input.value === null) return isNonNullType(field.type) ? undefined : null;
  const named = getNamedType(field.type);
  const isList = isListType(getNullableType(field.type));
  if (isList !== input.isList) return undefined;
  if (isLeafType(named)) return input.leaf && leafOf(input, { from: input.leaf, to: named }, context);
  const target = context.concrete(named);
  if (!target) return undefined;
  if (input.leaf) return isEntity(target) ? references(input, named.name) : undefined;
  const objectOf = (parts: readonly MockInput[], place: string) => {
    const own = keyField(target);
    const id = parts.find(({ name }) => name === own)?.value;
    const objectKey = typeof id === 'string' || typeof id === 'number' ? String(id) : place;
    return mockObject(target.name, objectKey, mockEcho(parts, { target, key: objectKey }, context));
  };
  if (!isList) return objectOf(input.parts, `${key}.${field.name}`);
  return input.items.map((parts, index) => objectOf(parts, `${index + 1}.${field.name}.${key}`));
}

function leafOf(
  { value, isList }: MockInput,
  types: { from: GraphQLLeafType; to: GraphQLLeafType },
  { conventions }: MockContext,
): unknown {
  if (!isList) return mockFit(value, types, conventions);
  const items = (Array.isArray(value) ? value : [value]).map((item: unknown) => mockFit(item, types, conventions));
  return items.includes(undefined) ? undefined : items;
}

function references({ value, isList }: MockInput, typeName: string): unknown {
  if (!isList) return isKey(value) ? mockObject(typeName, String(value)) : undefined;
  return Array.isArray(value) && value.every(isKey) ? value.map((id) => mockObject(typeName, String(id))) : undefined;
}

const isKey = (value: unknown): value is string | number => typeof value === 'string' || Number.isInteger(value);
