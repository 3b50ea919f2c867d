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
import { isErrorField } from './errorTypes.ts';
import { readFilter } from './readFilter.ts';
import { findKey } from './findKey.ts';
import { hashText } from './hashText.ts';
import { LIST_LENGTH } from './indexOfKey.ts';
import { type GivenInput, readInputs } from './readInputs.ts';
import { listKeys } from './listKeys.ts';
import { isEntity, keyField } from './keyFields.ts';
import { compileLeaf } from './compileLeaf.ts';
import type { MockContext } from './MockContext.ts';
import { type MockObject, mockObject } from './MockObject.ts';
import { selectPage, pageArguments } from './selectPage.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Make = (key: string, args: Arguments) => unknown;

/** How many items a list has where nothing says how many. */
const DEFAULT_LENGTH = 3;
/** How many items a list of an object has in all: more than one page. */
const NESTED_LENGTH = 25;

const lengthOf = ({ parent, context }: Place) =>
  parent === context.schema.getQueryType() ? LIST_LENGTH : NESTED_LENGTH;

/** Compiles the values of a field of the query type or of any object, by the key of the object and the arguments. */
export function compileField(
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  context: MockContext,
): Make {
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
    inputsOf: (args: Arguments) => readInputs(others, args),
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
    const filter = concrete ? readFilter(inputs, concrete, context) : {};
    const owner = { typeName: parent.name, fieldName: field.name, key, isRoot };
    const keys = keysAsked(inputs, filter, concrete) ?? listKeys(item, { owner, length, filter }, context);
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
  inputs: readonly GivenInput[],
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
    const { keys, page, itemOf } = items(key, args, lengthOf(place));
    const list = { keys, page: selectPage(keys, page, DEFAULT_LENGTH), item, itemOf };
    return mockConnection(type, `${key}.${place.field.name}`, list, place.context);
  };
}

function compileList(place: Place): Make {
  const named = getNamedType(place.field.type);
  const items = compileItems(place, named);
  const nested = isListType((getNullableType(place.field.type) as { ofType: GraphQLOutputType }).ofType);
  return (key, args) => {
    const asked = pageArguments(Object.keys(args), place.context.conventions.connection);
    const length = Object.keys(asked).length > 0 ? lengthOf(place) : DEFAULT_LENGTH;
    const { keys, page, itemOf } = items(key, args, length);
    const { from, to } = selectPage(keys, page, keys.length);
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
    if (concrete && Object.keys(values).length > 0) return findKey(concrete, values, context);
    if (!concrete || !isEntity(concrete)) return `${key}.${field.name}`;
    return context.keyAt(target, isRoot ? 1 : 1 + (hashText(`${parent.name}.${field.name}:${key}`) % LIST_LENGTH));
  };
  return (key, args) => {
    const inputs = readInputs(field.args, args);
    const values = concrete ? askedValues(inputs, concrete, context) : {};
    const found = keyOf(key, values);
    if (concrete && context.state.isDeleted(concrete.name, found)) return absent(field);
    return mockObject(target.name, found, values);
  };
}

/** What the arguments say of one object; an ID under any name is its key where nothing else is said. */
function askedValues(
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

function absent({ type, name }: GraphQLField<unknown, unknown>): null {
  if (!isNonNullType(type)) return null;
  throw new GraphQLError(`${name} does not exist.`, { extensions: { code: 'NOT_FOUND' } });
}
