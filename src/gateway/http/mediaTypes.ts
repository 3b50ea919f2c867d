// Media types, and the ranges of them in Accept.
import { isToken, parseParameters, splitUnquoted } from './fieldSyntax.ts';

/** One media range of an Accept header. See RFC 9110, section 12.5.1. */
export interface MediaRange extends Pick<MediaType, 'type' | 'subtype'> {
  /** From 0, not acceptable, to 1. */
  quality: number;
  /** Position in the header. */
  index: number;
}

const ANY: readonly MediaRange[] = [{ type: '*', subtype: '*', quality: 1, index: 0 }];

/**
 * The media ranges of an Accept header; no header accepts anything. Parameters other than `q` are ignored, because no available
 * media type has any; so are ranges that are not valid.
 */
export function parseAccept(header: string | undefined): readonly MediaRange[] {
  if (header === undefined || header.trim() === '') return ANY;
  return splitUnquoted(header, ',').flatMap((part, index) => {
    const range = parseMediaType(part);
    if (!range) return [];
    const { type, subtype, parameters } = range;
    return [{ type, subtype, quality: parseQuality(parameters.get('q')), index }];
  });
}

/**
 * Prepares `accepts`: an Accept header with the types that are sent in place of those that clients accept for them. Of a range with
 * parameters the type with the same ones comes before that without. A type has its highest quality; one that a client refuses by its own
 * name is not sent for another.
 */
export function prepareAccepts(
  accepts: Readonly<Record<string, string>>,
): (accept: string | undefined) => string | undefined {
  const sentFor = new Map(Object.entries(accepts).map(([type, sent]) => [keysOf(type)[0], essenceOf(sent)]));
  return (accept) => {
    if (accept === undefined) return undefined;
    const ranges = splitUnquoted(accept, ',').map((text) => {
      const keys = keysOf(text);
      const key = keys.find((each) => sentFor.has(each));
      const quality = parseQuality(parseMediaType(text)?.parameters.get('q'));
      return { text, type: key === undefined ? keys.at(-1) : sentFor.get(key), isAlias: key !== undefined, quality };
    });
    const refused = new Set(ranges.map(({ type, isAlias, quality }) => (isAlias || quality > 0 ? undefined : type)));
    /** Of the types that are sent for others. */
    const qualities = new Map<string | undefined, number>();
    for (const { type, isAlias, quality } of ranges) {
      if (isAlias && quality > 0 && !refused.has(type)) qualities.set(type, 0);
    }
    for (const { type, quality } of ranges) {
      const known = qualities.get(type);
      if (known !== undefined) qualities.set(type, Math.max(known, quality));
    }
    const kept = ranges.flatMap(({ text, type, isAlias }) => {
      const quality = qualities.get(type);
      return quality === undefined ? (isAlias ? [] : text) : `${type};q=${quality}`;
    });
    return kept.length > 0 ? kept.join(',') : `${ranges[0]!.type};q=0`;
  };
}

/** A media type with its parameters in the order of their names, and without; empty where it is not valid. */
function keysOf(text: string): string[] {
  const { type, subtype, parameters = [] } = parseMediaType(text) ?? {};
  if (type === undefined) return [];
  const sorted = [...parameters].filter(([name]) => name !== 'q').sort();
  const essence = `${type}/${subtype}`;
  return [[essence, ...sorted.map((pair) => pair.join('='))].join(';'), essence];
}

/** The most specific range that a media type matches; undefined without one. Case-insensitive. */
export function rangeFor(ranges: readonly MediaRange[], mediaType: string): MediaRange | undefined {
  const [type, subtype] = mediaType.toLowerCase().split('/');
  let best: MediaRange | undefined;
  for (const range of ranges) {
    const isType = range.type === type && (range.subtype === subtype || range.subtype === '*');
    const fits = isType || specificity(range) === 1;
    if (fits && (!best || specificity(range) > specificity(best))) best = range;
  }
  return best;
}

/** The quality of a media type; 0 where no range accepts it. */
export function qualityOf(ranges: readonly MediaRange[], mediaType: string): number {
  return rangeFor(ranges, mediaType)?.quality ?? 0;
}

/** 3 for a full media type, 2 for `type/*`, 1 for any. */
export function specificity({ type, subtype }: MediaRange): number {
  return subtype !== '*' ? 3 : type === '*' ? 1 : 2;
}

/** Whether a range accepts what it matches; no range accepts nothing. */
export function isAccepted(range: MediaRange | undefined): range is MediaRange {
  return range !== undefined && range.quality > 0;
}

/** Sorts by quality, then a full type before a wildcard, then by position. */
export function byPreference(one: MediaRange, other: MediaRange): number {
  return other.quality - one.quality || specificity(other) - specificity(one) || one.index - other.index;
}

/** A weight; 1 where there is none or it is not valid. See RFC 9110, section 12.4.2. */
function parseQuality(text: string | undefined): number {
  const quality = text ? Number(text) : 1;
  return quality >= 0 && quality <= 1 ? quality : 1;
}

/**
 * Whether an error is an RFC 9457 problem document: only where Accept strictly prefers that to plain JSON, and to `mediaType`, that
 * of the API's own errors.
 */
export function prefersProblem(accept: string | undefined, mediaType = 'application/json'): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('problem')) return false;
  const ranges = parseAccept(accept);
  const plain = Math.max(qualityOf(ranges, 'application/json'), qualityOf(ranges, essenceOf(mediaType)));
  return qualityOf(ranges, 'application/problem+json') > plain;
}

/** Whether a media type is JSON: `application/json`, or one with the suffix `+json`. See RFC 6839, section 3.1. */
export function isJsonType(mediaType: string): boolean {
  const { type, subtype } = parseMediaType(mediaType) ?? {};
  return /^application\/json$|\+json$/.test(`${type}/${subtype}`);
}

/** The media type of HTML forms without files. See WHATWG URL, section 5. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The media type of forms with files. See RFC 7578. */
export const MULTIPART_TYPE = 'multipart/form-data';

/** That of any body. */
export const ANY_TYPE = '*/*';

/** A media type without its parameters, as it is written. */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, '').trim();
}

/** A media type and its parameters, in lower case but for the values; `*` for any type or subtype. */
interface MediaType {
  type: string;
  subtype: string;
  /** The first of duplicates counts. */
  parameters: ReadonlyMap<string, string>;
}

/**
 * Parses a Content-Type, or one media range of Accept; undefined where it is not valid. See RFC 9110, sections 8.3.1 and
 * 12.5.1.
 */
export function parseMediaType(text: string): MediaType | undefined {
  const { value, parameters } = parseParameters(text);
  const slash = value.indexOf('/');
  const [type, subtype] = [value.slice(0, slash).toLowerCase(), value.slice(slash + 1).toLowerCase()];
  if (slash < 0 || !isToken(type) || !isToken(subtype)) return undefined;
  return { type, subtype, parameters };
}
