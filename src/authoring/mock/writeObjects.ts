import {
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { MockContext } from './MockContext.ts';
import { type MockObject, mockObject } from './MockObject.ts';
import { isErrorField } from './errorTypes.ts';
import { type GivenInput, readFilter, referenceField } from './inputFilter.ts';
import { LIST_LENGTH, isEntity, keyField, naturalKeys } from './keyFields.ts';
import { findKey } from './mockKeys.ts';
import { fitValue } from './mockLeaf.ts';
import { foldName, slugOf, wordsOf } from './mockNames.ts';
import type { MutationEffect } from './mutationEffect.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a mutation does to objects of a known type. */
export type KnownEffect = MutationEffect & { type: GraphQLObjectType };

/** Writes the objects of a mutation and returns them; undefined where they were deleted before. */
export function writeObjects(
  inputs: readonly GivenInput[],
  { verb, type, name }: KnownEffect & { name: string },
  context: MockContext,
): MockObject[] | undefined {
  const { state } = context;
  const list = inputs.find(({ items }) => items.length > 0);
  if (verb === 'create') {
    const id = findId(inputs, type);
    const each = list && inputs.every((input) => input === list || input.leaf) ? list.items : [inputs];
    return each.map((item) => create(item, { type, id: each.length === 1 ? id : undefined, all: inputs }, context));
  }
  const keys = findKeys(inputs, type, context).filter((key) => !state.isDeleted(type.name, key));
  for (const key of keys) {
    if (verb === 'delete') state.delete(type.name, key);
    else state.update(type.name, key, { ...toggledValues(name, type), ...changes(inputs, { type, key }, context) });
  }
  return keys.length > 0 ? keys.map((key) => mockObject(type.name, key)) : undefined;
}

function create(
  inputs: readonly GivenInput[],
  { type, id, all }: { type: GraphQLObjectType; id: string | undefined; all: readonly GivenInput[] },
  context: MockContext,
): MockObject {
  const key = id ?? context.keyAt(type, context.state.nextIndex(type.name, LIST_LENGTH + 1));
  const values = echoInputs(inputs, { target: type, key }, context);
  const name = values['title'] ?? values['name'];
  if ('slug' in type.getFields() && typeof name === 'string') values['slug'] ??= slugOf(name);
  context.state.create(type.name, key, { values, mentions: mentionsOf(all) });
  return mockObject(type.name, key);
}

/** The ids and names in all inputs, by the folded names of the inputs. */
function mentionsOf(inputs: readonly GivenInput[]): Map<string, string> {
  const mentions = inputs.flatMap(({ name, value, parts }): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[foldName(name), String(value)]] : [...mentionsOf(parts)],
  );
  return new Map(mentions);
}

/** What changes: names outside of an input object say which object, unless there is nothing else or an id. */
function changes(
  inputs: readonly GivenInput[],
  place: { type: GraphQLObjectType; key: string },
  context: MockContext,
): Values {
  const target = { target: place.type, key: place.key };
  const found = readFilter(
    inputs.filter(({ leaf }) => leaf),
    place.type,
    context,
  );
  return { ...found, ...echoInputs(inputs, target, context) };
}

type Field = ReturnType<GraphQLObjectType['getFields']>[string];
type ValuesOfEchoInputs = Record<string, unknown>;

/**
 * The values of an object that the inputs of a mutation give, by equal names: those of `input` in `createUser(input: {name: "Ada"})`,
 * parts of it that are objects, and objects by their ids, such as `author` by `authorId`.
 */
export function echoInputs(
  inputs: readonly GivenInput[],
  { target, key }: { target: GraphQLObjectType; key: string },
  context: MockContext,
): ValuesOfEchoInputs {
  const values: ValuesOfEchoInputs = {};
  const fields = new Map(Object.values(target.getFields()).map((field) => [foldName(field.name), field]));
  const own = keyField(target);
  for (const input of inputs) {
    const field = fields.get(foldName(input.name));
    const reference = field ? undefined : referenceField(target, input.name);
    if (field && field.name !== own && !isErrorField(field)) {
      const value = valueOf(input, { field, key }, context);
      if (value !== undefined) values[field.name] = value;
    } else if (reference) {
      const value = valueOf(input, { field: reference, key }, context);
      if (value !== undefined) values[reference.name] = value;
    } else if (!field) Object.assign(values, echoInputs(input.parts, { target, key }, context));
  }
  return values;
}

