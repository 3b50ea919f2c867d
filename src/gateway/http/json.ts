// JSON: bodies, which are UTF-8 without a content coding (RFC 8259, section 8.1), the canonical form, and pointers.
import { splitNumber } from 'lossless-json';
import { ServiceError } from '../base/errors/ServiceError.ts';
import { truncate } from '../base/errors/nearNames.ts';
import { MAX_ECHO_LENGTH, decodeUtf8, requireContentType } from './supportedBodies.ts';
import { ExactNumber, readJson, readNumber } from './losslessJson.ts';

/** JSON that is sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The value of a JSON body; undefined for an empty one. Throws UNSUPPORTED_MEDIA_TYPE without a Content-Type, and BAD_REQUEST
 * where it is not JSON in UTF-8.
 */
export function parseJsonBody(
  bytes: Uint8Array,
  contentType: string | undefined,
  consumes?: readonly string[],
  parse: (text: string) => unknown = readJson,
): unknown {
  if (bytes.length === 0) return undefined;
  requireContentType(contentType, consumes);
  const text = decodeUtf8(bytes);
  try {
    return parse(text);
  } catch (error) {
    const message = `The body is not valid JSON: ${truncate((error as Error).message, MAX_ECHO_LENGTH)}.`;
    throw new ServiceError('BAD_REQUEST', message);
  }
}

/** Parses JSON; undefined where it is not valid. `onOutOfRange` is called for each number beyond the range of doubles. */
export function parseJson(text: string, onOutOfRange?: () => void): unknown {
  try {
    return readJson(text, (digits) => {
      const number = readNumber(digits);
      if (number instanceof ExactNumber && number.isOutOfRange) onOutOfRange?.();
      return number;
    });
  } catch {
    return undefined;
  }
}

/**
 * JSON in its canonical form: members sorted by the UTF-16 code units of their names, and numbers and texts as ECMAScript serializes
 * them. A number that no double has is its digits and its exponent. The value must not be nested too deeply for recursion. See RFC 8785,
 * section 3.2.
 */
export function canonicalJson(value: unknown): string {
  if (value instanceof ExactNumber) return canonicalNumber(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = value as Readonly<Record<string, unknown>>;
    const names = Object.keys(members).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(members[name])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

function canonicalNumber({ value }: ExactNumber): string {
  const { sign, digits, exponent } = splitNumber(value);
  return `${sign}${digits}e${exponent}`;
}

/** The JSON Pointer of these steps from the root of a document. See RFC 6901, section 3. */
export function jsonPointer(steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
