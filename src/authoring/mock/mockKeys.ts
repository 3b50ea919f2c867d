import { type GraphQLNamedType, type GraphQLObjectType, isObjectType } from 'graphql';
import type { MockContext } from './MockContext.ts';
import { isMockObject, isSameValue, mockObject } from './MockObject.ts';
import { LIST_LENGTH, hashText, isEntity, keyField, naturalKeys } from './keyFields.ts';
import { foldName } from './mockNames.ts';

/** The field whose list it is. */
interface ListOwner {
  typeName: string;
  fieldName: string;
  key: string;
  isRoot: boolean;
}

/**
 * The keys of the objects of a list: `length` of those that there are of the type, and those that mutations created. A list of
 * another object begins anywhere among them, and has of the created ones those that refer to this object.
 */
export function listKeys(
  target: GraphQLNamedType,
  { owner, length, filter }: { owner: ListOwner; length: number; filter: Readonly<Record<string, unknown>> },
  context: MockContext,
): string[] {
  const object = context.concrete(target);
  if (!object || !isEntity(object)) {
    const place = owner.isRoot ? owner.fieldName : `${owner.fieldName}.${owner.key}`;
    return Array.from({ length }, (_, index) => `${index + 1}.${place}`);
  }
  const { state } = context;
  const start = owner.isRoot ? 0 : hashText(`${owner.typeName}.${owner.fieldName}:${owner.key}`) % LIST_LENGTH;
  const keys = Array.from({ length }, (_, index) => context.keyAt(object, 1 + ((start + index) % LIST_LENGTH)));
  const created = state
    .createdKeys(object.name)
    .filter((key) => owner.isRoot || belongsTo({ typeName: object.name, key }, owner, context));
  const isListed = (key: string) =>
    !state.isDeleted(object.name, key) &&
    Object.entries(filter).every(([fieldName, expected]) => {
      const value = leafValue({ state, leaf: undefined }, { typeName: object.name, fieldName, key });
      return value === undefined || isSameValue(value, expected);
    });
  return [...keys, ...created.filter((key) => !keys.includes(key))].filter(isListed);
}

interface Reference {
  typeName: string;
  key: string;
}

const GENERAL = ['subjectid', 'parentid', 'ownerid', 'targetid'];

/** Whether a created object is one of another: it has that as a value, or its mutation named it, as by `articleId` or `slug`. */
function belongsTo(created: Reference, owner: Reference, context: MockContext): boolean {
  const { state, schema } = context;
  const values = Object.values(state.values(created.typeName, created.key) ?? {});
  if (values.some((value) => isSameValue(value, mockObject(owner.typeName, owner.key)))) return true;
  const type = schema.getType(owner.typeName);
  if (!isObjectType(type)) return false;
  const mentions = state.mentions(created.typeName, created.key);
  const names = [foldName(`${type.name}${keyField(type) ?? 'id'}`), ...GENERAL];
  if (names.some((name) => mentions.get(name) === owner.key)) return true;
  return naturalKeys(type).some((fieldName) => {
    const mentioned = mentions.get(foldName(fieldName));
    const leaf = context.leaf(type, fieldName);
    return mentioned !== undefined && String(leafValue({ state, leaf }, { ...owner, fieldName })) === mentioned;
  });
}

/** The value of a leaf of an object: what was written, or else what is made from its key. */
function leafValue(
  { state, leaf }: Pick<MockContext, 'state'> & { leaf: ((key: string) => unknown) | undefined },
  { typeName, fieldName, key }: { typeName: string; fieldName: string; key: string },
): unknown {
  const written = state.values(typeName, key);
  return written && Object.hasOwn(written, fieldName) ? written[fieldName] : leaf?.(key);
}

/** The key of the object with these values: the one with that id, one that has them all, or one that no list has. */
export function findKey(
  target: GraphQLObjectType,
  values: Readonly<Record<string, unknown>>,
  context: MockContext,
): string {
  const key = keyField(target);
  if (key !== undefined && values[key] !== undefined) return String(values[key]);
  const names = Object.keys(values);
  const has = (candidate: string) =>
    names.every((name) => {
      const coordinate = { typeName: target.name, fieldName: name, key: candidate };
      return isSameValue(
        leafValue({ state: context.state, leaf: context.leaf(target, name) }, coordinate),
        values[name],
      );
    });
  const listed = () => Array.from({ length: LIST_LENGTH }, (_, index) => context.keyAt(target, index + 1));
  const { state } = context;
  const written = state.writtenKeys(target.name).filter(has);
  const found = written.find((candidate) => !state.isDeleted(target.name, candidate)) ?? written[0];
  if (found !== undefined) return found;
  return (
    (isEntity(target) ? listed().find(has) : undefined) ??
    context.keyAt(target, 1000 + (hashText(textOf(values)) % 9000))
  );
}

/** A text of values, which are scalars, enums or objects. */
function textOf(values: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(values).map(([name, value]) => {
    const key = isMockObject(value) ? value.$ref.key : String(value);
    return `${name}=${key}`;
  });
  return texts.join('&');
}
