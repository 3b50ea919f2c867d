// The coercion of scalars and enums, and the checks of texts.
import { GraphQLScalarType } from 'graphql';
import type { ScalarConvention } from '../conventions/Conventions.ts';
import { parseDateTime } from '../conventions/dateTimes.ts';
import {
  NUMBER_TEXTS,
  prepareToUpstream,
  isSpecifiedScalar,
  scalarConvention,
} from '../conventions/scalarConversions.ts';
import type { Keyword, KeywordValues, ProblemCollector } from '../../base/errors/ProblemCollector.ts';
import { listValues, truncate } from '../../base/errors/nearNames.ts';
import {
  type Bounds,
  type Constraints,
  boundsOfType,
  prepareTextTemplate,
  intersectBounds,
  isUpload,
} from '../bounds.ts';
import { UploadedFile } from '../../http/UploadedFile.ts';
import {
  ExactNumber,
  compareNumbers,
  findExactNumber,
  integerText,
  isDeeperThan,
  isJsonNumber,
  readJson,
  readNumber,
  writeJson,
} from '../../http/losslessJson.ts';
import { type Coerce, type CoercionContext, type InputPath, MAX_DEPTH, TOO_DEEP } from './coercion.ts';

/** The coercions of a scalar or an enum: from decoded text (path, query, header) and from JSON. */
interface Leaf {
  fromText: Coerce<string>;
  fromJson: Coerce<unknown>;
}

/** Prepares the coercion of a leaf type, by its name; a template is put around the coerced text. Null is handled before. */
export function prepareLeafReader(name: string, constraints: Constraints, context: CoercionContext): Leaf {
  const leaf = prepareLeaf(name, constraints, context);
  const template = prepareTextTemplate(constraints);
  if (!template) return leaf;
  const within =
    (read: Coerce<never>): Coerce<unknown> =>
    (input, path, problems) => {
      const value = read(input as never, path, problems);
      return typeof value === 'string' ? template.fill(value) : value;
    };
  return { fromText: within(leaf.fromText), fromJson: within(leaf.fromJson) };
}

function prepareLeaf(name: string, constraints: Constraints, context: CoercionContext): Leaf {
  if (constraints.values) return oneOf(constraints.values.map(({ text, value }) => [text, toVariable(value, context)]));
  const enumPlan = context.types.enums[name];
  if (enumPlan) return oneOf(Object.entries(enumPlan.values).map(([value, text]) => [text, value]));
  const bounds = intersectBounds(boundsOfType(name, context), constraints);
  if (isUpload(name, context)) return fileLeaf(bounds.maxLength!);
  if (!isSpecifiedScalar(name) || scalarConvention(name, context.conventions)) return scalarLeaf(name, bounds, context);
  if (name === 'Int') return numericLeaf('integer', bounds);
  if (name === 'ID') return textLeaf(bounds, (input) => integerText(input) ?? input);
  if (name === 'Float') return numericLeaf('number', bounds, context.digits === 'upstream');
  return name === 'Boolean' ? booleanLeaf : textLeaf(bounds, (input) => input);
}

/** An integer, or a number that is a double unless it keeps its digits. */
function numericLeaf(
  type: 'integer' | 'number',
  { min, max }: Pick<Constraints, 'min' | 'max'>,
  keepsDigits = true,
): Leaf {
  const message = `must be ${type === 'integer' ? 'an integer' : 'a number'}${rangeOf(min, max)}`;
  const values = { minimum: min, maximum: max };
  const grammar = NUMBER_TEXTS[type];
  const isNumber = (input: unknown): input is number | ExactNumber =>
    type === 'integer'
      ? Number.isSafeInteger(input) || integerText(input) !== undefined
      : isJsonNumber(input) && typeof input !== 'bigint';
  const fromJson: Coerce<unknown> = (given, path, problems) => {
    const input = !keepsDigits && given instanceof ExactNumber ? (given.double ?? given) : given;
    if (!isNumber(input)) problems.add(path, message, 'type', values);
    else if (!keepsDigits && input instanceof ExactNumber) problems.add(path, unheldNumber(input), 'type');
    else if (min !== undefined && compareNumbers(input, min) < 0) problems.add(path, message, 'minimum', values);
    else if (max !== undefined && compareNumbers(input, max) > 0) problems.add(path, message, 'maximum', values);
    return input;
  };
  return {
    fromJson,
    fromText: (text, path, problems) => fromJson(grammar.test(text) ? readNumber(text) : text, path, problems),
  };
}

