import { type GraphQLEnumType, type GraphQLLeafType, type GraphQLScalarType, isEnumType } from 'graphql';
import type { Conventions, ScalarConvention } from '../../gateway/conventions/Conventions.ts';
import { formatDateTime, parseDateTime } from '../../gateway/conventions/dateTimes.ts';
import { compileToWire, scalarConvention } from '../../gateway/conventions/scalarConversions.ts';
import { LIST_LENGTH, hashText, indexOfKey, uuidOf } from './keyFields.ts';
import { slugOf, wordsOf } from './mockNames.ts';
import { type TextSource, mockDecimal, mockInteger, mockText, mockTime } from './mockText.ts';

/** The value of a scalar or an enum by the key of its object. */
export type MakeLeaf = (key: string) => unknown;

const NEGATIVE = new Set(
  'not no deleted removed archived disabled blocked banned locked hidden private expired closed cancelled canceled failed draft suspended spam error errors fork'.split(
    ' ',
  ),
);

/** Compiles the values of a field that is a scalar or an enum, by its name and the type of its object. */
export function compileLeaf(
  type: GraphQLLeafType,
  { typeName, fieldName }: { typeName: string; fieldName: string },
  conventions: Pick<Conventions, 'scalars'>,
): MakeLeaf {
  const words = wordsOf(fieldName);
  const typeWords = wordsOf(typeName);
  const coordinate = `${typeName}.${fieldName}`;
  const make = isEnumType(type)
    ? compileEnum(type)
    : (specifiedScalar(type.name, conventions) ?? compileScalar(type, conventions));
  return (key) => make({ words, typeWords, index: indexOfKey(key), seed: `${coordinate}:${key}` });
}

function compileEnum(type: GraphQLEnumType): (source: TextSource) => unknown {
  const all = type.getValues();
  const current = all.filter(({ deprecationReason }) => deprecationReason == null);
  const values = current.length > 0 ? current : all;
  return ({ seed }) => values[hashText(seed) % values.length]!.value as unknown;
}

/** Of a scalar of the specification. An ID is a text in GraphQL, of digits unless its convention is another text. */
function specifiedScalar(
  name: string,
  conventions: Pick<Conventions, 'scalars'>,
): ((source: TextSource) => unknown) | undefined {
  switch (name) {
    case 'String':
      return mockText;
    case 'ID':
      if (scalarConvention('ID', conventions)?.type === 'string') return undefined;
      return ({ words, index, seed }) => String(words.length < 2 ? index : 1 + (hashText(seed) % LIST_LENGTH));
    case 'Int':
      return mockInteger;
    case 'Float':
      return mockDecimal;
    case 'Boolean':
      return ({ words }) => !words.some((word) => NEGATIVE.has(word));
    default:
      return undefined;
  }
}

type Make = (source: TextSource) => unknown;

const dateTime: Make = ({ words, index }) => formatDateTime(mockTime(words, index));
const date: Make = (source) => String(dateTime(source)).slice(0, 10);
const time: Make = (source) => String(dateTime(source)).slice(11);
const seconds: Make = ({ words, index }) => mockTime(words, index);
const object: Make = (source) => ({ text: mockText(source) });
const decimalText: Make = (source) => mockDecimal(source).toFixed(2);
const integerText: Make = (source) => String(mockInteger(source));
const named =
  (...words: string[]): Make =>
  (source) =>
    mockText({ ...source, words: [...source.words, ...words] });
const url: Make = (source) => {
  const text = mockText(source);
  return URL.canParse(text) ? text : named('url')(source);
};

const FORMATS: Readonly<Record<string, Make>> = {
  'date-time': dateTime,
  date,
  time,
  duration: ({ index }) => `PT${1 + (index % 48)}H`,
  email: named('email'),
  'idn-email': named('email'),
  uri: url,
  url,
  'uri-reference': url,
  iri: url,
  hostname: named('host'),
  ipv4: named('ip'),
  ipv6: ({ index }) => `2001:db8::${(index % 65_536).toString(16)}`,
  uuid: ({ index }) => uuidOf(index),
  byte: (source) => Buffer.from(mockText(source)).toString('base64'),
  unixtime: seconds,
};

/** By the words of the name of a scalar that no convention describes. */
const NAMES: readonly (readonly [RegExp, Make])[] = [
  [/date time$|timestamp(tz)?$|^instant$/, dateTime],
  [/^(date|timeless date|local date)$/, date],
  [/^(time|timetz|local time)$/, time],
  [/^ur[li]$|url$/, url],
  [/uuid$|guid$/, FORMATS.uuid!],
  [/email( address)?$/, FORMATS.email!],
  [/json|metadata|^map$|object$|^any$/, (source) => JSON.stringify(object(source))],
  [/decimal$|money$|numeric$|float$|double$|amount$|weight/, decimalText],
  [/int( ?\d+)?$|long$|^(minute|hour|day|month|year)$|^int/, integerText],
  [/duration$/, FORMATS.duration!],
  [/phone( number)?$/, named('phone')],
  [/currency( code)?$/, named('currency')],
  [/country( code)?$/, named('country', 'code')],
  [/locale$|language( code)?$/, named('language')],
  [/colou?r|hex/, named('color')],
  [/base ?64|bytes?$/, FORMATS.byte!],
  [/^slug$/, (source) => slugOf(mockText(source))],
];

