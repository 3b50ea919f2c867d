import { pluralOf, singularOf } from './inflect.ts';

/** order, lines is order, line. */
export function singularNoun(words: readonly string[]): string[] {
  return words.map((word, index) => (index === words.length - 1 ? singularOf(word) : word));
}

/** order, line is order, lines. */
export function pluralNoun(words: readonly string[]): string[] {
  return words.map((word, index) => (index === words.length - 1 ? pluralOf(word) : word));
}

export function kebabCase(words: readonly string[]): string {
  return words.join('-');
}

/** Whether a name such as `orderId`, `order_id`, `order` or `id` identifies an order. */
export function namesNoun(name: readonly string[], noun: readonly string[]): boolean {
  const text = name.join(' ');
  const last = noun.at(-1)!;
  const whole = noun.join(' ');
  return [whole, last].some((each) => ['', ' id', ' uuid', ' number'].some((suffix) => text === `${each}${suffix}`));
}
