// The inputs that identify the object of a mutation, and a part of it.
import type { GraphQLArgument, GraphQLInputField } from 'graphql';
import { namesNoun, shortNouns, singularNoun, spellId } from '../naming/inflection.ts';
import { type Words, splitWords } from '../naming/words.ts';
import type { Nouns } from '../schema/Nouns.ts';
import { type Field, type InputValue, isRequired, usableInputs } from '../schema/fields.ts';
import { innerInputs, isSingleLeaf, keyRank } from '../schema/inputKeys.ts';
import { describedOwner } from './describedOwners.ts';
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

const SECRET = /token|secret|password/i;

/** Finds the id of the noun among the arguments, or in an input object. */
export function findTarget(field: Field, parsed: ParsedMutation, nouns: Nouns): Target | undefined {
  const { verb, word, noun, part, scope, action } = parsed;
  if (verb === 'create' && part.length === 0) return undefined;
  // orderCreateFromCheckout(id) has the id of a checkout.
  if (!verb && (action[0] === 'create' || (action[0] === 'import' && action.includes('from')))) return undefined;
  const leaves = leafInputs(field);
  const soleId = findSoleId(leaves, parsed);
  const all = leaves.filter(({ input, argument }) => {
    if (isRequired(input) || input === soleId?.input) return true;
    // What is created with an id that clients may choose is not about an object that exists.
    if (word === 'upsert') return CONDITION.test(argument.name);
    // What acts on all objects, or has an optional id among its values, is not about one.
    return verb !== undefined || (input === argument && action[0] !== 'create' && hasOtherKey(field, noun));
  });
  const whole = noun.join(' ');
  const ids = all.filter(({ input }) => isRequired(input) && /id$/i.test(input.name));
  // issueToReleaseDelete(issueId, releaseId) has two ids of one object.
  const isAmbiguous = ids.length > 1 && noun.includes('to');
  const short = isAmbiguous ? [] : shortNouns(noun).map((words) => words.join(' '));
  const names = ['id', ...[whole, ...short].flatMap((text) => [`${text} id`, text]), 'uuid', 'node id'];
  for (const name of names) {
    const found = all.filter(({ input }) => splitWords(input.name).join(' ') === name);
    const best =
      found.find(({ input, argument }) => input === argument) ??
      found.find(({ input }) => isRequired(input)) ??
      found[0];
    if (best) return { ...best, name: name === 'node id' ? best.input.name : 'id' };
  }
  if (soleId) return { ...soleId, name: 'id' };
  if (!verb || nouns.isSingle(noun)) return undefined;
  const fieldName = splitWords(field.name);
  const isNamed = fieldName.includes('by') || scope.length > 0;
  // Whatever is deleted, its name says which one.
  const isOnly = verb === 'delete' && leaves.length === 1;
  const named = fieldName.slice(fieldName.lastIndexOf('by') + 1).join();
  const [only, second] = (isOnly ? leaves : all).filter(({ input }) => {
    if (isOnly && input.name === 'name') return true;
    const words = splitWords(input.name);
    // updateBookByRowId(rowId)
    if (isNamed && isRequired(input) && words.join() === named) return true;
    const key = words.pop()!;
    const isOwn = words.every((other) => noun.includes(other)) && (words.length === 0 || !nouns.has(words));
    return isRequired(input) && (KEYS.has(key) || (isNamed && VALUES.has(key))) && isOwn;
  });
  return only && !second ? { ...only, name: spellId(only.input.name) } : undefined;
}

/** The only id of an action, where it is that of the noun, even if it is optional: followGene(geneId). */
function findSoleId(
  leaves: readonly Omit<Target, 'name'>[],
  { verb, noun, isPlural }: ParsedMutation,
): Omit<Target, 'name'> | undefined {
  const [only, second] = leaves.filter(({ input }) => isId(input));
  if (!only || second || verb || isPlural) return undefined;
  return ` ${idWords(only.input).join(' ')}`.endsWith(` ${noun.join(' ')}`) ? only : undefined;
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
    .filter(({ input }) => input !== target && isRequired(input))
    .map(({ input }) => input);
  const ids = others.filter(isId);
  const named = (ids.length > 0 ? ids : others).filter(({ name }) => namesNoun(splitWords(name), singularNoun(part)));
  if (verb !== 'delete') return ids.find((id) => namesNoun(idWords(id), singularNoun(part)));
  if (named.length === 1) return named[0];
  const [only, second] = others;
  const isKey = only && !second && (keyRank(only, part) !== undefined || splitWords(only.name)[0] === part.at(-1));
  return isKey ? only : undefined;
}

/** Whether an input has the name of an id, with a noun: `userId`. */
function isId({ name }: InputValue): boolean {
  return /.(?:I[dD]|_id)$/.test(name);
}

/** The noun in the name of an id. */
function idWords({ name }: InputValue): string[] {
  return splitWords(name).slice(0, -1);
}

/** The required ids of a mutation that have a noun in their names, with that noun. */
export function namedIds(field: Field): (Omit<Target, 'name'> & { noun: string[] })[] {
  return leafInputs(field)
    .filter(({ input }) => isRequired(input) && isId(input))
    .map((input) => ({ ...input, noun: idWords(input.input) }));
}

const CONDITION = /^(?:where|filter|condition|pk_columns)$/;
const OTHER_KEYS = new Set(['external reference', 'slug', 'token', 'identifier', 'uuid', 'node id']);

/** Whether an object can be identified by its id or, instead of it, by another key: one of these is required then. */
function hasOtherKey({ args }: Field, noun: Words): boolean {
  return args.some((arg) => {
    const words = splitWords(arg.name);
    return !isRequired(arg) && arg.name !== 'id' && (OTHER_KEYS.has(words.join(' ')) || namesNoun(words, noun));
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

/** The required `id`, without a noun. */
export function plainId(field: Field): Omit<Target, 'name'> | undefined {
  return leafInputs(field).find(({ input }) => input.name === 'id' && isRequired(input));
}

/** The single scalars of the arguments, and of the input objects in them. */
function leafInputs(field: Field): Omit<Target, 'name'>[] {
  const args = usableInputs(field.args);
  const inside = args.flatMap((argument) => innerInputs(argument).map((input) => ({ input, argument })));
  return [...args.map((argument) => ({ input: argument, argument })), ...inside].filter(
    ({ input }) => isSingleLeaf(input) && !SECRET.test(input.name) && !/^(?:Boolean|Float)!?$/.test(String(input.type)),
  );
}
