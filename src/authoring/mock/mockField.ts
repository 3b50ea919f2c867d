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
import { hashText } from '../../gateway/plan/conventions/sampleTexts.ts';
import { LIST_LENGTH, isEntity, isErrorField, isList } from './mockTypes.ts';
import { type MockContext, mockObject, type Values } from './MockContext.ts';
import { findKey, findObject } from './mockInputs.ts';
import { prepareLeaf } from './mockLeaf.ts';
import { connectionItem, mockConnection, objectsOf, pageArguments, selectPage } from './mockPages.ts';

/** Makes the value of a field by the key of its object and the arguments. */
export type MakeField = (key: string, args: Values) => unknown;

/** How many items a list without pages has, and a page where the operation does not say. */
const DEFAULT_LENGTH = 3;

/** Compiles the values of a field of an object type. */
export function prepareField(
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  context: MockContext,
): MakeField {
  const place = { parent, field, context };
  const named = getNamedType(field.type);
  const isListed = isList(field.type);
  if (isErrorField(field) && (isListed || !isNonNullType(field.type))) return () => (isListed ? [] : null);
  if (isLeafType(named))
    return isListed ? prepareLeaves(place, named) : (key) => context.leafValue(parent, field.name, key);
  if (isListed) return prepareItems(place, named);
  const { connection } = context.conventions;
  const isPaged = Object.keys(pageArguments(field.args, connection)).length > 0;
  const item = connectionItem(named, { isPaged, connection });
  return item ? prepareItems(place, item) : prepareObject(place);
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
function prepareLeaves({ parent, field, context }: FieldPlace, named: GraphQLLeafType): MakeField {
  const fieldName = field.name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
  const leaf = prepareLeaf(named, { typeName: parent.name, fieldName }, context.conventions);
  return (key) => {
    const items = new Set(Array.from({ length: DEFAULT_LENGTH }, (_, index) => leaf(`${key}.${index + 1}`)));
    return isNested(field.type) ? [[...items]] : [...items];
  };
}

/** Whether it is a list of lists. */
function isNested(type: GraphQLOutputType): boolean {
  const list = getNullableType(type);
  return isListType(list) && isList(list.ofType as GraphQLOutputType);
}

/** Compiles a list, or the connection around a page of it. A list without pages, or arguments of them, has three items. */
function prepareItems({ parent, field, context }: FieldPlace, item: GraphQLNamedType): MakeField {
  const type = getNamedType(field.type);
  const isConnection = type !== item;
  const concrete = context.concrete(item);
  const roles = Object.entries(pageArguments(field.args, context.conventions.connection));
  const isRoot = parent === context.schema.getQueryType();
  return (key, args) => {
    const isPaged = isConnection || roles.some(([, name]) => args[name] !== undefined);
    const length = isPaged ? LIST_LENGTH : DEFAULT_LENGTH;
    const named = concrete && findObject(args, concrete, context);
    // A list of another object begins anywhere among all objects.
    const start = isRoot ? 0 : hashText(`${parent.name}.${field.name}:${key}`) % LIST_LENGTH;
    const all = Array.from({ length }, (_, index) =>
      concrete && isEntity(concrete)
        ? context.keyAt(concrete, 1 + ((start + index) % LIST_LENGTH))
        : `${field.name}.${key}.${index + 1}`,
    );
    const created = context
      .list(concrete?.name ?? '')
      .filter((writes) => writes.isCreated && (isRoot || findKey(writes.args, parent) === key));
    const keys = named ? [named.key] : [...new Set([...all, ...created.map((writes) => writes.key)])];
    const present = keys.filter((itemKey) => !context.isDeleted(concrete?.name ?? '', itemKey));
    const page = Object.fromEntries(roles.map(([role, name]) => [role, args[name]]));
    const list = { item, keys: present, ...selectPage(present, page, isConnection ? DEFAULT_LENGTH : present.length) };
    if (isConnection) return mockConnection(type as GraphQLObjectType, `${field.name}.${key}`, list, context);
    return isNested(field.type) ? [objectsOf(list)] : objectsOf(list);
  };
}

/** Compiles a field that is one object: the one that the arguments identify, or any. */
function prepareObject({ parent, field, context }: FieldPlace): MakeField {
  const target = getNamedType(field.type);
  const concrete = context.concrete(target);
  const isRoot = parent === context.schema.getQueryType();
  return (key, values) => {
    const named = concrete && findObject(values, concrete, context, field.args);
    const number = isRoot ? 1 : 1 + (hashText(`${parent.name}.${field.name}:${key}`) % LIST_LENGTH);
    const other = concrete && isEntity(concrete) ? context.keyAt(concrete, number) : `${field.name}.${key}`;
    const object = mockObject(target.name, named?.key ?? other, named?.values);
    if (!concrete || !context.isDeleted(concrete.name, object.key)) return object;
    if (!isNonNullType(field.type)) return null;
    // An object that refers to a deleted one keeps it where it must have one.
    if (named) throw notFound(concrete);
    return object;
  };
}
