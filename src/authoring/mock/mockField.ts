// The values of the fields of the query type and of all objects: leaves, objects, lists and connections.
import {
  type GraphQLField,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { LIST_LENGTH, hashText, isEntity, isErrorField } from './mockTypes.ts';
import { type MockContext, MockObject, type Values, type Writes } from './MockContext.ts';
import { findKey, findObject, findObjects } from './mockInputs.ts';
import { compileLeaf } from './mockLeaf.ts';
import { connectionItem, mockConnection, pageArguments, selectPage } from './mockPages.ts';

/** Makes the value of a field by the key of its object and the arguments. */
export type MakeField = (key: string, args: Values) => unknown;

/** How many items a list without pages has, and a page where the operation does not say. */
const DEFAULT_LENGTH = 3;
/** How many items a list of an object has in all: more than one page. */
const NESTED_LENGTH = 25;

/** Compiles the values of a field of an object type. */
export function compileField(
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  context: MockContext,
): MakeField {
  const place = { parent, field, context };
  const named = getNamedType(field.type);
  const isList = isListType(getNullableType(field.type));
  if (isErrorField(field) && (isList || !isNonNullType(field.type))) return () => (isList ? [] : null);
  if (isLeafType(named))
    return isList ? compileLeaves(place, named) : (key) => context.leafValue(parent, field.name, key);
  if (isList) return compileList(place);
  const { connection } = context.conventions;
  const isPaged = Object.keys(pageArguments(field.args, connection)).length > 0;
  const item = connectionItem(named, { isPaged, connection });
  return item ? compileConnection(place, item) : compileObject(place);
}

/** The object was deleted, or is not there. */
export function notFound(type: GraphQLNamedType): GraphQLError {
  return new GraphQLError(`No ${type.name} was found.`, { extensions: { code: 'NOT_FOUND' } });
}

/** A field of an object type. */
interface FieldPlace {
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  context: MockContext;
}

/** Values that differ from each other. */
function compileLeaves({ parent, field, context }: FieldPlace, named: GraphQLLeafType): MakeField {
  const fieldName = field.name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
  const leaf = compileLeaf(named, { typeName: parent.name, fieldName }, context.conventions);
  return (key) => {
    const items = new Set(Array.from({ length: DEFAULT_LENGTH }, (_, index) => leaf(`${key}.${index + 1}`)));
    return isNested(field.type) ? [[...items]] : [...items];
  };
}

function compileList(place: FieldPlace): MakeField {
  const { field } = place;
  const item = getNamedType(field.type);
  const pageOf = compilePage(place, item);
  return (key, args) => {
    const { keys, from, to } = pageOf(key, args);
    const objects = keys.slice(from, to).map((itemKey) => new MockObject(item.name, itemKey));
    return isNested(field.type) ? [objects] : objects;
  };
}

/** Whether it is a list of lists. */
function isNested(type: GraphQLOutputType): boolean {
  const list = getNullableType(type);
  return isListType(list) && isListType(getNullableType(list.ofType as GraphQLOutputType));
}

function compileConnection(place: FieldPlace, item: GraphQLNamedType): MakeField {
  const { field, context } = place;
  const type = getNamedType(field.type) as GraphQLObjectType;
  const pageOf = compilePage(place, item, true);
  return (key, args) => mockConnection(type, `${field.name}.${key}`, pageOf(key, args), context);
}

/** Compiles the items that the arguments of a field select. A plain list without them has three. */
function compilePage(place: FieldPlace, item: GraphQLNamedType, isConnection = false) {
  const { parent, field, context } = place;
  const concrete = context.concrete(item);
  const isRoot = parent === context.schema.getQueryType();
  const roles = Object.entries(pageArguments(field.args, context.conventions.connection));
  const declared = field.args.filter(({ name }) => !roles.some(([, role]) => role === name));
  return (key: string, args: Values) => {
    const page = Object.fromEntries(roles.map(([role, name]) => [role, args[name]]));
    const isPaged = isConnection || roles.some(([, name]) => args[name] !== undefined);
    const length = isPaged ? (isRoot ? LIST_LENGTH : NESTED_LENGTH) : DEFAULT_LENGTH;
    const values = Object.fromEntries(declared.map(({ name }) => [name, args[name] ?? null]));
    const named = concrete && findObjects(values, concrete, context);
    const keys = (named?.map((object) => object.key) ?? listKeys(place, { key, item, length })).filter(
      (itemKey) => !context.state.isDeleted(concrete?.name ?? '', itemKey),
    );
    return { item, keys, ...selectPage(keys, page, isConnection ? DEFAULT_LENGTH : keys.length) };
  };
}

/**
 * The keys of a list: `length` of the objects that there are of the type, and those that mutations created. A list of another object
 * begins anywhere among them, and has of the created ones those that refer to this object.
 */
function listKeys(
  { parent, field, context }: FieldPlace,
  { key, item, length }: { key: string; item: GraphQLNamedType; length: number },
): string[] {
  const type = context.concrete(item);
  if (!type || !isEntity(type)) return Array.from({ length }, (_, index) => `${field.name}.${key}.${index + 1}`);
  const isRoot = parent === context.schema.getQueryType();
  const start = isRoot ? 0 : hashText(`${parent.name}.${field.name}:${key}`) % LIST_LENGTH;
  const keys = Array.from({ length }, (_, index) => context.keyAt(type, 1 + ((start + index) % LIST_LENGTH)));
  const created = context.state
    .list(type.name)
    .filter((writes) => writes.isCreated && (isRoot || belongsTo(writes, parent, key)));
  return [...new Set([...keys, ...created.map((writes) => writes.key)])];
}

/** Whether a created object is one of another: it has that as a value, or its mutation named it, as by `articleId` or `slug`. */
function belongsTo({ args, values }: Writes, owner: GraphQLObjectType, key: string): boolean {
  if (findKey(args, owner) === key) return true;
  return Object.values(values).some(
    (value) => value instanceof MockObject && value.typeName === owner.name && value.key === key,
  );
}

/** Compiles a field that is one object: the one that the arguments identify, or any. */
function compileObject({ parent, field, context }: FieldPlace): MakeField {
  const target = getNamedType(field.type);
  const concrete = context.concrete(target);
  const isRoot = parent === context.schema.getQueryType();
  return (key, values) => {
    const named = concrete && findObject(values, concrete, context, field.args);
    const number = isRoot ? 1 : 1 + (hashText(`${parent.name}.${field.name}:${key}`) % LIST_LENGTH);
    const other = concrete && isEntity(concrete) ? context.keyAt(concrete, number) : `${field.name}.${key}`;
    const object = new MockObject(target.name, named?.key ?? other, named?.values);
    if (!concrete || !context.state.isDeleted(concrete.name, object.key)) return object;
    if (!isNonNullType(field.type)) return null;
    // An object that refers to a deleted one keeps it where it must have one.
    if (named) throw notFound(concrete);
    return object;
  };
}
