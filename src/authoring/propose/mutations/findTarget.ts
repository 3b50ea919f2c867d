// The inputs that identify the object of a mutation, and a part of it.
import type { GraphQLArgument, GraphQLInputField } from 'graphql';
import { namesNoun, shortNouns, singularNoun, spellId } from '../naming/inflection.ts';
import { type Words, splitWords } from '../naming/words.ts';
import type { Nouns } from '../schema/Nouns.ts';
import { type Field, type InputValue, isRequired, usableInputs } from '../schema/fields.ts';
import { innerInputs, isSingleLeaf, keyRank } from '../schema/inputKeys.ts';
import type { ParsedMutation } from './parseMutation.ts';

/** The input that identifies the object that a mutation changes. */
export interface Target {
  /** An argument, or a field of the input object in one. */
  input: GraphQLArgument | GraphQLInputField;
  argument: GraphQLArgument;
  /** The name of its variable. */
  name: string;
  /** The input that identifies the part of the object, which is in the path too: the member of removeTeamMember. */
  part?: InputValue;
}

type LeafInput = Pick<Target, 'input' | 'argument'>;

const SECRET = /token|secret|password/i;
const CONDITION = /^(?:where|filter|condition|pk_columns)$/;
const KEYS = new Set(['id', 'slug', 'login', 'code', 'key', 'number', 'sku']);
/** By these, one of which is required, an object is identified instead of its id. */
const OTHER_KEYS = new Set(['external reference', 'slug', 'token', 'identifier', 'uuid', 'node id']);

/** Finds the id of the noun among the arguments, or in an input object. */
export function findTarget(field: Field, parsed: ParsedMutation, nouns: Nouns): Target | undefined {
  const { verb, word, noun, part, action } = parsed;
  // orderCreateFromCheckout(id) has the id of a checkout.
  if (part.length === 0 && (verb ?? action[0]) === 'create') return undefined;
  const leaves = leafInputs(field);
  const all = leaves.filter(({ input, argument }) => {
    if (isRequired(input)) return true;
    // What is created with an id that clients may choose is not about an object that exists.
    if (word === 'upsert') return CONDITION.test(argument.name);
    // What acts on all objects, or has an optional id among its values, is not about one.
    return verb !== undefined || (input === argument && hasOtherKey(field, noun));
  });
  const nounNames = [noun, ...shortNouns(noun)].map((words) => words.join(' '));
  for (const name of ['id', ...nounNames.flatMap((text) => [`${text} id`, text]), 'uuid', 'node id']) {
    const found = all.filter(({ input }) => splitWords(input.name).join(' ') === name);
    const best =
      found.find(({ input, argument }) => input === argument) ??
      found.find(({ input }) => isRequired(input)) ??
      found[0];
    if (best) return { ...best, name: name === 'node id' ? best.input.name : 'id' };
  }
  if (!verb || nouns.isSingle(noun)) return undefined;
  // deleteArticle(slug), updateUserByEmail(email)
  const fieldWords = splitWords(field.name);
  const by = fieldWords.slice(fieldWords.lastIndexOf('by') + 1).join();
  const [only, second] = leaves.filter(({ input }) => {
    const words = splitWords(input.name);
    const owner = words.slice(0, -1);
    const isKey = KEYS.has(words.at(-1)!) && owner.every((other) => noun.includes(other)) && !nouns.has(owner);
    return isRequired(input) && (isKey || words.join() === by);
  });
  return only && !second ? { ...only, name: spellId(only.input.name) } : undefined;
}

/** Whether an object can be identified by its id or, instead of it, by another key: one of these is required then. */
function hasOtherKey({ args }: Field, noun: Words): boolean {
  return args.some((arg) => {
    const words = splitWords(arg.name);
    return !isRequired(arg) && arg.name !== 'id' && (OTHER_KEYS.has(words.join(' ')) || namesNoun(words, noun));
  });
}

/**
 * The key of a part, among the inputs beside the id of the object: userId of removeTeamMember(teamId, userId). Of what is
 * changed it has the name of the part; what is removed can be identified by anything.
 */
export function findPartKey(
  field: Field,
  { input: target }: Target,
  { verb, part }: ParsedMutation,
): InputValue | undefined {
  const others = leafInputs(field)
    .map(({ input }) => input)
    .filter((input) => input !== target && isRequired(input) && (verb === 'delete' || isId(input)));
  const named = others.filter(({ name }) => namesNoun(splitWords(name), singularNoun(part)));
  const [only, second] = named.length > 0 ? named : verb === 'delete' ? others : [];
  return only && !second && keyRank(only, part) !== undefined ? only : undefined;
}

/** Whether an input has the name of an id, with a noun: `userId`. */
function isId({ name }: InputValue): boolean {
  return /.(?:I[dD]|_id)$/.test(name);
}

/** The required ids of a mutation that have a noun in their names, with that noun. */
export function namedIds(field: Field): (LeafInput & { noun: Words })[] {
  return leafInputs(field)
    .filter(({ input }) => isRequired(input) && isId(input))
    .map((leaf) => ({ ...leaf, noun: splitWords(leaf.input.name).slice(0, -1) }));
}

/** The objects that the required arguments of a mutation identify, by their names: `orderId`, or `order` of the type ID. */
export function idsOf({ args }: Field): Words[] {
  return args
    .filter((arg) => isSingleLeaf(arg) && isRequired(arg))
    .flatMap((input) => {
      const words = splitWords(input.name);
      if (words.length > 1 && words.at(-1) === 'id') return [words.slice(0, -1)];
      return input.name !== 'id' && /^ID!$/.test(String(input.type)) ? [words] : [];
    });
}

/** The single scalars of the arguments, and of the input objects in them. */
function leafInputs(field: Field): LeafInput[] {
  const args = usableInputs(field.args);
  const inside = args.flatMap((argument) => innerInputs(argument).map((input) => ({ input, argument })));
  return [...args.map((argument) => ({ input: argument, argument })), ...inside].filter(
    ({ input }) => isSingleLeaf(input) && !SECRET.test(input.name) && !/^(?:Boolean|Float)!?$/.test(String(input.type)),
  );
}
