import { type GraphQLObjectType } from 'graphql';
import { echoInputs } from './echoInputs.ts';
import { findId, findKeys } from './findKeys.ts';
import { foldName } from './foldName.ts';
import { LIST_LENGTH } from './indexOfKey.ts';
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
