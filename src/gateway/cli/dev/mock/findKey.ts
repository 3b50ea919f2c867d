import type { GraphQLObjectType } from 'graphql';
import { hashText } from './hashText.ts';
import { LIST_LENGTH } from './indexOfKey.ts';
import { isEntity, keyField } from './keyFields.ts';
import { isMockObject, isSameValue } from './MockObject.ts';
import type { MockContext } from './MockContext.ts';

/** The value of a leaf of an object: what was written, or else what is made from its key. */
export function leafValue(
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
