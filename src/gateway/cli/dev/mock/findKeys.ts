import type { GraphQLObjectType } from 'graphql';
import { findKey } from './findKey.ts';
import { foldName } from './foldName.ts';
import { LIST_LENGTH } from './indexOfKey.ts';
import { keyField, naturalKeys } from './keyFields.ts';
import type { MockContext } from './MockContext.ts';
import { readFilter } from './readFilter.ts';
import type { GivenInput } from './readInputs.ts';

/**
 * The keys of the objects that the arguments of a mutation name: by an id, a list of ids, or a slug. Where they name none, the
 * first that is not deleted.
 */
export function findKeys(inputs: readonly GivenInput[], type: GraphQLObjectType, context: MockContext): string[] {
  const id = findId(inputs, type);
  if (id !== undefined) return [id];
  const ids = findIds(inputs, type);
  if (ids) return ids;
  const named = findNamed(inputs, type, context);
  if (named !== undefined) return [named];
  const listed = Array.from({ length: LIST_LENGTH }, (_, index) => context.keyAt(type, index + 1));
  return listed.filter((key) => !context.state.isDeleted(type.name, key)).slice(0, 1);
}

/** The id in the arguments, wherever it is: `id`, `userId`, `where: {id: {_eq: 1}}`. */
export function findId(inputs: readonly GivenInput[], type: GraphQLObjectType): string | undefined {
  const own = keyField(type);
  if (own === undefined || inputs.length === 0) return undefined;
  const names = new Set([foldName(own), foldName(`${type.name}${own}`)]);
  for (const { name, value, parts } of inputs) {
    if (!names.has(foldName(name))) continue;
    const operand = parts.find((part) => /^_?(eq|equals)$/.test(part.name))?.value ?? value;
    if (typeof operand === 'string' || typeof operand === 'number') return String(operand);
  }
  return findId(
    inputs.flatMap(({ parts }) => parts),
    type,
  );
}

function findIds(inputs: readonly GivenInput[], type: GraphQLObjectType): string[] | undefined {
  const own = keyField(type);
  if (own === undefined) return undefined;
  const names = new Set([foldName(`${own}s`), foldName(`${type.name}${own}s`)]);
  const flat = [...inputs, ...inputs.flatMap(({ parts }) => parts)];
  const found = flat.find(({ name, value }) => names.has(foldName(name)) && Array.isArray(value));
  return found && (found.value as unknown[]).filter((id) => id !== null).map(String);
}

/** The key of the object with the slug or another such name of the arguments, or with the only ID in them. */
function findNamed(inputs: readonly GivenInput[], type: GraphQLObjectType, context: MockContext): string | undefined {
  const outer = inputs.filter(({ leaf }) => leaf);
  const ids = outer.filter(({ leaf, isList, value }) => leaf!.name === 'ID' && !isList && value !== null);
  if (keyField(type) !== undefined && ids.length === 1) return String(ids[0]!.value);
  const isOuter = outer.length < inputs.length;
  const names = new Set([...naturalKeys(type), ...(isOuter ? outer.map(({ name }) => name) : [])]);
  const identifying = Object.entries(readFilter(inputs, type, context)).filter(([name]) => names.has(name));
  return identifying.length > 0 ? findKey(type, Object.fromEntries(identifying), context) : undefined;
}
