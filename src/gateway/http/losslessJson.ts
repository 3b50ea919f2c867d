// JSON whose numbers keep their digits: a number is a double where the shortest text of the double has the same value, and its text
// otherwise. Text without such a number is parsed and written by the functions of JavaScript.
import { LosslessNumber, compareNumber, parse, splitNumber, stringify } from 'lossless-json';

/** Digits that tell a double from all others. See IEEE 754-2019, section 5.12.2. */
const MAX_DOUBLE_DIGITS = 17;

const isSame = (text: string, other: string): boolean => compareNumber(text, other) === 0;

/** A number that no double has. `writeJson` writes its digits, and `JSON.stringify` refuses it, as it refuses a bigint. */
export class ExactNumber extends LosslessNumber {
  /** Whether it is beyond the range of doubles. */
  get isOutOfRange(): boolean {
    return !Number.isFinite(Number(this.value));
  }

  /** The double that other software writes with these digits, up to 17: not the fewest, but no other double has them. Undefined without one. */
  get double(): number | undefined {
    const number = Number(this.value);
    const { length } = splitNumber(this.value).digits;
    const isName = length <= MAX_DOUBLE_DIGITS && !this.isOutOfRange && isSame(this.value, number.toPrecision(length));
    return isName ? number : undefined;
  }

  toJSON(): never {
    throw new TypeError('JSON.stringify would lose the digits of a number.');
  }
}

/**
 * Where variables keep the digits of numbers that no double has: everywhere on the way to an upstream, in bigints and texts for integer
 * scalars in this process, in texts alone where a host reads them from JSON.
 */
export type Digits = 'upstream' | 'process' | 'host';

/** The number of a text of the grammar of JSON: RFC 8259, section 6. */
export function readNumber(text: string): number | ExactNumber {
  return isDouble(text) ? Number(text) : new ExactNumber(text);
}

/** Doubles from here on have every number with fewer than 16 digits. See IEEE 754-2019, section 3.4. */
const MIN_NORMAL = 2 ** -1022;

function isDouble(text: string): boolean {
  const number = Number(text);
  if (!Number.isFinite(number)) return false;
  return (FEW_DIGITS.test(text) && Math.abs(number) >= MIN_NORMAL) || isSame(text, String(number));
}

/** The digits of every number that a double may not have, also in a text, where they do no harm. */
const NUMBERS = /(?:^|[[:,\s])(-?(?=\d[\d.]{15}|[\d.]+[eE][-+]?\d{3})\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)/g;

/** A double has every number with fewer digits, but for one that is very large or very small. */
const MIN_DIGITS = 16;
const FEW_DIGITS = /^-?[\d.]{1,15}(?:e|$)/i;
const LARGE_EXPONENT = /\d[eE][-+]?\d{3}/;

/** Whether a text of JSON may have a number that no double has. */
function hasExactNumber(text: string): boolean {
  if (!hasLongNumber(text) && !LARGE_EXPONENT.test(text)) return false;
  for (const [, found] of text.matchAll(NUMBERS)) if (!isDouble(found!)) return true;
  return false;
}

/** Whether a text has so many digits in a row: looks at every sixteenth character of other text, in a fraction of the time of a pattern. */
function hasLongNumber(text: string): boolean {
  for (let at = MIN_DIGITS - 1; at < text.length; at += MIN_DIGITS) {
    if (!isDigit(text, at)) continue;
    let start = at;
    while (start > 0 && isDigit(text, start - 1)) start--;
    while (isDigit(text, at + 1)) at++;
    if (at - start + 1 >= MIN_DIGITS) return true;
  }
  return false;
}

/** Whether a character is a digit or a dot. */
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 ? code <= 0x39 : code === 0x2e;
}

/** Parses JSON; of a name that is repeated, the last value counts. Throws a SyntaxError, or what `parseNumber` throws for such a number. */
export function readJson(text: string, parseNumber: (text: string) => unknown = readNumber): unknown {
  if (!hasExactNumber(text)) return JSON.parse(text);
  try {
    return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    // The parser recurses.
    throw error instanceof RangeError ? new SyntaxError('It is nested too deeply', { cause: error }) : error;
  }
}

/** Writes JSON, with all digits of an ExactNumber and of a bigint. */
export function writeJson(value: unknown, space?: number): string {
  try {
    return space === undefined ? JSON.stringify(value) : JSON.stringify(value, undefined, space);
  } catch (error) {
    try {
      return stringify(value, undefined, space)!;
    } catch {
      throw error;
    }
  }
}

/** Whether a value of JSON is an object, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** A number of JSON; bigints are those of resolvers. */
export type JsonNumber = number | bigint | ExactNumber;

/** Whether JSON can represent a value as a number. */
export function isJsonNumber(value: unknown): value is JsonNumber {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'bigint') return Number.isFinite(Number(value));
  return value instanceof ExactNumber && !value.isOutOfRange;
}

/** Less than 0, 0 or more than 0 as the number is less than the other one, equal or more. */
export function compareNumbers(number: JsonNumber, other: JsonNumber): number {
  if (typeof number === 'number' && typeof other === 'number') return number - other;
  return compareNumber(String(number), String(other));
}

/** The digits of an integer within the range of doubles, without an exponent; undefined for any other value. */
export function integerText(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isInteger(value)) return undefined;
  if (!isJsonNumber(value)) return undefined;
  const text = String(value);
  if (/^-?\d+$/.test(text)) return text;
  const { sign, digits, exponent } = splitNumber(text);
  return digits.length <= exponent + 1 ? sign + digits.padEnd(exponent + 1, '0') : undefined;
}

/** Levels of lists and objects in a value of a result whose type says nothing of it: further ones could overflow the stack where it is written. */
export const MAX_RESULT_DEPTH = 1_000;

/** Whether a value of JSON has more levels of lists and objects than these. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false;
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return levels === 0 || inner.some((each) => isDeeperThan(each, levels - 1));
}

/** The first number anywhere in a value of JSON that no double has; undefined without one. */
export function findExactNumber(
  value: unknown,
  isFound: (number: ExactNumber) => boolean = () => true,
): ExactNumber | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof ExactNumber) return isFound(value) ? value : undefined;
  for (const inner of Object.values(value)) {
    const found = findExactNumber(inner, isFound);
    if (found) return found;
  }
  return undefined;
}