/** Texts for patterns that the text of the field does not match. */
const SAMPLES =
  'EUR DE de de-DE en 7 07 1.0 1.0.0 12.50 123 1234 12345 123456 0123456789 abc ABC abc-7 ABC-7 a1b2c3 A1B2C3 #1f77b4 1f77b4 +15550100007 00:30 12:00:00 2026-01-01 2026-01 PT1H x'.split(
    ' ',
  );

function byConvention(convention: ScalarConvention): Make {
  const { type, format = '', upstream } = convention;
  if (upstream === 'date-time') return dateTime;
  if (upstream === 'unixtime') return seconds;
  if (upstream === 'json') return (source) => JSON.stringify(object(source));
  switch (type) {
    case 'any':
      return object;
    case 'boolean':
      return () => true;
    case 'integer':
      return (source) =>
        withinBounds(format === 'unixtime' ? mockTime(source.words, source.index) : mockInteger(source), convention);
    case 'number':
      return (source) => withinBounds(mockDecimal(source), convention);
    case 'string':
      return (source) => matching(String((FORMATS[format] ?? mockText)(source)), convention);
  }
}

function withinBounds(value: number, { minimum = -Infinity, maximum = Infinity }: ScalarConvention): number {
  return Math.min(Math.max(value, minimum), maximum);
}

function matching(text: string, { pattern, maxLength = Infinity }: ScalarConvention): string {
  const expression = pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, 'u');
  const fits = (sample: string) => sample.length <= maxLength && (expression?.test(sample) ?? true);
  if (fits(text)) return text;
  const sample = SAMPLES.find(fits) ?? text;
  return expression ? sample : text.slice(0, maxLength);
}

const byName = (name: string): Make => {
  const words = wordsOf(name).join(' ');
  return NAMES.find(([pattern]) => pattern.test(words))?.[1] ?? mockText;
};

/** What a scalar of code may be instead of the text that JSON has. */
function alternatives(make: Make): Make[] {
  return [
    make,
    (source) => String(make(source)),
    (source) => Number(make(source)),
    (source) => new Date(String(make(source))),
    (source) => JSON.parse(String(make(source))) as unknown,
    dateTime,
    (source) => new Date(String(dateTime(source))),
    mockInteger,
    mockDecimal,
    integerText,
    (source) => BigInt(mockInteger(source)),
    object,
    () => true,
    FORMATS.uuid!,
    url,
    named('email'),
    ...SAMPLES.map((sample) => () => sample),
  ];
}

/** Whether a value of a scalar is accepted by the scalar and, on the wire, by its convention. */
function acceptsScalar(type: GraphQLScalarType, value: unknown, conventions: Pick<Conventions, 'scalars'>): boolean {
  try {
    const serialized: unknown = type.serialize(value);
    const json: unknown = compileToWire(type.name, conventions)?.(serialized) ?? serialized;
    return isOnWire(json instanceof Date ? json.toISOString() : json, scalarConvention(type.name, conventions));
  } catch {
    return false;
  }
}

function isOnWire(json: unknown, convention: ScalarConvention | undefined): boolean {
  if (json === null || json === undefined) return false;
  switch (convention?.type ?? 'string') {
    case 'any':
      return typeof json !== 'bigint' && !Number.isNaN(json);
    case 'integer':
      return Number.isSafeInteger(json) && withinBounds(json as number, convention!) === json;
    case 'number':
      return Number.isFinite(json) && withinBounds(json as number, convention!) === json;
    case 'boolean':
      return typeof json === 'boolean';
    case 'string':
      return typeof json === 'string' && (convention?.format !== 'date-time' || parseDateTime(json) !== undefined);
  }
}

const PROBE: TextSource = { words: ['value'], typeWords: ['object'], index: 7, seed: 'value' };

/**
 * Compiles how the values of a custom scalar are made: as `conventions.json` says, or else by its name, and so that a scalar of
 * code accepts them.
 */
export function compileScalar(type: GraphQLScalarType, conventions: Pick<Conventions, 'scalars'>): Make {
  const convention = scalarConvention(type.name, conventions);
  const make = convention ? byConvention(convention) : byName(type.name);
  const makes = alternatives(make);
  const isAccepted = (candidate: Make, settings: Pick<Conventions, 'scalars'>) => {
    try {
      return acceptsScalar(type, candidate(PROBE), settings);
    } catch {
      return false;
    }
  };
  const anyJson = { scalars: { [type.name]: { type: 'any' } } } as const;
  return (
    makes.find((candidate) => isAccepted(candidate, conventions)) ??
    makes.find((candidate) => isAccepted(candidate, anyJson)) ??
    make
  );
}

/** An input as a value of the type of a field; undefined where it is none. Values of one type are passed on as they are. */
export function fitValue(
  value: unknown,
  { from, to }: { from: GraphQLLeafType; to: GraphQLLeafType },
  conventions: Pick<Conventions, 'scalars'>,
): unknown {
  if (from.name === to.name) return value;
  if (isEnumType(to)) return to.getValues().find(({ name }) => name === value)?.value;
  switch (to.name) {
    case 'ID':
    case 'String':
      return typeof value === 'string' || Number.isInteger(value) ? String(value) : undefined;
    case 'Int':
      return Number.isInteger(Number(value)) &&
        value !== '' &&
        typeof value !== 'boolean' &&
        Math.abs(Number(value)) < 2 ** 31
        ? Number(value)
        : undefined;
    case 'Float':
      return typeof value === 'number' ? value : undefined;
    case 'Boolean':
      return typeof value === 'boolean' ? value : undefined;
    default:
      return acceptsScalar(to, value, conventions) ? value : undefined;
  }
}
