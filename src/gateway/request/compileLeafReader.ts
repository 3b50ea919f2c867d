// The coercion of scalars and enums, and the checks of texts.
import { GraphQLScalarType } from 'graphql';
import type { ScalarConvention } from '../conventions/Conventions.ts';
import { parseDateTime } from '../conventions/dateTimes.ts';
import { compileToUpstream, isSpecifiedScalar, scalarConvention } from '../conventions/scalarConversions.ts';
import type { Keyword, KeywordValues, ProblemCollector } from '../errors/ProblemCollector.ts';
import { listValues } from '../errors/nearNames.ts';
import {
  type Bounds,
  type Constraints,
  boundsOfType,
  compileTextTemplate,
  intersectBounds,
  isUpload,
} from '../plan/bounds.ts';
import { UploadedFile } from '../protocol/UploadedFile.ts';
import { type Coerce, type CoercionContext, type InputPath, TOO_DEEP, isTooDeep } from './coercion.ts';

/** The coercions of a scalar or an enum: from decoded text (path, query, header) and from JSON. */
interface Leaf {
  fromText: Coerce<string>;
  fromJson: Coerce<unknown>;
}

/** Compiles the coercion of a leaf type, by its name; a template is put around the coerced text. Null is handled before. */
export function compileLeafReader(name: string, constraints: Constraints, context: CoercionContext): Leaf {
  const leaf = compileLeaf(name, constraints, context);
  const template = compileTextTemplate(constraints);
  if (!template) return leaf;
  const within =
    (read: Coerce<never>): Coerce<unknown> =>
    (input, path, problems) => {
      const value = read(input as never, path, problems);
      return typeof value === 'string' ? template.fill(value) : value;
    };
  return { fromText: within(leaf.fromText), fromJson: within(leaf.fromJson) };
}

function compileLeaf(name: string, constraints: Constraints, context: CoercionContext): Leaf {
  if (constraints.values) return oneOf(constraints.values.map(({ text, value }) => [text, value]));
  const enumPlan = context.types.enums[name];
  if (enumPlan) return oneOf(Object.entries(enumPlan.values).map(([value, text]) => [text, value]));
  const bounds = intersectBounds(boundsOfType(name, context), constraints);
  if (isUpload(name, context)) return fileLeaf(bounds.maxLength!);
  if (!isSpecifiedScalar(name) || scalarConvention(name, context.conventions)) return scalarLeaf(name, bounds, context);
  if (name === 'Int') return numericLeaf('an integer', INTEGER, Number.isInteger, bounds);
  if (name === 'ID') return textLeaf(bounds, (input) => (Number.isSafeInteger(input) ? String(input) : input));
  return plainLeaf(name === 'Float' ? 'number' : name === 'Boolean' ? 'boolean' : 'string', bounds);
}

const INTEGER = /^(?:0|-?[1-9]\d*)$/;

/** See RFC 8259, section 6. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function numericLeaf(
  noun: string,
  grammar: RegExp,
  isNumber: (value: unknown) => boolean,
  { min, max }: Pick<Constraints, 'min' | 'max'>,
): Leaf {
  const message = `must be ${noun}${rangeOf(min, max)}`;
  const values = { minimum: min, maximum: max };
  const fromJson: Coerce<unknown> = (input, path, problems) => {
    const value = input as number;
    if (!isNumber(input)) problems.add(path, message, 'type', values);
    else if (value < (min ?? -Infinity)) problems.add(path, message, 'minimum', values);
    else if (value > (max ?? Infinity)) problems.add(path, message, 'maximum', values);
    return input;
  };
  return {
    fromJson,
    fromText: (text, path, problems) => fromJson(grammar.test(text) ? Number(text) : text, path, problems),
  };
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

const anyJson: Coerce<unknown> = (input, path, problems) => {
  if (isTooDeep(input)) problems.add(path, TOO_DEEP);
  return input;
};

const NO_TEXT: Violation = { message: 'must be a string', keyword: 'type' };

function textLeaf(bounds: Bounds, prepare: (input: unknown) => unknown): Leaf {
  const violationOf = compileTextCheck(bounds);
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
  const formatProblemOf = scalar && upstream !== 'unixtime' ? undefined : compileFormatCheck(format);
  const toUpstream = compileToUpstream(name, context.conventions);
  if (!scalar && !formatProblemOf && !toUpstream) return plainLeaf(json, bounds);

  const mismatchOf = compileTextCheck({ patterns: bounds.patterns });
  const violationOf = (
    value: unknown,
    written: unknown,
  ): { message: string | (() => string); keyword: Keyword } | undefined => {
    const message = typeof value === 'string' ? formatProblemOf?.(value) : undefined;
    if (message !== undefined) return { message, keyword: 'format' };
    try {
      scalar?.parseValue(written);
    } catch (error) {
      // Its own message is made only where there is room for it.
      return { message: () => describeRefusal(name, (error as Error).message), keyword: 'format' };
    }
    return typeof value === 'string' ? mismatchOf(value) : undefined;
  };
  const checked =
    (read: Coerce<never>): Coerce<unknown> =>
    (input, path, problems) => {
      const before = problems.problems.length;
      const value = read(input as never, path, problems);
      if (problems.isFull || problems.problems.length > before) return value;
      const written = toUpstream ? toUpstream(value) : value;
      const violation = violationOf(value, written);
      if (!violation) return written;
      problems.add(path, violation.message, violation.keyword);
      return value;
    };
  const { fromText, fromJson } = plainLeaf(json, { ...bounds, patterns: [] });
  return { fromText: checked(upstream === 'json' ? jsonText : fromText), fromJson: checked(fromJson) };
}

/** A text of JSON, where GraphQL has the text of it. */
const jsonText: Coerce<string> = (text, path, problems) => {
  try {
    return anyJson(JSON.parse(text), path, problems);
  } catch {
    problems.add(path, 'must be JSON', 'type');
    return undefined;
  }
};

/** The message of a scalar that refuses a value, as the end of a sentence that begins with the name of the parameter. */
function describeRefusal(name: string, message: string): string {
  const reason = message.replace(/\.$/, '');
  return reason.startsWith(`${name} must `) ? reason.slice(name.length + 1) : `must be a valid ${name} (${reason})`;
}

function plainLeaf(json: ScalarConvention['type'], bounds: Bounds): Leaf {
  switch (json) {
    case 'integer':
      return numericLeaf('an integer', INTEGER, Number.isSafeInteger, bounds);
    case 'number':
      return numericLeaf('a number', NUMBER, Number.isFinite, bounds);
    case 'boolean':
      return booleanLeaf;
    case 'any':
      return { fromText: (text) => text, fromJson: anyJson };
    case 'string':
      return textLeaf(bounds, (input) => input);
  }
}

interface Violation {
  message: string;
  keyword: Keyword;
  values?: KeywordValues;
}

/** Compiles the check of a text, which returns its problem. Lengths count Unicode code points, as JSON Schema does. */
export function compileTextCheck({
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
export function compileFormatCheck(format: string | undefined): ((text: string) => string | undefined) | undefined {
  if (format === undefined || !Object.hasOwn(FORMATS, format)) return undefined;
  const [isValid, message] = FORMATS[format]!;
  return (text) => (isValid(text) ? undefined : message);
}