const MAX_SHOWN_DIGITS = 40;

function unheldNumber({ value }: ExactNumber): string {
  return `must not have the number ${truncate(value, MAX_SHOWN_DIGITS)}, which a double cannot represent`;
}

/** A constant of a document as a variable: what is no integer is a double in process, as in GraphQL itself. */
function toVariable(value: unknown, { digits }: CoercionContext): unknown {
  if (digits === 'upstream' || !findExactNumber(value)) return value;
  const integer = integerText(value);
  if (integer !== undefined) return digits === 'process' ? BigInt(integer) : integer;
  return JSON.parse(writeJson(value));
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` between ${min} and ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
}

const booleanLeaf: Leaf = {
  fromText: (text, path, problems) =>
    booleanLeaf.fromJson(text === 'true' || (text === 'false' ? false : text), path, problems),
  fromJson: (input, path, problems) => {
    if (typeof input !== 'boolean') problems.add(path, 'must be true or false', 'type');
    return input;
  },
};

/** A file, of a number of bytes. */
function fileLeaf(maxBytes: number): Leaf {
  const values = { maxLength: maxBytes };
  const fromJson: Coerce<unknown> = (input, path, problems) => {
    if (!(input instanceof UploadedFile)) problems.add(path, 'must be a file', 'type');
    else if (input.size > maxBytes)
      problems.add(path, `must not be larger than ${maxBytes} bytes`, 'maxLength', values);
    return input;
  };
  return { fromText: fromJson, fromJson };
}

/** Any JSON, whose numbers are doubles unless it keeps digits; none is beyond the range of doubles. */
function anyJson(keepsDigits: boolean): Coerce<unknown> {
  return (input, path, problems) => {
    if (isDeeperThan(input, MAX_DEPTH)) {
      problems.add(path, TOO_DEEP);
      return input;
    }
    const unheld = findExactNumber(input, (number) =>
      keepsDigits ? number.isOutOfRange : number.double === undefined,
    );
    if (unheld) problems.add(path, unheldNumber(unheld), 'type');
    return keepsDigits || unheld || !findExactNumber(input) ? input : JSON.parse(writeJson(input));
  };
}

const NO_TEXT: Violation = { message: 'must be a string', keyword: 'type' };

function textLeaf(bounds: Bounds, prepare: (input: unknown) => unknown): Leaf {
  const violationOf = prepareTextCheck(bounds);
  const fromJson: Coerce<unknown> = (input, path, problems) => {
    const text = prepare(input);
    const violation = typeof text === 'string' ? violationOf(text) : NO_TEXT;
    if (violation) problems.add(path, violation.message, violation.keyword, violation.values);
    return text;
  };
  return { fromText: fromJson, fromJson };
}

function oneOf(entries: readonly (readonly [text: string, value: unknown])[]): Leaf {
  const byText = new Map(entries);
  const values = { enum: listValues([...byText.keys()], 180) };
  const message = `must be one of ${values.enum}`;
  const fromJson: Coerce<unknown> = (input, path, problems) => {
    const value = typeof input === 'string' ? byText.get(input) : undefined;
    if (value === undefined) problems.add(path, message, 'enum', values);
    return value;
  };
  return { fromText: fromJson, fromJson };
}

/** The `parseValue` of a scalar that does not check its values. */
const { parseValue: ACCEPT_ANY } = new GraphQLScalarType({ name: 'Any' });

/**
 * A scalar is checked by its JSON type and bounds, by its own `parseValue`, whose value only the execution uses, or else by its
 * format, and by its patterns: every other message is more readable than theirs. Then it is written as GraphQL has it.
 */
function scalarLeaf(name: string, bounds: Bounds, context: CoercionContext): Leaf {
  const { type: json, format, upstream } = scalarConvention(name, context.conventions) ?? { type: 'string' };
  const defined = isSpecifiedScalar(name) ? undefined : context.scalar(name);
  const scalar = defined?.parseValue === ACCEPT_ANY ? undefined : defined;
  const formatProblemOf = scalar && upstream !== 'unixtime' ? undefined : prepareFormatCheck(format);
  const toUpstream = prepareToUpstream(name, context.conventions);
  const isSent = context.digits === 'upstream';
  if (!scalar && !formatProblemOf && !toUpstream && (isSent || json !== 'integer'))
    return plainLeaf(json, bounds, context);

  const parse = (written: unknown): unknown => (scalar ? scalar.parseValue(written) : written);
  /** What the execution is given; throws where the scalar refuses it. */
  const accept = (written: unknown): unknown => {
    const digits = json === 'integer' && !Number.isSafeInteger(written) ? integerText(written) : undefined;
    if (digits === undefined) {
      parse(written instanceof ExactNumber ? Number(written.value) : written);
      return written;
    }
    const accepted = acceptDigits(digits, parse, context.digits === 'host' ? [digits] : [BigInt(digits), digits]);
    return isSent ? written : accepted;
  };
  const mismatchOf = prepareTextCheck({ patterns: bounds.patterns });
  const checked =
    (read: Coerce<never>): Coerce<unknown> =>
    (input, path, problems) => {
      const before = problems.problems.length;
      const value = read(input as never, path, problems);
      if (problems.isFull || problems.problems.length > before) return value;
      const message = typeof value === 'string' ? formatProblemOf?.(value) : undefined;
      if (message !== undefined) problems.add(path, message, 'format');
      let accepted: unknown;
      try {
        accepted = message === undefined ? accept(toUpstream ? toUpstream(value) : value) : undefined;
      } catch (error) {
        // Its own message is made only where there is room for it.
        problems.add(path, () => describeRefusal(name, (error as Error).message), 'format');
        return value;
      }
      const mismatch = message === undefined && typeof value === 'string' ? mismatchOf(value) : undefined;
      if (mismatch) problems.add(path, mismatch.message, mismatch.keyword);
      return accepted;
    };
  const { fromText, fromJson } =
    upstream === 'json' ? JSON_TEXT : plainLeaf(json, { ...bounds, patterns: [] }, context);
  return { fromText: checked(fromText), fromJson: checked(fromJson) };
}

/** The first of several values that a scalar parses to the integer of these digits; throws its first refusal without one. */
function acceptDigits(digits: string, parse: (value: unknown) => unknown, values: readonly unknown[]): unknown {
  let refusal: unknown;
  for (const value of values) {
    try {
      const parsed = parse(value);
      const isNumber = typeof parsed === 'bigint' || Number.isInteger(parsed);
      if (isNumber ? String(BigInt(parsed as bigint)) === digits : typeof parsed !== 'number') return value;
      refusal ??= new Error('it would lose digits');
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal;
}

/** A value whose text GraphQL has, which keeps the digits of its numbers. */
const JSON_TEXT: Leaf = {
  fromJson: anyJson(true),
  fromText: (text, path, problems) => {
    try {
      return JSON_TEXT.fromJson(readJson(text), path, problems);
    } catch {
      problems.add(path, 'must be JSON', 'type');
      return undefined;
    }
  },
};

/** The message of a scalar that refuses a value, as the end of a sentence that begins with the name of the parameter. */
function describeRefusal(name: string, message: string): string {
  const reason = message.replace(/\.$/, '');
  return reason.startsWith(`${name} must `) ? reason.slice(name.length + 1) : `must be a valid ${name} (${reason})`;
}

function plainLeaf(json: ScalarConvention['type'], bounds: Bounds, context: CoercionContext): Leaf {
  switch (json) {
    case 'integer':
      return numericLeaf('integer', bounds);
    case 'number':
      return numericLeaf('number', bounds, context.digits === 'upstream');
    case 'boolean':
      return booleanLeaf;
    case 'any':
      return { fromText: (text) => text, fromJson: anyJson(context.digits === 'upstream') };
    case 'string':
      return textLeaf(bounds, (input) => input);
  }
}

interface Violation {
  message: string;
  keyword: Keyword;
  values?: KeywordValues;
}

/** Prepares the check of a text, which returns its problem. Lengths count Unicode code points, as JSON Schema does. */
export function prepareTextCheck({
  minLength = 0,
  maxLength,
  patterns,
}: Bounds): (text: string) => Violation | undefined {
  const values = { minLength, maxLength };
  const wholes = patterns.map((pattern) => ({ pattern, whole: new RegExp(`^(?:${pattern})$`, 'u') }));
  return (text) => {
    // A code point is one or two UTF-16 code units, so most texts need no counting.
    if (text.length < minLength || (text.length < 2 * minLength && codePoints(text) < minLength)) {
      const message = minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`;
      return { message, keyword: 'minLength', values };
    }
    if (maxLength !== undefined && text.length > maxLength && codePoints(text) > maxLength) {
      return { message: `must have at most ${maxLength} characters`, keyword: 'maxLength', values };
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

/** Coerces the items of a list until the problems are full, and checks their number; with `skipsExcess`, a list that is too long is not read. */
export function coerceItems<Input>(
  items: readonly Input[],
  { read, constraints, skipsExcess = false }: { read: Coerce<Input>; constraints: Constraints; skipsExcess?: boolean },
  path: InputPath,
  problems: ProblemCollector,
): unknown[] {
  const violation = checkItems(items.length, constraints);
  if (violation) problems.add(path, violation.message, violation.keyword, violation.values);
  const below = path.below();
  const values: unknown[] = [];
  if (skipsExcess && items.length > (constraints.maxItems ?? Infinity)) return values;
  for (let index = 0; index < items.length && !problems.isFull; index++) {
    below.key = index;
    values.push(read(items[index]!, below, problems));
  }
  return values;
}

/** The problem of the number of items of a list. */
export function checkItems(count: number, { minItems = 0, maxItems }: Constraints): Violation | undefined {
  if (count < minItems) {
    const message = minItems === 1 ? 'must not be empty' : `must have at least ${minItems} items`;
    return { message, keyword: 'minItems', values: { minItems, maxItems } };
  }
  if (maxItems === undefined || count <= maxItems) return undefined;
  return { message: `must have at most ${maxItems} items`, keyword: 'maxItems', values: { minItems, maxItems } };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const isDateTime = (text: string) => parseDateTime(text) !== undefined;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The formats that are checked: whether a text is of it, and the problem of one that is not. */
const FORMATS: Readonly<Record<string, readonly [isValid: (text: string) => boolean, message: string]>> = {
  // RFC 3339, section 5.6
  date: [(text) => isDateTime(`${text}T00:00:00Z`), 'must be a date such as 2027-01-31'],
  time: [(text) => isDateTime(`1970-01-01T${text}`), 'must be a time such as 09:30:00Z'],
  'date-time': [isDateTime, 'must be a date and time such as 2027-01-31T09:30:00Z'],
  // RFC 9562, section 4
  uuid: [(text) => UUID.test(text), 'must be a UUID'],
  // RFC 4648, section 4
  byte: [(text) => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text), 'must be base64 with padding'],
};

/** The check of a format of JSON Schema, which returns the problem of a text; undefined for one that is not checked. */
export function prepareFormatCheck(format: string | undefined): ((text: string) => string | undefined) | undefined {
  if (format === undefined || !Object.hasOwn(FORMATS, format)) return undefined;
  const [isValid, message] = FORMATS[format]!;
  return (text) => (isValid(text) ? undefined : message);
}
