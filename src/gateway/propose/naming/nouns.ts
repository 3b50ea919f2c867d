import { isPlural, pluralOf, singularOf } from './inflect.ts';

/** order, lines is order, line. */
export function singularNoun(words: readonly string[]): string[] {
  const head = headOf(words);
  return words.map((word, index) => (index === head ? singularOf(word) : word));
}

/** order, line is order, lines. */
export function pluralNoun(words: readonly string[]): string[] {
  const head = headOf(words);
  return words.map((word, index) => (index === head ? pluralOf(word) : word));
}

export function isPluralNoun(words: readonly string[]): boolean {
  return isPlural(words[headOf(words)]!);
}

/** The word that is in the plural where the noun is: codes of conduct, projects v2. */
function headOf(words: readonly string[]): number {
  const of = words.indexOf('of');
  const last = of > 0 ? of - 1 : words.length - 1;
  return last > 0 && /^v\d+$/.test(words[last]!) ? last - 1 : last;
}

export function kebabCase(words: readonly string[]): string {
  return words.join('-');
}

/** What a noun is called for short, the longest first: team, member and member. */
export function shortNouns(noun: readonly string[]): string[][] {
  const plain = noun.slice(0, headOf(noun) + 1);
  const suffixes = noun.map((_, at) => noun.slice(at)).filter((each, at) => at === 0 || !/^v\d+$/.test(each[0]!));
  return plain.length < noun.length ? [...suffixes, ...plain.map((_, at) => plain.slice(at))] : suffixes;
}

/** Whether a name such as `orderId`, `order_id`, `order` or `id` identifies an order. */
export function namesNoun(name: readonly string[], noun: readonly string[]): boolean {
  const text = name.join(' ');
  const whole = noun.join(' ');
  const short = shortNouns(noun).at(-1)!.join(' ');
  return [whole, short].some((each) => ['', ' id', ' uuid', ' number'].some((suffix) => text === `${each}${suffix}`));
}

/** `artworkId` and `rowIds` for `artworkID` and `rowIDs`: one spelling for all ids. */
export function spellId(name: string): string {
  return name.replace(/(?<=[a-z\d])ID(?=s?$)/, 'Id');
}
