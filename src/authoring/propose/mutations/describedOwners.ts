// What the descriptions of ids say about the object of a mutation.
import { singularNoun } from '../naming/inflection.ts';
import { type Words, splitWords } from '../naming/words.ts';
import type { Nouns } from '../schema/Nouns.ts';
import { type Field, type InputValue, isRequired } from '../schema/fields.ts';
import type { ParsedMutation } from './parseMutation.ts';

/**
 * The object of a mutation whose `id` is described as that of another object: the id of an address is not that of an account.
 * Without an endpoint for that object the id stays in the body, and `hasId` is false.
 */
export function correctOwner(
  parsed: ParsedMutation,
  input: InputValue,
  { words, nouns }: { words: Words; nouns: Nouns },
): { parsed: ParsedMutation; hasId: boolean } {
  const { noun, action } = parsed;
  const owners = input.name === 'id' ? describedOwners(input) : [];
  const isOwn = (owner: Words) => {
    const prefix = nouns.prefixOf(owner);
    if (prefix.join() === noun.join() || singularNoun(owner).at(-1) === noun.at(-1)) return true;
    // Of an app, "ID of failed installation" is that of an app installation.
    if (nouns.has([...noun, owner.at(-1)!])) return false;
    return prefix.length === 0 && !action.join(' ').includes(owner.join(' '));
  };
  if (owners.length === 0 || owners.some(isOwn)) return { parsed, hasId: true };
  const [only, second] = owners;
  const owner = nouns.prefixOf(only!);
  if (!second && nouns.isItem(owner)) {
    return { parsed: { ...parsed, noun: owner, action: without(words, owner) }, hasId: true };
  }
  const isCollection = nouns.isRead(noun);
  return {
    parsed: { ...parsed, noun: isCollection ? noun : [], action: isCollection ? action : words },
    hasId: false,
  };
}

/** The words without those of a noun, unless nothing is left. */
function without(words: Words, noun: Words): Words {
  const at = words.findIndex((_, index) => noun.every((word, offset) => words[index + offset] === word));
  return at < 0 || words.length === noun.length ? words : words.toSpliced(at, noun.length);
}

/** Of variantMediaAssign(variantId), which is the "ID of a product variant", the noun is product variant. */
export function findShortNoun(
  parsed: ParsedMutation,
  { args }: Field,
  { words, nouns }: { words: Words; nouns: Nouns },
): ParsedMutation {
  const [first, ...action] = words;
  const id = args.find((arg) => isRequired(arg) && splitWords(arg.name).join(' ') === `${first} id`);
  const [noun, second] = id ? describedOwners(id) : [];
  if (!noun || second || action.length === 0 || noun.at(-1) !== first || !nouns.isItem(noun)) return parsed;
  return { ...parsed, noun, action };
}

const END = new Set('to that which who for in on from with related whose where of by at into used'.split(' '));

/** The objects that the id may be of, by its description: "ID of the checkout or order" is checkout, and order. */
function describedOwners(input: InputValue): string[][] {
  const phrase = describedOwner(input);
  const end = phrase.findIndex((word) => END.has(word));
  const text = (end < 0 ? phrase : phrase.slice(0, end)).join(' ');
  return text
    .split(/ or (?:an? |the )?/)
    .map((owner) => owner.split(' '))
    .filter(([first]) => first !== '');
}

/** The words after "ID of the" in the description of an id, in lower case; empty where there are none. */
export function describedOwner({ description }: InputValue): string[] {
  const text = (description ?? '').toLowerCase();
  const found =
    /\b(?:ids?|identifier)(?: or \w+)? of (?:an? |the |this )?([a-z -]+)/.exec(text)?.[1] ??
    /^(?:an? |the )?([a-z -]+?)(?:'s)? (?:id|identifier)\b/.exec(text)?.[1];
  const phrase = found?.split(/[ -]/).filter((word) => word !== '') ?? [];
  return phrase[0] === 'unique' ? [] : phrase;
}
