import {
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { FieldPlace, MakeField, MockContext } from './MockContext.ts';
import { type MockObject, mockObject } from './MockObject.ts';
import { isErrorField } from './errorTypes.ts';
import { type GivenInput, readFilter, readInputs } from './inputFilter.ts';
import { LIST_LENGTH, hashText, isEntity, keyField, naturalKeys } from './keyFields.ts';
import { findKey, listKeys } from './mockKeys.ts';
import { compileLeaf } from './mockLeaf.ts';
import { connectionItem, mockConnection, pageArguments, selectPage } from './mockPages.ts';

/** How many items a list of scalars or enums has, unless some are equal. */
const DEFAULT_LENGTH = 3;
/** Compiles the values of a field of the query type or of any object, by the key of the object and the arguments. */
export function compileField(
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  context: MockContext,
): MakeField {
  if (isErrorField(field)) {
    if (isListType(getNullableType(field.type))) return () => [];
    if (!isNonNullType(field.type)) return () => null;
  }
  const named = getNamedType(field.type);
  const isList = isListType(getNullableType(field.type));
  if (isLeafType(named)) {
    if (!isList) return context.leaf(parent, field.name)!;
    const fieldName = field.name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
    const leaf = compileLeaf(named, { typeName: parent.name, fieldName }, context.conventions);
    return (key) => leafList(field.type, key, leaf);
  }
  const roles = pageArguments(
    field.args.map(({ name }) => name),
    context.conventions.connection,
  );
  const isPaged = Object.keys(roles).length > 0;
  if (isList) return compileList({ parent, field, context });
  const item = connectionItem(named, { isPaged, connection: context.conventions.connection });
  return item ? compileConnection({ parent, field, context }, item) : compileObject({ parent, field, context });
}

function leafList(type: GraphQLOutputType, key: string, leaf: (key: string) => unknown): unknown {
  const nullable = getNullableType(type);
  if (!isListType(nullable)) return leaf(key);
  const items = Array.from({ length: DEFAULT_LENGTH }, (_, index) =>
    leafList(nullable.ofType, `${index + 1}.${key}`, leaf),
  );
  return [...new Set(items)];
}

/** Compiles a field that is one object: the one that the arguments identify, or any. */
function compileObject(place: FieldPlace): MakeField {
  const { parent, field, context } = place;
  const target = getNamedType(field.type);
  const concrete = context.concrete(target);
  const isRoot = parent === context.schema.getQueryType();
  const keyOf = (key: string, values: Readonly<Record<string, unknown>>): string => {
    if (concrete && Object.keys(values).length > 0) return findKey(concrete, values, context);
    if (!concrete || !isEntity(concrete)) return `${key}.${field.name}`;
    return context.keyAt(target, isRoot ? 1 : 1 + (hashText(`${parent.name}.${field.name}:${key}`) % LIST_LENGTH));
  };
  return (key, args) => {
    const inputs = readInputs(field.args, args);
    const values = concrete ? identifyingValues(inputs, concrete, context) : {};
    const found = keyOf(key, values);
    const isDeleted = concrete !== undefined && context.state.isDeleted(concrete.name, found);
    if (isDeleted && !isNonNullType(field.type)) return null;
    // An object that refers to a deleted one keeps it where it must have one.
    if (isDeleted && Object.keys(values).length > 0) {
      throw new GraphQLError(`No ${concrete.name} was found.`, { extensions: { code: 'NOT_FOUND' } });
    }
    return mockObject(target.name, found, values);
  };
}

/** The values in the arguments that identify one object; an ID under any name is its key where it is the only value. */
function identifyingValues(
  inputs: readonly GivenInput[],
  concrete: GraphQLObjectType,
  context: MockContext,
): Record<string, unknown> {
  const values = readFilter(inputs, concrete, context);
  const key = keyField(concrete);
  const ids = inputs.filter(({ leaf, isList, value }) => leaf?.name === 'ID' && !isList && value !== null);
  if (key !== undefined && values[key] === undefined && Object.keys(values).length === 0 && ids.length === 1) {
    values[key] = ids[0]!.value;
  }
  return values;
}

/** How many items a list without pages has. */
const UNPAGED_LENGTH = 3;

/** Compiles a field that is a list of objects, with arguments of pages or without. */
function compileList(place: FieldPlace): MakeField {
  const { field, context } = place;
  const itemsOf = compileItems(place, getNamedType(field.type));
  const nested = isListType((getNullableType(field.type) as { ofType: GraphQLOutputType }).ofType);
  return (key, args) => {
    const isPaged = Object.keys(pageArguments(Object.keys(args), context.conventions.connection)).length > 0;
    const { keys, page, itemOf } = isPaged ? itemsOf(key, args) : itemsOf(key, args, UNPAGED_LENGTH);
    const { from, to } = selectPage(keys, page, keys.length);
    const objects = keys.slice(from, to).map((each) => itemOf(each));
    return nested ? [objects] : objects;
  };
}

/** How many items a page has where the operation does not say. */
const DEFAULT_LIMIT = 3;

/** Compiles a field that is a connection of these items. */
function compileConnection(place: FieldPlace, item: GraphQLNamedType): MakeField {
  const { field, context } = place;
  const itemsOf = compileItems(place, item);
  const type = getNamedType(field.type) as GraphQLObjectType;
  return (key, args) => {
    const { keys, page, itemOf } = itemsOf(key, args);
    const list = { keys, page: selectPage(keys, page, DEFAULT_LIMIT), item, itemOf };
    return mockConnection(type, `${key}.${field.name}`, list, context);
  };
}

/** How many items a list of an object has in all: more than one page. */
const NESTED_LENGTH = 25;

/** The items that the arguments of a field select, before they are cut into pages. */
interface Items {
  keys: readonly string[];
  /** The arguments of the page, by what they mean. */
  page: Readonly<Record<string, unknown>>;
  itemOf(key: string): MockObject;
}

/** Compiles the items of a list or a connection. `length` is how many there are; by default as many as make several pages. */
function compileItems(
  place: FieldPlace,
  item: GraphQLNamedType,
): (key: string, args: Readonly<Record<string, unknown>>, length?: number) => Items {
  const { parent, field, context } = place;
  const concrete = context.concrete(item);
  const isRoot = parent === context.schema.getQueryType();
  const roles = pageArguments(
    field.args.map(({ name }) => name),
    context.conventions.connection,
  );
  const paging = new Set(Object.values(roles));
  const others = field.args.filter(({ name }) => !paging.has(name));
  return (key, args, length = isRoot ? LIST_LENGTH : NESTED_LENGTH) => {
    const inputs = readInputs(others, args);
    const filter = concrete ? readFilter(inputs, concrete, context) : {};
    const owner = { typeName: parent.name, fieldName: field.name, key, isRoot };
    const keys =
      selectKeys({ inputs, filter, concrete }, context) ?? listKeys(item, { owner, length, filter }, context);
    const isThere = (each: string) => !context.state.isDeleted(concrete?.name ?? '', each);
    return {
      keys: keys.filter(isThere),
      page: Object.fromEntries(Object.entries(roles).map(([role, name]) => [role, args[name]])),
      itemOf: (each) => mockObject(item.name, each, filter),
    };
  };
}

/** The arguments of a list, and the conditions in them. */
interface ListArguments {
  inputs: readonly GivenInput[];
  filter: Readonly<Record<string, unknown>>;
  concrete: GraphQLObjectType | undefined;
}

/** The keys in the arguments: of `ids: [1, 2]`, or of a filter by an id or a slug. Undefined where there are none. */
function selectKeys({ inputs, filter, concrete }: ListArguments, context: MockContext): string[] | undefined {
  if (!concrete) return undefined;
  const name = keyField(concrete);
  if (name !== undefined && filter[name] !== undefined) return [String(filter[name])];
  if (naturalKeys(concrete).some((natural) => filter[natural] !== undefined))
    return [findKey(concrete, filter, context)];
  const flat = [...inputs, ...inputs.flatMap(({ parts }) => parts)];
  const ids =
    name === undefined ? undefined : flat.find((input) => input.name === `${name}s` && Array.isArray(input.value));
  return ids && (ids.value as unknown[]).filter((id) => id !== null).map(String);
}
