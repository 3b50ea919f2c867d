// Made-up texts and numbers by the name of a field or a format: of mock data, and of the examples in OpenAPI documents.
import { createHash } from 'node:crypto';
import { formatDateTime } from './dateTimes.ts';
import { snakeCase } from './wireNames.ts';

/** What a sample is of. */
export interface SampleSource {
  /** The words of the field and of the type of its object, in lower case with hyphens. */
  field: string;
  type: string;
  /** The number of the object. */
  index: number;
  /** A text that differs between fields and objects. */
  seed: string;
}

const UUID_PREFIX = '00000000-0000-4000-8000-';

/** The number of an object as a UUID. */
export function uuidOf(index: number): string {
  return `${UUID_PREFIX}${String(index).padStart(12, '0')}`;
}

/** A number from 0 to 2^32-1 that depends on the text alone. */
export function hashText(text: string): number {
  return createHash('sha1').update(text).digest().readUInt32BE();
}

/** The words of a name in camelCase, PascalCase or snake_case, in lower case: `createdAt` is `created`, `at`. */
export function wordsOf(name: string): string[] {
  return snakeCase(name)
    .split(/[\s_]+/)
    .filter((word) => word !== '');
}

/** Of the object with number 0. */
const START = Date.UTC(2026, 0, 1, 8) / 1000;

/** A whole number: that of the object, a time, or one from 1 to 99. */
export function sampleInteger(source: SampleSource): number {
  if (/(^|-)(number|position|index|rank|order|id|pk)$/.test(source.field)) return source.index;
  return /(^|-)(at|timestamp|time|date)$/.test(source.field) ? sampleSeconds(source) : 1 + (hashText(source.seed) % 99);
}

/** A number with at most two decimals: a sum of floats could be 2.4699999999999998. */
export function sampleDecimal(source: SampleSource): number {
  return (sampleInteger(source) * 100 + (hashText(`${source.seed}.`) % 100)) / 100;
}

export const sampleText = (source: SampleSource): string => sampleOf(source.field)(source);
/** Seconds since the epoch. */
export const sampleSeconds = ({ index }: SampleSource): number => START + (index % 1000) * 18_000;
export const sampleDateTime = (source: SampleSource): string => formatDateTime(sampleSeconds(source));
const url = ({ type, index }: SampleSource): string => `https://example.com/${type}/${index}`;
const email = ({ type, index }: SampleSource): string => `${type}-${index}@example.com`;

/** By the end of a format, or of the name of a scalar or a field: the first that matches. */
const TEXTS: readonly (readonly [RegExp, (source: SampleSource) => string])[] = [
  [/date-?time$|timestamp$|(^|-)(at|instant)$/, sampleDateTime],
  [/(^|-)date$/, (source) => sampleDateTime(source).slice(0, 10)],
  [/(^|-)time$/, (source) => sampleDateTime(source).slice(11)],
  [/duration$/, ({ index }) => `PT${1 + (index % 48)}H`],
  [/e-?mail(-address)?$/, email],
  [/(ur[li](-reference)?|(^|-)(iri|link|href|website))$/, url],
  [/hostname$/, ({ index }) => `host-${index}.example.com`],
  [/ipv4$/, ({ index }) => `192.0.2.${index % 256}`],
  [/ipv6$/, ({ index }) => `2001:db8::${(index % 65_536).toString(16)}`],
  [/[gu]uid$/, ({ index }) => uuidOf(index)],
  [/^byte|base-?64/, (source) => Buffer.from(source.seed).toString('base64')],
  [/json/, (source) => JSON.stringify({ text: source.seed })],
  [/decimal$|numeric$|(^|-)(money|price|amount|total)$/, (source) => sampleDecimal(source).toFixed(2)],
  [/(^|-|big)(int-?\d*|long)$/, (source) => String(sampleInteger(source))],
  [/(^|-)(ids?|pk|number)$/, ({ index }) => String(index)],
  [/currency(-code)?$/, () => 'EUR'],
  [/(^|-)(slug|login|username|handle)$/, ({ type, index }) => `${type}-${index}`],
  [/(^|-)(name|title)$/, ({ type, index }) => `${capitalize(type)} ${index}`],
];

/** Prepares the text by the name of a format, a scalar or a field, as words with hyphens; by that of the field where it says nothing. */
export function sampleOf(name: string): (source: SampleSource) => string {
  const make = TEXTS.find(([pattern]) => pattern.test(name))?.[1];
  return make ?? ((source) => (name === source.field ? `${capitalize(name)} ${source.index}` : sampleText(source)));
}

function capitalize(words: string): string {
  return (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll('-', ' ');
}
