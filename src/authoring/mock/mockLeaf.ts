// The values of scalars and enums: as the type and the convention of the scalar say, and else by the name of the field.
import { type GraphQLEnumType, type GraphQLLeafType, type GraphQLScalarType, isEnumType } from 'graphql';
import type { Conventions, ScalarConvention } from '../../gateway/conventions/Conventions.ts';
import { formatDateTime, parseDateTime } from '../../gateway/conventions/dateTimes.ts';
import { compileToWire, scalarConvention } from '../../gateway/conventions/scalarConversions.ts';
import { LIST_LENGTH, hashText, indexOfKey, isErrorField, uuidOf, wordsOf } from './mockTypes.ts';

/** The value of a scalar or an enum by the key of its object. */
export type MakeLeaf = (key: string) => unknown;

type ScalarConventions = Pick<Conventions, 'scalars'>;

/** What a value is of. */
interface Source {
  /** The words of the field and of the type of its object, in lower case with hyphens. */
  field: string;
  type: string;
  /** The number of the object. */
  index: number;
  /** A text that differs between fields and objects. */
  seed: string;
}

type Make = (source: Source) => unknown;

/** Compiles the values of a field that is a scalar or an enum, by its name and the type of its object. */
export function compileLeaf(
  type: GraphQLLeafType,
  { typeName, fieldName }: { typeName: string; fieldName: string },
  conventions: ScalarConventions,
): MakeLeaf {
  const names = { field: wordsOf(fieldName).join('-'), type: wordsOf(typeName).join('-') };
  const make = isEnumType(type)
    ? compileEnum(type)
    : (specifiedScalar(type, conventions) ?? compileScalar(type, conventions));
  return (key) => make({ ...names, index: indexOfKey(key), seed: `${typeName}.${fieldName}:${key}` });
}

/** Whether a value is one of the type and, on the wire, one of its convention. */
export function acceptsLeaf(type: GraphQLLeafType, value: unknown, conventions: ScalarConventions): boolean {
  try {
    const serialized: unknown = type.serialize(value);
    if (isEnumType(type) || specifiedScalar(type, conventions)) return true;
    const json: unknown = compileToWire(type.name, conventions)?.(serialized) ?? serialized;
    return isOnWire(json instanceof Date ? json.toISOString() : json, scalarConvention(type.name, conventions));
  } catch {
    return false;
  }
}

function isOnWire(json: unknown, convention: ScalarConvention | undefined): boolean {
  if (json === null || json === undefined || Number.isNaN(json)) return false;
  const { type, format } = convention ?? { type: 'string' };
  if (type === 'any') return typeof json !== 'bigint';
  if (type === 'integer') return Number.isSafeInteger(json);
  return typeof json === type && (format !== 'date-time' || parseDateTime(json as string) !== undefined);
}

function compileEnum(type: GraphQLEnumType): Make {
  const all = type.getValues();
  const current = all.filter(({ deprecationReason }) => deprecationReason == null);
  const values = current.length > 0 ? current : all;
  return ({ seed }) => values[hashText(seed) % values.length]!.value as unknown;
}

/** Of a scalar of the specification. An ID is a text in GraphQL, of digits unless its convention is another text. */
function specifiedScalar(type: GraphQLLeafType, conventions: ScalarConventions): Make | undefined {
  switch (type.name) {
    case 'String':
      return text;
    case 'ID':
      if (scalarConvention('ID', conventions)?.type === 'string') return undefined;
      return ({ field, index, seed }) => String(field.includes('-') ? 1 + (hashText(seed) % LIST_LENGTH) : index);
    case 'Int':
      return integer;
    case 'Float':
      return decimal;
    case 'Boolean':
      return ({ field }) => !isErrorField({ name: field, type });
    default:
      return undefined;
  }
}

