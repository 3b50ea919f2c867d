import { specifiedScalarTypes } from 'graphql';
import type { ScalarConvention, ScalarConventions } from './Conventions.ts';
import { parseJson } from '../../http/json.ts';
import {
  ExactNumber,
  MAX_RESULT_DEPTH,
  type JsonNumber,
  integerText,
  isDeeperThan,
  isJsonNumber,
  readNumber,
  writeJson,
} from '../../http/losslessJson.ts';
import { EPOCH_SECONDS, formatDateTime, parseDateTime } from './dateTimes.ts';

const SPECIFIED: ReadonlySet<string> = new Set(specifiedScalarTypes.map(({ name }) => name));

/** Whether a name is that of a scalar of the GraphQL specification, section 3.5. */
export function isSpecifiedScalar(name: string): boolean {
  return SPECIFIED.has(name);
}

/** The convention of a custom scalar or of ID, by its name; undefined where none names it. */
export function scalarConvention(name: string, { scalars }: ScalarConventions): ScalarConvention | undefined {
  // Those of the specification are always as it says.
  const isFixed = isSpecifiedScalar(name) && name !== 'ID';
  return Object.hasOwn(scalars, name) && !isFixed ? scalars[name] : undefined;
}

const JSON_TYPES = new Map<string, ScalarConvention['type']>([
  ['Int', 'integer'],
  ['Float', 'number'],
  ['Boolean', 'boolean'],
  ['String', 'string'],
]);

/** The type of the JSON of a scalar, by its name. */
export function jsonTypeOf(name: string, { scalars }: ScalarConventions): ScalarConvention['type'] {
  return JSON_TYPES.get(name) ?? scalars[name]?.type ?? 'string';
}

type Conversion = (value: unknown) => unknown;

/** Numbers as texts, in queries as in results: RFC 8259, section 6; an integer has neither a fraction nor an exponent. */
export const NUMBER_TEXTS = {
  integer: /^(?:0|-?[1-9]\d*)$/,
  number: /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
};

/**
 * Prepares the conversion of a scalar from its JSON on the wire, which is valid, to how GraphQL writes it; undefined where both
 * are equal. An ID is a text in GraphQL.
 */
export function prepareToUpstream(name: string, conventions: ScalarConventions): Conversion | undefined {
  const convention = scalarConvention(name, conventions);
  switch (convention?.upstream) {
    case 'date-time':
      return (value) => formatDateTime(value as number);
    case 'unixtime':
      return (value) => Math.floor(parseDateTime(value as string)! / 1000);
    case 'json':
      return (value) => writeJson(value);
    default:
      return name === 'ID' && convention?.type === 'integer' ? integerText : undefined;
  }
}

/**
 * Prepares the conversion of a scalar from how GraphQL writes it to its JSON on the wire; undefined where any value is sent as it is.
 * A text is read as that of a query, any other value as that of a body. Throws, by default an error, for a value that the wire cannot
 * have; null is handled before.
 */
export function prepareToWire(
  name: string,
  conventions: ScalarConventions,
  toFailure: (error: Error) => Error = (error) => error,
): Conversion | undefined {
  const convention = scalarConvention(name, conventions);
  const refuse = (expected: string): never => {
    const message = `A value of ${name} in GraphQL is not ${expected}. Change "scalars.${name}" in conventions.json.`;
    throw toFailure(new Error(message));
  };
  switch (convention?.upstream) {
    case 'date-time':
      return (value) => {
        const time = typeof value === 'string' ? parseDateTime(value) : undefined;
        return time === undefined ? refuse('a date-time of RFC 3339') : Math.floor(time / 1000);
      };
    case 'unixtime':
      return (value) => {
        const isNumber = isJsonNumber(value) || (typeof value === 'string' && NUMBER_TEXTS.number.test(value));
        const seconds = isNumber ? Number(String(value)) : NaN;
        const isTime = seconds >= EPOCH_SECONDS.min && seconds < EPOCH_SECONDS.max + 1;
        return isTime ? formatDateTime(seconds) : refuse('a number of seconds since the epoch');
      };
    case 'json':
      return (value) => {
        let isHeld = typeof value === 'string';
        const json = isHeld ? parseJson(value as string, () => (isHeld = false)) : undefined;
        if (!isHeld || json === undefined) return refuse('a text of JSON');
        return isDeeperThan(json, MAX_RESULT_DEPTH) ? refuse(`JSON of at most ${MAX_RESULT_DEPTH} levels`) : json;
      };
  }
  switch (convention?.type) {
    case 'integer':
      return (value) => (Number.isSafeInteger(value) ? value : (readInteger(toJson(value)) ?? refuse('an integer')));
    case 'number':
      return (value) => {
        const json = toJson(value);
        const number = typeof json === 'string' && NUMBER_TEXTS.number.test(json) ? readNumber(json) : json;
        return isJsonNumber(number) ? number : refuse('a number');
      };
    case 'boolean':
      return (value) => {
        if (typeof value === 'boolean') return value;
        const json = toJson(value);
        if (json === 'true' || json === 'false') return json === 'true';
        return typeof json === 'boolean' ? json : refuse('true or false');
      };
    case 'string':
      return (value) => {
        if (typeof value === 'string') return value;
        const json = toJson(value);
        return typeof json === 'string' || isJsonNumber(json) ? String(json) : refuse('a text');
      };
    default:
      return undefined;
  }
}

/** The scalars that are texts in GraphQL and on the wire, by their names. */
export function textScalars(conventions: ScalarConventions): ReadonlySet<string> {
  const names = Object.keys(conventions.scalars);
  return new Set(
    names.filter((name) => {
      const convention = scalarConvention(name, conventions);
      return convention?.type === 'string' && convention.upstream === undefined;
    }),
  );
}

/** What JSON has for an object of a resolver, such as the text of a date. */
function toJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  return 'toJSON' in value && typeof value.toJSON === 'function' ? (value as Date).toJSON() : value;
}

/** An integer, or that in a text, whose digits stay as they are: an id is no other one. Undefined for any other value. */
function readInteger(value: unknown): JsonNumber | undefined {
  let number = value;
  if (typeof value === 'string' && NUMBER_TEXTS.integer.test(value)) {
    number = String(Number(value)) === value ? Number(value) : new ExactNumber(value);
  }
  return integerText(number) === undefined ? undefined : (number as JsonNumber);
}
