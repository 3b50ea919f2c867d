// The values of scalars and enums: as the type and the convention of the scalar say, and else by the name of the field.
import { type GraphQLEnumType, type GraphQLLeafType, type GraphQLScalarType, isEnumType } from 'graphql';
import type { ScalarConvention, ScalarConventions } from '../../gateway/plan/conventions/Conventions.ts';
import { parseDateTime } from '../../gateway/plan/conventions/dateTimes.ts';
import {
  type SampleSource,
  hashText,
  sampleDateTime,
  sampleDecimal,
  sampleInteger,
  sampleOf,
  sampleSeconds,
  sampleText,
  uuidOf,
  wordsOf,
} from '../../gateway/plan/conventions/sampleTexts.ts';
import { prepareToWire, scalarConvention } from '../../gateway/plan/conventions/scalarConversions.ts';
import { integerText } from '../../gateway/http/losslessJson.ts';
import { LIST_LENGTH, indexOfKey, isErrorField } from './mockTypes.ts';

/** The value of a scalar or an enum by the key of its object. */
export type MakeLeaf = (key: string) => unknown;

type Make = (source: SampleSource) => unknown;

/** Compiles the values of a field that is a scalar or an enum, by its name and the type of its object. */
export function prepareLeaf(
  type: GraphQLLeafType,
  { typeName, fieldName }: { typeName: string; fieldName: string },
  conventions: ScalarConventions,
): MakeLeaf {
  const names = { field: wordsOf(fieldName).join('-'), type: wordsOf(typeName).join('-') };
  const make = isEnumType(type)
    ? prepareEnum(type)
    : (specifiedScalar(type, conventions) ?? prepareScalar(type, conventions));
  return (key) => make({ ...names, index: indexOfKey(key), seed: `${typeName}.${fieldName}:${key}` });
}

/** Whether a value is one of the type and, on the wire, one of its convention. */
export function acceptsLeaf(type: GraphQLLeafType, value: unknown, conventions: ScalarConventions): boolean {
  try {
    const serialized: unknown = type.serialize(value);
    if (isEnumType(type) || specifiedScalar(type, conventions)) return true;
    const json: unknown = prepareToWire(type.name, conventions)?.(serialized) ?? serialized;
    return isOnWire(json instanceof Date ? json.toISOString() : json, scalarConvention(type.name, conventions));
  } catch {
    return false;
  }
}

function isOnWire(json: unknown, convention: ScalarConvention | undefined): boolean {
  if (json === null || json === undefined || Number.isNaN(json)) return false;
  const { type, format } = convention ?? { type: 'string' };
  if (type === 'any') return typeof json !== 'bigint';
  if (type === 'integer') return integerText(json) !== undefined;
  return typeof json === type && (format !== 'date-time' || parseDateTime(json as string) !== undefined);
}

function prepareEnum(type: GraphQLEnumType): Make {
  const all = type.getValues();
  const current = all.filter(({ deprecationReason }) => deprecationReason == null);
  const values = current.length > 0 ? current : all;
  return ({ seed }) => values[hashText(seed) % values.length]!.value as unknown;
}

/** Of a scalar of the specification. An ID is a text in GraphQL, of digits unless its convention is another text. */
function specifiedScalar(type: GraphQLLeafType, conventions: ScalarConventions): Make | undefined {
  switch (type.name) {
    case 'String':
      return sampleText;
    case 'ID':
      if (scalarConvention('ID', conventions)?.type === 'string') return undefined;
      return ({ field, index, seed }) => String(field.includes('-') ? 1 + (hashText(seed) % LIST_LENGTH) : index);
    case 'Int':
      return sampleInteger;
    case 'Float':
      return sampleDecimal;
    case 'Boolean':
      return ({ field }) => !isErrorField({ name: field, type });
    default:
      return undefined;
  }
}

/** Of a custom scalar, and so that a scalar of code accepts it: that can be another value than the text or number that JSON has. */
function prepareScalar(type: GraphQLScalarType, conventions: ScalarConventions): Make {
  const convention = scalarConvention(type.name, conventions);
  const name = wordsOf(type.name).join('-');
  const make = convention ? byConvention(convention, name) : sampleOf(name);
  const candidates: Make[] = [
    make,
    (source) => Number(make(source)),
    (source) => new Date(String(make(source))),
    (source) => new Date(sampleDateTime(source)),
    (source) => BigInt(sampleInteger(source)),
    (source) => sampleDecimal(source).toFixed(2),
    sampleDecimal,
    object,
    () => true,
    ({ index }) => uuidOf(index),
  ];
  const probe: SampleSource = { field: 'value', type: 'object', index: 7, seed: 'value' };
  const find = (settings: ScalarConventions) =>
    candidates.find((candidate) => acceptsLeaf(type, candidate(probe), settings));
  return find(conventions) ?? find({ scalars: { [type.name]: { type: 'any' } } }) ?? make;
}

/** A text without a format is as the name of the scalar says. */
function byConvention(convention: ScalarConvention, name: string): Make {
  const { type, format = name, upstream } = convention;
  if (upstream === 'date-time') return sampleDateTime;
  if (upstream === 'unixtime') return sampleSeconds;
  if (upstream === 'json') return (source) => JSON.stringify(object(source));
  switch (type) {
    case 'any':
      return object;
    case 'boolean':
      return () => true;
    case 'integer':
      return (source) => withinBounds((format === 'unixtime' ? sampleSeconds : sampleInteger)(source), convention);
    case 'number':
      return (source) => withinBounds(sampleDecimal(source), convention);
    case 'string':
      return (source) => fitText(sampleOf(format)(source), convention);
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

const object = (source: SampleSource): object => ({ text: sampleText(source) });
