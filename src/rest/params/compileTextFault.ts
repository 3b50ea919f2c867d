import type { Constraints } from './Constraints.ts';
import type { Bounds } from './narrow.ts';

/** What is wrong with a text. Lengths count Unicode code points, as JSON Schema does. */
export function compileTextFault({ minLength = 0, maxLength, patterns }: Bounds): (text: string) => string | undefined {
  const wholes = patterns.map((pattern) => ({ pattern, whole: new RegExp(`^(?:${pattern})$`, 'u') }));
  return (text) => {
    // A code point is one or two units, so most texts need no counting.
    if (text.length < minLength || (text.length < 2 * minLength && codePoints(text) < minLength)) {
      return minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`;
    }
    if (maxLength !== undefined && text.length > maxLength && codePoints(text) > maxLength) {
      return `must have at most ${maxLength} characters`;
    }
    const missed = wholes.find(({ whole }) => !whole.test(text));
    return missed && `must match ${missed.pattern}`;
  };
}

/** What is wrong with the number of items in a list. */
export function itemsFault(count: number, { minItems = 0, maxItems }: Constraints): string | undefined {
  if (count < minItems) return minItems === 1 ? 'must not be empty' : `must have at least ${minItems} items`;
  if (maxItems !== undefined && count > maxItems) return `must have at most ${maxItems} items`;
  return undefined;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
