import {
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isErrorField } from './errorTypes.ts';
import { foldName } from './foldName.ts';
import { fitValue } from './fitValue.ts';
import type { GivenInput } from './readInputs.ts';
import { isEntity, keyField } from './keyFields.ts';
import type { MockContext } from './MockContext.ts';
import { mockObject } from './MockObject.ts';
import { referenceField } from './referenceField.ts';

type Field = ReturnType<GraphQLObjectType['getFields']>[string];
type Values = Record<string, unknown>;

/**
 * The values of an object that the inputs of a mutation give, by equal names: those of `input` in `createUser(input: {name: "Ada"})`,
 * parts of it that are objects, and objects by their ids, such as `author` by `authorId`.
 */
export function echoInputs(
  inputs: readonly GivenInput[],
  { target, key }: { target: GraphQLObjectType; key: string },
  context: MockContext,
): Values {
  const values: Values = {};
  const fields = new Map(Object.values(target.getFields()).map((field) => [foldName(field.name), field]));
  const own = keyField(target);
  for (const input of inputs) {
    const field = fields.get(foldName(input.name));
    const reference = field ? undefined : referenceField(target, input.name);
    if (field && field.name !== own && !isErrorField(field)) {
      const value = valueOf(input, { field, key }, context);
      if (value !== undefined) values[field.name] = value;
    } else if (reference) {
      const value = valueOf(input, { field: reference, key }, context);
      if (value !== undefined) values[reference.name] = value;
    } else if (!field) Object.assign(values, echoInputs(input.parts, { target, key }, context));
  }
  return values;
}

function valueOf(input: GivenInput, { field, key }: { field: Field; key: string }, context: MockContext): unknown {
  if (input.value === null) return isNonNullType(field.type) ? undefined : null;
  const named = getNamedType(field.type);
  const isList = isListType(getNullableType(field.type));
  if (isList !== input.isList) return undefined;
  if (isLeafType(named)) return input.leaf && leafOf(input, { from: input.leaf, to: named }, context);
  const target = context.concrete(named);
  if (!target) return undefined;
  if (input.leaf) return isEntity(target) ? references(input, named.name) : undefined;
  const objectOf = (parts: readonly GivenInput[], place: string) => {
    const own = keyField(target);
    const id = parts.find(({ name }) => name === own)?.value;
    const objectKey = typeof id === 'string' || typeof id === 'number' ? String(id) : place;
    return mockObject(target.name, objectKey, echoInputs(parts, { target, key: objectKey }, context));
  };
  if (!isList) return objectOf(input.parts, `${key}.${field.name}`);
  return input.items.map((parts, index) => objectOf(parts, `${index + 1}.${field.name}.${key}`));
}

function leafOf(
  { value, isList }: GivenInput,
  types: { from: GraphQLLeafType; to: GraphQLLeafType },
  { conventions }: MockContext,
): unknown {
  if (!isList) return fitValue(value, types, conventions);
  const items = (Array.isArray(value) ? value : [value]).map((item: unknown) => fitValue(item, types, conventions));
  return items.includes(undefined) ? undefined : items;
}

function references({ value, isList }: GivenInput, typeName: string): unknown {
  if (!isList) return isKey(value) ? mockObject(typeName, String(value)) : undefined;
  return Array.isArray(value) && value.every(isKey) ? value.map((id) => mockObject(typeName, String(id))) : undefined;
}

const isKey = (value: unknown): value is string | number => typeof value === 'string' || Number.isInteger(value);
