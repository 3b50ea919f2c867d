/** One media range of an Accept header. See RFC 9110, section 12.5.1. */
export interface MediaRange {
  /** In lower case; `*` for any. */
  type: string;
  subtype: string;
  /** From 0, never, to 1. */
  quality: number;
  /** Place in the header. */
  index: number;
}

// Nothing in a header is matched by patterns that could go over it twice.
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const ANYTHING: readonly MediaRange[] = [{ type: '*', subtype: '*', quality: 1, index: 0 }];

/**
 * The media ranges of an Accept header; no header accepts anything. Parameters other than `q` are passed over, because
 * none of them would change what is made; a range that cannot be read counts for nothing.
 */
export function parseAccept(header: string | undefined): readonly MediaRange[] {
  if (header === undefined || header.trim() === '') return ANYTHING;
  return splitUnquoted(header, ',').flatMap((part, index) => {
    const semicolon = part.indexOf(';');
    const range = (semicolon < 0 ? part : part.slice(0, semicolon)).trim().toLowerCase();
    const slash = range.indexOf('/');
    const [type, subtype] = [range.slice(0, slash), range.slice(slash + 1)];
    if (slash < 0 || !TOKEN.test(type) || !TOKEN.test(subtype)) return [];
    return [{ type, subtype, quality: semicolon < 0 ? 1 : qualityOf(part.slice(semicolon + 1)), index }];
  });
}

/** The range that decides about a media type: the most specific one that fits; undefined if none does. */
export function rangeFor(ranges: readonly MediaRange[], mediaType: string): MediaRange | undefined {
  const [type, subtype] = mediaType.split('/');
  let best: MediaRange | undefined;
  for (const range of ranges) {
    const fits = (range.type === type && (range.subtype === subtype || range.subtype === '*')) || isAny(range);
    if (fits && (!best || specificity(range) > specificity(best))) best = range;
  }
  return best;
}

/** 3 for a whole media type, 2 for `type/*`, 1 for any. */
export function specificity(range: MediaRange): number {
  return isAny(range) ? 1 : range.subtype === '*' ? 2 : 3;
}

function isAny({ type, subtype }: MediaRange): boolean {
  return type === '*' && subtype === '*';
}

function qualityOf(parameters: string): number {
  for (const parameter of splitUnquoted(parameters, ';')) {
    const equals = parameter.indexOf('=');
    if (equals < 0 || parameter.slice(0, equals).trim().toLowerCase() !== 'q') continue;
    const text = parameter.slice(equals + 1).trim();
    const quality = text === '' ? 1 : Number(text);
    return quality >= 0 && quality <= 1 ? quality : 1;
  }
  return 1;
}

/** Splits at a separator outside quoted strings, in one pass; an unclosed quote goes on to the end. See RFC 9110, 5.6.4. */
export function splitUnquoted(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === '\\') at++;
    else if (!quoted && character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
