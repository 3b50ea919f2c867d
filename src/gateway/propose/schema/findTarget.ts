import type { GraphQLArgument, GraphQLInputField } from 'graphql';
import { inputObjectOf, isSingleLeaf } from './inputs.ts';
import { namesNoun } from '../naming/nouns.ts';
import { splitWords } from '../naming/splitWords.ts';
import { describedOwner } from './describedOwner.ts';
import type { ParsedMutation } from '../parseMutation.ts';
import type { Nouns } from './Nouns.ts';
import { type Field, isRequired, usableInputs } from './fields.ts';

/** The input that identifies the object that a mutation changes. */
export interface Target {
  /** An argument, or a field of the input object in one. */
  input: GraphQLArgument | GraphQLInputField;
  argument: GraphQLArgument;
  /** The name of its variable. */
  name: string;
}

const SECRET = /token|secret|password/i;

/** Finds the id of the noun among the arguments, or in an input object. */
export function findTarget(
  field: Field,
  { verb, word, noun, part, action }: ParsedMutation,
  nouns: Nouns,
): Target | undefined {
  if (verb === 'create' && part.length === 0) return undefined;
  // orderCreateFromCheckout(id) has the id of a checkout.
  if (!verb && action.includes('from') && /^(?:create|import)$/.test(action[0]!)) return undefined;
  const all = leafInputs(field).filter(({ input, argument }) => {
    if (isRequired(input)) return true;
    // What is created with an id that clients may choose is not about an object that exists.
    if (word === 'upsert') return CONDITION.test(argument.name);
    // What acts on all objects, or has an optional id among its values, is not about one.
    return verb !== undefined || (input === argument && action[0] !== 'create' && hasOtherKey(field, noun));
  });
  const last = noun.at(-1)!;
  const whole = noun.join(' ');
  const ids = all.filter(({ input }) => isRequired(input) && /id$/i.test(input.name));
  // issueToReleaseDelete(issueId, releaseId) has two ids of one object.
  const isAmbiguous = ids.length > 1 && noun.includes('to');
  const names = ['id', `${whole} id`, whole, ...(isAmbiguous ? [] : [`${last} id`, last]), 'uuid', 'node id'];
  for (const name of names) {
    const found = all.filter(({ input }) => splitWords(input.name).join(' ') === name);
    const best =
      found.find(({ input, argument }) => input === argument) ??
      found.find(({ input }) => isRequired(input)) ??
      found[0];
    if (best) return { ...best, name: name === 'node id' ? best.input.name : 'id' };
  }
  if (!verb || nouns.isSingle(noun)) return undefined;
  const isNamed = splitWords(field.name).includes('by');
  const [only, second] = all.filter(({ input }) => {
    const words = splitWords(input.name);
    const key = words.pop()!;
    const isOwn = words.every((each) => noun.includes(each)) && (words.length === 0 || !nouns.has(words));
    return isRequired(input) && (KEYS.has(key) || (isNamed && VALUES.has(key))) && isOwn;
  });
  return only && !second ? { ...only, name: only.input.name } : undefined;
}

const CONDITION = /^(?:where|filter|condition|pk_columns)$/;
const OTHER_KEYS = new Set(['external reference', 'slug', 'token', 'identifier', 'uuid', 'node id']);

/** Whether an object can be identified by its id or, instead of it, by another key: one of these is required then. */
function hasOtherKey({ args }: Field, noun: readonly string[]): boolean {
  return args.some((each) => {
    const words = splitWords(each.name);
    return !isRequired(each) && each.name !== 'id' && (OTHER_KEYS.has(words.join(' ')) || namesNoun(words, noun));
  });
}

const KEYS = new Set(['id', 'slug', 'login', 'code', 'key', 'number', 'sku']);
/** These identify an object only where the name says so: updateUserByEmail. */
const VALUES = new Set(['name', 'email']);

/** The objects that the ids of a mutation identify, as far as their names and descriptions say. */
export function idsOf(field: Field): string[][] {
  return field.args.filter(isSingleLeaf).flatMap((input) => {
    const words = splitWords(input.name);
    if (words.length > 1 && words.at(-1) === 'id') return [words.slice(0, -1)];
    if (input.name !== 'id') return /^ID!?$/.test(String(input.type)) ? [words] : [];
    const phrase = describedOwner(input);
    return phrase.length > 0 ? [phrase] : [];
  });
}

/** The single scalars of the arguments, and of the input objects in them. */
function leafInputs(field: Field): Omit<Target, 'name'>[] {
  const args = usableInputs(field.args);
  const inside = args.flatMap((argument) =>
    usableInputs(Object.values(inputObjectOf(argument)?.getFields() ?? {})).map((input) => ({ input, argument })),
  );
  return [...args.map((argument) => ({ input: argument, argument })), ...inside].filter(
    ({ input }) => isSingleLeaf(input) && !SECRET.test(input.name) && !/^(?:Boolean|Float)!?$/.test(String(input.type)),
  );
}
