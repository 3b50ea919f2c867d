import type { GraphQLNamedType } from 'graphql';
import { mockHash } from './mockHash.ts';
import { LIST_LENGTH } from './mockIndex.ts';
import { isEntity } from './mockKeys.ts';
import { leafValue } from './mockFind.ts';
import type { MockContext } from './mockContext.ts';
import { isMockObject } from './mockObject.ts';

/** The field whose list it is. */
export interface ListOwner {
  typeName: string;
  fieldName: string;
  key: string;
  isRoot: boolean;
}

/**
 * The keys of the objects of a list: `length` of those that there are of the type, and those that mutations created. A list of
 * another object begins anywhere among them, and has of the created ones those that refer to this object.
 */
export function mockKeyList(
  target: GraphQLNamedType,
  { owner, length, filter }: { owner: ListOwner; length: number; filter: Readonly<Record<string, unknown>> },
  context: MockContext,
): string[] {
  const object = context.concrete(target);
  if (!object || !isEntity(target)) {
    const place = owner.isRoot ? owner.fieldName : `${owner.fieldName}.${owner.key}`;
    return Array.from({ length }, (_, index) => `${index + 1}.${place}`);
  }
  const { state } = context;
  const start = owner.isRoot ? 0 : mockHash(`${owner.typeName}.${owner.fieldName}:${owner.key}`) % LIST_LENGTH;
  const keys = Array.from({ length }, (_, index) => context.keyAt(object, 1 + ((start + index) % LIST_LENGTH)));
  const created = state.keys(object.name, 'created').filter((key) => {
    const values = Object.values(state.values(object.name, key) ?? {});
    return owner.isRoot || values.some((value) => isMockObject(value, owner.typeName, owner.key));
  });
  const isListed = (key: string) =>
    !state.isDeleted(object.name, key) &&
    Object.entries(filter).every(([fieldName, expected]) => {
      const value = leafValue({ state, leaf: undefined }, { typeName: object.name, fieldName, key });
      return value === undefined || value === expected;
    });
  return [...keys, ...created.filter((key) => !keys.includes(key))].filter(isListed);
}