function valueOf(input: GivenInput, { field, key }: { field: Field; key: string }, context: MockContext): unknown {
  if (input.value === null) return isNonNullType(field.type) ? undefined : null;
  const named = getNamedType(field.type);
  const isList = isListType(getNullableType(field.type));
  if (isList !== input.isList) return undefined;
  if (isLeafType(named)) return input.leaf && leafOf(input, { from: input.leaf, to: named }, context);
  const target = context.concrete(named);
  if (!target) return undefined;
  if (input.leaf) return isEntity(target) ? references(input, named.name) : undefined;
  const objectOf = (parts: readonly GivenInput[], place: string) => {
    const own = keyField(target);
    const id = parts.find(({ name }) => name === own)?.value;
    const objectKey = typeof id === 'string' || typeof id === 'number' ? String(id) : place;
    return mockObject(target.name, objectKey, echoInputs(parts, { target, key: objectKey }, context));
  };
  if (!isList) return objectOf(input.parts, `${key}.${field.name}`);
  return input.items.map((parts, index) => objectOf(parts, `${index + 1}.${field.name}.${key}`));
}

function leafOf(
  { value, isList }: GivenInput,
  types: { from: GraphQLLeafType; to: GraphQLLeafType },
  { conventions }: MockContext,
): unknown {
  if (!isList) return fitValue(value, types, conventions);
  const items = (Array.isArray(value) ? value : [value]).map((item: unknown) => fitValue(item, types, conventions));
  return items.includes(undefined) ? undefined : items;
}

function references({ value, isList }: GivenInput, typeName: string): unknown {
  if (!isList) return isKey(value) ? mockObject(typeName, String(value)) : undefined;
  return Array.isArray(value) && value.every(isKey) ? value.map((id) => mockObject(typeName, String(id))) : undefined;
}

const isKey = (value: unknown): value is string | number => typeof value === 'string' || Number.isInteger(value);

/** The words that a mutation makes false, where that is not a prefix such as `un` in `unfollow`. */
const OPPOSITES: Readonly<Record<string, string>> = {
  deactivate: 'activate',
  disable: 'enable',
  open: 'close',
  reopen: 'close',
};

/**
 * What the name of a mutation says of an object: `favoriteArticle` makes `favorited` true, `orderUnpublish` `isPublished` false,
 * and `closeIssue` the state `CLOSED`.
 */
function toggledValues(mutation: string, target: GraphQLObjectType): Record<string, unknown> {
  const all = wordsOf(mutation);
  const words = [all[0]!, all.at(-1)!];
  const values: Record<string, unknown> = {};
  for (const field of Object.values(target.getFields())) {
    const type = getNullableType(field.type);
    if (isEnumType(type)) {
      const value = type
        .getValues()
        .find(({ name }) => words.some((word) => stemOf(word) === stemOf(name.toLowerCase())));
      if (value) values[field.name] = value.value;
    }
    if (String(type) !== 'Boolean') continue;
    const stems = wordsOf(field.name).map(stemOf);
    for (const word of words) {
      const opposite = OPPOSITES[word] ?? (word.startsWith('un') ? word.slice(2) : undefined);
      if (stems.includes(stemOf(word))) values[field.name] = true;
      else if (opposite !== undefined && stems.includes(stemOf(opposite))) values[field.name] = false;
    }
  }
  return values;
}

/** One stem of `publish`, `published` and `publishing`; `active` and `activate` have one as well. */
function stemOf(word: string): string {
  return word.replace(/(?:ed|ing|ate|e)$/, '');
}

/**
 * The keys of the objects that the arguments of a mutation name: by an id, a list of ids, or a slug. Where they name none, the
 * first that is not deleted.
 */
function findKeys(inputs: readonly GivenInput[], type: GraphQLObjectType, context: MockContext): string[] {
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
function findId(inputs: readonly GivenInput[], type: GraphQLObjectType): string | undefined {
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
