// The plural and the singular of English nouns, of one word and of several.
import pluralize from 'pluralize';
import type { Words } from './words.ts';

/** order, lines is order, line. */
export function singularNoun(words: Words): string[] {
  const head = headOf(words);
  return words.map((word, index) => (index === head ? singularOf(word) : word));
}

/** order, line is order, lines. */
export function pluralNoun(words: Words): string[] {
  const head = headOf(words);
  return words.map((word, index) => (index === head ? pluralOf(word) : word));
}

export function isPluralNoun(words: Words): boolean {
  return isPlural(words[headOf(words)]!);
}

export function kebabCase(words: Words): string {
  return words.join('-');
}

/** What a noun is called for short, the longest first: team, member and member. */
export function shortNouns(noun: Words): string[][] {
  const plain = noun.slice(0, headOf(noun) + 1);
  const suffixes = noun.map((_, at) => noun.slice(at)).filter(([first], at) => at === 0 || !/^v\d+$/.test(first!));
  return plain.length < noun.length ? [...suffixes, ...plain.map((_, at) => plain.slice(at))] : suffixes;
}

/** Whether a name such as `orderId`, `order_id`, `order` or `id` identifies an order. */
export function namesNoun(words: Words, noun: Words): boolean {
  const text = words.join(' ');
  const whole = noun.join(' ');
  const short = shortNouns(noun).at(-1)!.join(' ');
  return [whole, short].some((name) => ['', ' id', ' uuid', ' number'].some((suffix) => text === `${name}${suffix}`));
}

/** `artworkId` and `rowIds` for `artworkID` and `rowIDs`: one spelling for all ids. */
export function spellId(name: string): string {
  return name.replace(/(?<=[a-z\d])ID(?=s?$)/, 'Id');
}

/** The plural of a word in lower case; of one that is plural already, the word. */
function pluralOf(word: string): string {
  if (UNCOUNTABLE.has(word) || isPlural(word)) return word;
  return PLURALS.get(word) ?? pluralize(word);
}

/** The singular of a word in lower case; of one that is singular already, the word. */
function singularOf(word: string): string {
  return UNCOUNTABLE.has(word) ? word : (SINGULARS.get(word) ?? pluralize.singular(word));
}

/** Whether a word in lower case is a plural; a word without one of its own is none. */
function isPlural(word: string): boolean {
  return singularOf(word) !== word;
}

/** Nouns of APIs without a plural of their own, beside those that pluralize knows. */
const UNCOUNTABLE = new Set(
  (
    'analytics data details feedback hardware info me media meta metadata money preferences progress settings ' +
    'staff aws css dns gps https ios sms sso tls'
  ).split(' '),
);

/** Plurals that pluralize forms in another way. */
const PLURALS = new Map(
  [
    'cache caches',
    'index indexes',
    'schema schemas',
    'virus viruses',
    'menu menus',
    'sku skus',
    'cpu cpus',
    'gpu gpus',
  ].map((pair) => pair.split(' ') as [string, string]),
);
const SINGULARS = new Map([...PLURALS].map(([singular, plural]) => [plural, singular]));

/** The word that is in the plural where the noun is: codes of conduct, projects v2. */
function headOf(words: Words): number {
  const of = words.indexOf('of');
  const last = of > 0 ? of - 1 : words.length - 1;
  return last > 0 && /^v\d+$/.test(words[last]!) ? last - 1 : last;
}
