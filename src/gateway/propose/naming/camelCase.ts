/** Words as one name: order, line is `orderLine`. */
export function camelCase(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('');
}
