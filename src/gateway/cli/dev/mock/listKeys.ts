import type { GraphQLNamedType } from 'graphql';
import { hashText } from './hashText.ts';
import { LIST_LENGTH } from './indexOfKey.ts';
import { isEntity } from './keyFields.ts';
import { leafValue } from './findKey.ts';
import type { MockContext } from './MockContext.ts';
import { isSameValue } from './MockObject.ts';
import { belongsTo } from './belongsTo.ts';

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
