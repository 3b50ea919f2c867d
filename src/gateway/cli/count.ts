/** A number with its noun: `1 endpoint`, `2 endpoints`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
