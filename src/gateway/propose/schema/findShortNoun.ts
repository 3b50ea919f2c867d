import { splitWords } from '../naming/splitWords.ts';
import type { ParsedMutation } from '../parseMutation.ts';
import type { Nouns } from './Nouns.ts';
import { describedOwners } from './describedOwners.ts';
import { type Field, isRequired } from './fields.ts';

/** Of variantMediaAssign(variantId), which is the "ID of a product variant", the noun is product variant. */
export function findShortNoun(
  parsed: ParsedMutation,
  { args }: Field,
  { words, nouns }: { words: readonly string[]; nouns: Nouns },
): ParsedMutation {
  const [first, ...action] = words;
  const id = args.find((each) => isRequired(each) && splitWords(each.name).join(' ') === `${first} id`);
  const [noun, second] = id ? describedOwners(id) : [];
  if (!noun || second || action.length === 0 || noun.at(-1) !== first || !nouns.isItem(noun)) return parsed;
  return { ...parsed, noun, action };
}