/** Of a custom scalar, and so that a scalar of code accepts it: that can be another value than the text or number that JSON has. */
function compileScalar(type: GraphQLScalarType, conventions: ScalarConventions): Make {
  const convention = scalarConvention(type.name, conventions);
  const make = convention ? byConvention(convention) : byName(wordsOf(type.name).join('-'));
  const candidates: Make[] = [
    make,
    (source) => Number(make(source)),
    (source) => new Date(String(make(source))),
    (source) => new Date(dateTime(source)),
    (source) => BigInt(integer(source)),
    (source) => decimal(source).toFixed(2),
    decimal,
    object,
    () => true,
    ({ index }) => uuidOf(index),
  ];
  const probe: Source = { field: 'value', type: 'object', index: 7, seed: 'value' };
  const find = (settings: ScalarConventions) =>
    candidates.find((candidate) => acceptsLeaf(type, candidate(probe), settings));
  return find(conventions) ?? find({ scalars: { [type.name]: { type: 'any' } } }) ?? make;
}

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
      return (source) => withinBounds((format === 'unixtime' ? seconds : integer)(source), convention);
    case 'number':
      return (source) => withinBounds(decimal(source), convention);
    case 'string':
      return (source) => fitText(byName(format)(source), convention);
  }
}

function withinBounds(value: number, { minimum = -Infinity, maximum = Infinity }: ScalarConvention): number {
  return Math.min(Math.max(value, minimum), maximum);
}

/** A text within the maximum length, or one of a few others that the pattern allows. */
function fitText(made: string, { pattern, maxLength = Infinity }: ScalarConvention): string {
  const short = made.slice(0, maxLength);
  const expression = new RegExp(`^(?:${pattern ?? '.*'})$`, 'su');
  return [short, '7', 'EUR', 'DE', 'de', '1.0', 'a-1'].find((sample) => expression.test(sample)) ?? short;
}

const START = Date.UTC(2026, 0, 1, 8) / 1000;

/** Seconds since the epoch. */
function seconds({ index }: Source): number {
  return START + (index % 1000) * 18_000;
}

function integer(source: Source): number {
  if (/(^|-)(number|position|index|rank|order|id|pk)$/.test(source.field)) return source.index;
  return /(^|-)(at|timestamp|time|date)$/.test(source.field) ? seconds(source) : 1 + (hashText(source.seed) % 99);
}

/** With at most two decimals: a sum of floats could be 2.4699999999999998. */
function decimal(source: Source): number {
  return (integer(source) * 100 + (hashText(`${source.seed}.`) % 100)) / 100;
}

function object(source: Source): object {
  return { text: text(source) };
}

function text(source: Source): string {
  return byName(source.field)(source);
}

const dateTime = (source: Source): string => formatDateTime(seconds(source));
const url = ({ type, index }: Source): string => `https://example.com/${type}/${index}`;
const email = ({ type, index }: Source): string => `${type}-${index}@example.com`;

/** By the end of a format, or of the name of a scalar or a field: the first that matches. */
const TEXTS: readonly (readonly [RegExp, (source: Source) => string])[] = [
  [/date-?time$|timestamp$|(^|-)(at|instant)$/, dateTime],
  [/(^|-)date$/, (source) => dateTime(source).slice(0, 10)],
  [/(^|-)time$/, (source) => dateTime(source).slice(11)],
  [/duration$/, ({ index }) => `PT${1 + (index % 48)}H`],
  [/e-?mail(-address)?$/, email],
  [/(ur[li](-reference)?|(^|-)(iri|link|href|website))$/, url],
  [/hostname$/, ({ index }) => `host-${index}.example.com`],
  [/ipv4$/, ({ index }) => `192.0.2.${index % 256}`],
  [/ipv6$/, ({ index }) => `2001:db8::${(index % 65_536).toString(16)}`],
  [/[gu]uid$/, ({ index }) => uuidOf(index)],
  [/^byte|base-?64/, (source) => Buffer.from(source.seed).toString('base64')],
  [/json/, (source) => JSON.stringify({ text: source.seed })],
  [/decimal$|numeric$|(^|-)(money|price|amount|total)$/, (source) => decimal(source).toFixed(2)],
  [/(^|-)(int-?\d*|long)$/, (source) => String(integer(source))],
  [/(^|-)(ids?|pk|number)$/, ({ index }) => String(index)],
  [/currency(-code)?$/, () => 'EUR'],
  [/(^|-)(slug|login|username|handle)$/, ({ type, index }) => `${type}-${index}`],
  [/(^|-)(name|title)$/, ({ type, index }) => `${capitalize(type)} ${index}`],
];

function byName(name: string): (source: Source) => string {
  const make = TEXTS.find(([pattern]) => pattern.test(name))?.[1];
  return make ?? ((source) => (name === source.field ? `${capitalize(name)} ${source.index}` : text(source)));
}

function capitalize(words: string): string {
  return (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll('-', ' ');
}
