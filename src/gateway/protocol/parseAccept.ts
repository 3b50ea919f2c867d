import { parseMediaType } from './parseMediaType.ts';
import { splitUnquoted } from './splitUnquoted.ts';

/** One media range of an Accept header. See RFC 9110, section 12.5.1. */
export interface MediaRange {
  /** In lower case; `*` for any. */
  type: string;
  subtype: string;
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

/** The most specific range that a media type matches; undefined without one. Case-insensitive. */
export function rangeFor(ranges: readonly MediaRange[], mediaType: string): MediaRange | undefined {
  const [type, subtype] = mediaType.toLowerCase().split('/');
  let best: MediaRange | undefined;
  for (const range of ranges) {
    const fits = (range.type === type && (range.subtype === subtype || range.subtype === '*')) || isAny(range);
    if (fits && (!best || specificity(range) > specificity(best))) best = range;
  }
  return best;
}

/** The quality of a media type; 0 where no range accepts it. */
export function qualityOf(ranges: readonly MediaRange[], mediaType: string): number {
  return rangeFor(ranges, mediaType)?.quality ?? 0;
}

/** 3 for a full media type, 2 for `type/*`, 1 for any. */
export function specificity(range: MediaRange): number {
  return isAny(range) ? 1 : range.subtype === '*' ? 2 : 3;
}

function isAny({ type, subtype }: MediaRange): boolean {
  return type === '*' && subtype === '*';
}

/** A weight; 1 where there is none or it is not valid. See RFC 9110, section 12.4.2. */
function parseQuality(text: string | undefined): number {
  const quality = text === undefined || text === '' ? 1 : Number(text);
  return quality >= 0 && quality <= 1 ? quality : 1;
}
