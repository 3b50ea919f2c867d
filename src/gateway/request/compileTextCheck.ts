import type { Keyword } from '../errors/keywords.ts';
import type { Bounds } from '../plan/bounds.ts';
import type { Constraints } from '../plan/Constraints.ts';

/** What is wrong with a value. */
export interface Violation {
  message: string;
  keyword: Keyword;
}

/** Compiles the check of a text, which returns its problem. Lengths count Unicode code points, as JSON Schema does. */
export function compileTextCheck({
  minLength = 0,
  maxLength,
  patterns,
}: Bounds): (text: string) => Violation | undefined {
  const wholes = patterns.map((pattern) => ({ pattern, whole: new RegExp(`^(?:${pattern})$`, 'u') }));
  return (text) => {
    // A code point is one or two UTF-16 code units, so most texts need no counting.
    if (text.length < minLength || (text.length < 2 * minLength && codePoints(text) < minLength)) {
      const message = minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`;
      return { message, keyword: 'minLength' };
    }
    if (maxLength !== undefined && text.length > maxLength && codePoints(text) > maxLength) {
      return { message: `must have at most ${maxLength} characters`, keyword: 'maxLength' };
    }
    const missed = wholes.find(({ whole }) => !whole.test(text));
    return missed && { message: describeMismatch(text, missed), keyword: 'pattern' };
  };
}

/** The problem of a text that misses its pattern: in words where one change would fix it, else the pattern itself. */
function describeMismatch(text: string, { pattern, whole }: { pattern: string; whole: RegExp }): string {
  if (text.includes('\0') && whole.test(text.replaceAll('\0', ''))) return 'must not contain U+0000';
  if (text.trim() === '' && whole.test(`${text}x`)) return text === '' ? 'must not be empty' : 'must not be blank';
  return `must match ${pattern}`;
}

/** The problem of the number of items of a list. */
export function checkItems(count: number, { minItems = 0, maxItems }: Constraints): Violation | undefined {
  if (count < minItems) {
    const message = minItems === 1 ? 'must not be empty' : `must have at least ${minItems} items`;
    return { message, keyword: 'minItems' };
  }
  if (maxItems === undefined || count <= maxItems) return undefined;
  return { message: `must have at most ${maxItems} items`, keyword: 'maxItems' };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
