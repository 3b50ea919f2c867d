import type { Constraints } from '../plan/Constraints.ts';
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
    return missed && explainMismatch(text, missed);
  };
}

/** What a text lacks to match: in words where one change would mend it, else the pattern itself. */
function explainMismatch(text: string, { pattern, whole }: { pattern: string; whole: RegExp }): string {
  if (text.includes('\0') && whole.test(text.replaceAll('\0', ''))) return 'must not contain U+0000';
  if (text.trim() === '' && whole.test(`${text}x`)) return text === '' ? 'must not be empty' : 'must not be blank';
  return `must match ${pattern}`;
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
