import {
  type GraphQLField,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { connectionItem, mockConnection } from './mockConnection.ts';
import { isErrorField } from './mockErrors.ts';
import { mockFilter } from './mockFilter.ts';
import { mockFind } from './mockFind.ts';
import { mockHash } from './mockHash.ts';
import { LIST_LENGTH } from './mockIndex.ts';
import { type MockInput, mockInputs } from './mockInputs.ts';
import { mockKeyList } from './mockKeyList.ts';
import { isEntity, keyField } from './mockKeys.ts';
import type { MockContext } from './mockContext.ts';
import { type MockObject, mockObject } from './mockObject.ts';
import { mockPage, pageArguments } from './mockPage.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Make = (key: string, args: Arguments) => unknown;

/** How many items a list has where nothing says how many. */
const DEFAULT_LENGTH = 3;

/** Compiles the values of a field of the query type or of any object, by the key of the object and the arguments. */
export function compileMockField(
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  context: MockContext,
): Make {
  if (isErrorField(field)) {
    if (isListType(getNullableType(field.type))) return () => [];
    if (!isNonNullType(field.type)) return () => null;
  }
  const named = getNamedType(field.type);
  const leaf = isLeafType(named) ? context.leaf(parent, field.name) : undefined;
  const isList = isListType(getNullableType(field.type));
  if (leaf) return isList ? (key) => leafList(field.type, key, leaf) : leaf;
  const roles = pageArguments(
    field.args.map(({ name }) => name),
    context.conventions.connection,
  );
  const isPaged = Object.keys(roles).length > 0;
  if (isList) return compileList({ parent, field, context });
  const item = connectionItem(named, { isPaged, connection: context.conventions.connection });
  return item ? compileConnection({ parent, field, context }, item) : compileObject({ parent, field, context });
}

interface Place {
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  context: MockContext;
}

function leafList(type: GraphQLOutputType, key: string, leaf: (key: string) => unknown): unknown {
  const nullable = getNullableType(type);
  if (!isListType(nullable)) return leaf(key);
  const items = Array.from({ length: DEFAULT_LENGTH }, (_, index) =>
    leafList(nullable.ofType, `${index + 1}.${key}`, leaf),
  );
  return [...new Set(items)];
}

/** The arguments by which items are selected, without those of pages. */
function compileInputs({ field, context }: Place) {
  const roles = pageArguments(
    field.args.map(({ name }) => name),
    context.conventions.connection,
  );
  const paging = new Set(Object.values(roles));
  const others = field.args.filter(({ name }) => !paging.has(name));
  return {
    inputsOf: (args: Arguments) => mockInputs(others, args),
    isPaged: paging.size > 0,
    pageOf: (args: Arguments) => Object.fromEntries(Object.entries(roles).map(([role, name]) => [role, args[name]])),
  };
}

function compileItems(place: Place, item: GraphQLNamedType) {
  const { parent, field, context } = place;
  const concrete = context.concrete(item);
  const isRoot = parent === context.schema.getQueryType();
  const { inputsOf, isPaged, pageOf } = compileInputs(place);
  return (key: string, args: Arguments, length: number) => {
    const inputs = inputsOf(args);
    const filter = concrete ? mockFilter(inputs, concrete, context) : {};
    const owner = { typeName: parent.name, fieldName: field.name, key, isRoot };
    const keys = keysAsked(inputs, filter, concrete) ?? mockKeyList(item, { owner, length, filter }, context);
    const isThere = (each: string) => !context.state.isDeleted(concrete?.name ?? '', each);
    return {
      keys: keys.filter(isThere),
      page: pageOf(args),
      isPaged,
      itemOf: (each: string): MockObject => mockObject(item.name, each, filter),
    };
  };
}

/** The keys that a request lists itself: `ids: [1, 2]`, or a filter by `id`. */
function keysAsked(
  inputs: readonly MockInput[],
  filter: Arguments,
  concrete: GraphQLObjectType | undefined,
): string[] | undefined {
  const name = concrete && keyField(concrete);
  if (name === undefined) return undefined;
  if (filter[name] !== undefined) return [String(filter[name])];
  const flat = [...inputs, ...inputs.flatMap(({ parts }) => parts)];
  const ids = flat.find((input) => input.name === `${name}s` && Array.isArray(input.value));
  return ids && (ids.value as unknown[]).filter((id) => id !== null).map(String);
}

function compileConnection(place: Place, item: GraphQLNamedType): Make {
  const items = compileItems(place, item);
  const type = getNamedType(place.field.type) as GraphQLObjectType;
  return (key, args) => {
    const { keys, page, itemOf } = items(key, args, LIST_LENGTH);
    const list = { keys, page: mockPage(keys, page, DEFAULT_LENGTH), item, itemOf };
    return mockConnection(type, `${key}.${place.field.name}`, list, place.context);
  };
}

function compileList(place: Place): Make {
  const named = getNamedType(place.field.type);
  const items = compileItems(place, named);
  const nested = isListType((getNullableType(place.field.type) as { ofType: GraphQLOutputType }).ofType);
  return (key, args) => {
    const asked = pageArguments(Object.keys(args), place.context.conventions.connection);
    const length = Object.keys(asked).length > 0 ? LIST_LENGTH : DEFAULT_LENGTH;
    const { keys, page, itemOf } = items(key, args, length);
    const { from, to } = mockPage(keys, page, keys.length);
    const objects = keys.slice(from, to).map((each) => itemOf(each));
    return nested ? [objects] : objects;
  };
}

function compileObject(place: Place): Make {
  const { parent, field, context } = place;
  const target = getNamedType(field.type);
  const concrete = context.concrete(target);
  const isRoot = parent === context.schema.getQueryType();
  const keyOf = (key: string, values: Arguments): string => {
    if (concrete && Object.keys(values).length > 0) return mockFind(concrete, values, context);
    if (!isEntity(target)) return `${key}.${field.name}`;
    return context.keyAt(target, isRoot ? 1 : 1 + (mockHash(`${parent.name}.${field.name}:${key}`) % LIST_LENGTH));
  };
  return (key, args) => {
    const inputs = mockInputs(field.args, args);
    const values = concrete ? askedValues(inputs, concrete, context) : {};
    const found = keyOf(key, values);
    if (concrete && context.state.isDeleted(concrete.name, found)) return absent(field);
    return mockObject(target.name, found, values);
  };
}

/** What the arguments say of one object; an ID under any name is its key where nothing else is said. */
function askedValues(
  inputs: readonly MockInput[],
  concrete: GraphQLObjectType,
  context: MockContext,
): Record<string, unknown> {
  const values = mockFilter(inputs, concrete, context);
  const key = keyField(concrete);
  const ids = inputs.filter(({ leaf, isList, value }) => leaf?.name === 'ID' && !isList && value !== null);
  if (key !== undefined && values[key] === undefined && Object.keys(values).length === 0 && ids.length === 1) {
    values[key] = ids[0]!.value;
  }
  return values;
}

function absent({ type, name }: GraphQLField<unknown, unknown>): null {
  if (!isNonNullType(type)) return null;
  throw new GraphQLError(`${name} does not exist.`, { extensions: { code: 'NOT_FOUND' } });
}
