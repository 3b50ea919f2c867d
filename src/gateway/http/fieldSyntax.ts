// The syntax that the fields of HTTP share: values, parameters, lists and tokens. See RFC 9110, section 5.
import type { IncomingHttpHeaders } from 'node:http';
import { isJsonNumber } from './losslessJson.ts';
import { encodeMatches } from './urls.ts';

/** Longer values are more than many clients read of a header. */
export const MAX_FIELD_LENGTH = 8000;

/** A header of a request by its name in lower case, and nothing that every object has, such as `constructor`. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | string[] | undefined {
  return Object.hasOwn(headers, name) ? headers[name] : undefined;
}

/**
 * A text as the value of a header: what is not printable US-ASCII is percent-encoded in UTF-8, and blanks around it are left out.
 * Undefined where it is too long for clients. See RFC 9110, section 5.5.
 */
export function headerValue(text: string): string | undefined {
  return encodeBounded(/[^\x20-\x7e]/gu, text.trim());
}

/** A text as a part of an entity tag, from which it can be decoded. See RFC 9110, section 8.8.3. */
export function tagValue(text: string): string | undefined {
  return encodeBounded(/[^\x21\x23\x24\x26-\x7e]/gu, text);
}

function encodeBounded(unsafe: RegExp, text: string): string | undefined {
  const value = encodeMatches(unsafe, text);
  return value.length <= MAX_FIELD_LENGTH ? value : undefined;
}

/** The text of a part of an entity tag; one that is not percent-encoding stays as it is. */
export function decodeTagValue(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A date and time of RFC 3339; `Date` alone reads a date in almost any text with a number. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** The year of an HTTP date, which has four digits. */
const HTTP_YEAR = / \d{4} /;

/** A date and time of RFC 3339, or seconds since the epoch, as HTTP writes it; undefined for anything else. See RFC 9110, section 5.6.7. */
export function dateValue(value: unknown): string | undefined {
  if (!isJsonNumber(value) && !DATE_TIME.test(String(value))) return undefined;
  const time = isJsonNumber(value) ? Number(String(value)) * 1000 : String(value).toUpperCase();
  const text = new Date(time).toUTCString();
  return HTTP_YEAR.test(text) ? text : undefined;
}

/**
 * Splits `value; name=value; name="value"`, quoted strings unquoted, with names in lower case; of duplicates the first. Whitespace around `=`, which is not allowed, is ignored, and so is a
 * parameter without `=`. See RFC 9110, section 5.6.6.
 */
export function parseParameters(text: string): { value: string; parameters: ReadonlyMap<string, string> } {
  const [value = '', ...rest] = splitUnquoted(text, ';');
  return { value: value.trim(), parameters: parsePairs(rest) };
}

/** Parameters that follow no value, as in one element of `Forwarded`. See RFC 7239, section 4. */
export function parsePairs(pairs: readonly string[]): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    if (name !== '' && !parameters.has(name)) parameters.set(name, unquote(pair.slice(equals + 1).trim()));
  }
  return parameters;
}

/** The text of a quoted string; any other text as it is. */
function unquote(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text;
}

/** The elements of a comma-separated list of tokens, without surrounding whitespace; empty ones are ignored. See RFC 9110, section 5.6.1. */
export function parseList(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '');
}

/** Splits at a separator outside quoted strings, in one pass; an unclosed quote extends to the end. See RFC 9110, section 5.6.4. */
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

/** Whether a text is a token, such as the name of a header or of a scheme. See RFC 9110, section 5.6.2. */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Whether Node can send a text as the value of a header. See RFC 9110, section 5.5. */
export function isFieldValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/**
 * The Content-Disposition of a file. Control characters are left out of its name, and what is no US-ASCII, or would
 * have to be escaped, is replaced for recipients that read no encoded one. See RFC 6266, section 4, and RFC 8187, section 3.2.
 */
export function attachment(fileName = ''): string {
  const name = fileName.replaceAll(/[\p{Cc}\p{Cs}]/gu, '');
  const ascii = name.replaceAll(/[^ -~]|["\\]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  const value = `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
  return name === '' || value.length > MAX_FIELD_LENGTH ? 'attachment' : value;
}
