import { type GraphQLObjectType } from 'graphql';
import { echoInputs } from './echoInputs.ts';
import { findKey } from './findKey.ts';
import { foldName } from './foldName.ts';
import { LIST_LENGTH } from './indexOfKey.ts';
import { keyField, naturalKeys } from './keyFields.ts';
import type { MockContext } from './MockContext.ts';
import { type MockObject, mockObject } from './MockObject.ts';
import type { MutationEffect } from './mutationEffect.ts';
import { readFilter } from './readFilter.ts';
import type { GivenInput } from './readInputs.ts';
import { slugOf } from './slugOf.ts';
import { toggledValues } from './toggledValues.ts';

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
  const id = keyOf(inputs, type);
  if (verb === 'create') {
    const each = list && inputs.every((input) => input === list || input.leaf) ? list.items : [inputs];
    return each.map((item) => create(item, { type, id: each.length === 1 ? id : undefined, all: inputs }, context));
  }
  const key = id ?? keyByNames(inputs, type, context);
  if (state.isDeleted(type.name, key)) return undefined;
  if (verb === 'delete') state.delete(type.name, key);
  else state.update(type.name, key, { ...toggledValues(name, type), ...changes(inputs, { type, key }, context) });
  return [mockObject(type.name, key)];
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

/** The id in the arguments, wherever it is: `id`, `userId`, `where: {id: {_eq: 1}}`. */
function keyOf(inputs: readonly GivenInput[], type: GraphQLObjectType): string | undefined {
  const own = keyField(type);
  if (own === undefined) return undefined;
  const names = new Set([foldName(own), foldName(`${type.name}${own}`)]);
  const search = (level: readonly GivenInput[]): string | undefined => {
    if (level.length === 0) return undefined;
    for (const { name, value, parts } of level) {
      if (!names.has(foldName(name))) continue;
      const operand = parts.find((part) => /^_?(eq|equals)$/.test(part.name))?.value ?? value;
      if (typeof operand === 'string' || typeof operand === 'number') return String(operand);
    }
    return search(level.flatMap(({ parts }) => parts));
  };
  return search(inputs);
}

/** Without an id: the object with the slug or another such name of the arguments; else the one that a single ID names. */
function keyByNames(inputs: readonly GivenInput[], type: GraphQLObjectType, context: MockContext): string {
  const outer = inputs.filter(({ leaf }) => leaf);
  const ids = outer.filter(({ leaf, isList, value }) => leaf!.name === 'ID' && !isList && value !== null);
  if (keyField(type) !== undefined && ids.length === 1) return String(ids[0]!.value);
  const isOuter = outer.length < inputs.length;
  const names = new Set([...naturalKeys(type), ...(isOuter ? outer.map(({ name }) => name) : [])]);
  const asked = Object.entries(readFilter(inputs, type, context)).filter(([name]) => names.has(name));
  if (asked.length > 0) return findKey(type, Object.fromEntries(asked), context);
  return context.keyAt(type, 1);
}
