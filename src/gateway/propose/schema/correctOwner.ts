import { singularNoun } from '../naming/nouns.ts';
import type { ParsedMutation } from '../parseMutation.ts';
import type { Nouns } from './Nouns.ts';
import { describedOwners } from './describedOwners.ts';
import type { InputValue } from './fields.ts';

/**
 * The object of a mutation whose `id` is described as that of another object: the id of an address is not that of an account.
 * Without an endpoint for that object the id stays in the body, and `hasId` is false.
 */
export function correctOwner(
  parsed: ParsedMutation,
  input: InputValue,
  { words, nouns }: { words: readonly string[]; nouns: Nouns },
): { parsed: ParsedMutation; hasId: boolean } {
  const { noun, action } = parsed;
  const owners = input.name === 'id' ? describedOwners(input) : [];
  const isOwn = (owner: readonly string[]) => {
    const known = nouns.prefixOf(owner);
    if (known.join() === noun.join() || singularNoun(owner).at(-1) === noun.at(-1)) return true;
    // Of an app, "ID of failed installation" is that of an app installation.
    if (nouns.has([...noun, owner.at(-1)!])) return false;
    return known.length === 0 && !action.join(' ').includes(owner.join(' '));
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
function without(words: readonly string[], noun: readonly string[]): readonly string[] {
  const at = words.findIndex((_, index) => noun.every((word, offset) => words[index + offset] === word));
  return at < 0 || words.length === noun.length ? words : words.toSpliced(at, noun.length);
}
