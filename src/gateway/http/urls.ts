// Request targets and queries as text, and the encoding of what becomes a part of an address.
import { toUSVString } from 'node:util';
import { ServiceError } from '../base/errors/ServiceError.ts';
import { truncate } from '../base/errors/nearNames.ts';

/** The scheme and authority of a target in absolute form. */
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i;

/**
 * Parses a request target: the decoded segments of its path below the base path, and its query as received, still encoded, without the
 * question mark. Undefined if it is not below the base path. A trailing slash is ignored.
 * Throws BAD_REQUEST for a fragment and for invalid percent-encoding. See RFC 9112, section 3.2.
 */
export function parseTarget(
  target: string,
  basePath: string,
): { segments: readonly string[]; query: string } | undefined {
  const fragment = findFragment(target);
  if (fragment) throw fragment;
  const { path, query } = splitTarget(target);
  if (!path.startsWith(`${basePath}/`) && path !== basePath) return undefined;
  const below = withoutSlash(path.slice(basePath.length + 1));
  const segments = below === '' ? [] : below.split('/');
  if (!below.includes('%')) return { segments, query };
  try {
    return { segments: segments.map(decodeURIComponent), query };
  } catch {
    throw new ServiceError('BAD_REQUEST', `The path ${truncate(path, 200)} is not valid percent-encoding.`);
  }
}

/** The error of a target with a fragment, which no form of a target has; undefined for any other. See RFC 9112, section 3.2. */
export function findFragment(target: string): ServiceError | undefined {
  if (!target.includes('#')) return undefined;
  return new ServiceError('BAD_REQUEST', 'The request target must not have a fragment; percent-encode # as %23.');
}

/** The scheme, in lower case, and the authority of a target in absolute form. See RFC 9112, section 3.2.2. */
export function parseOrigin(target: string): { scheme: string; authority: string } | undefined {
  const match = ORIGIN.exec(target);
  return match ? { scheme: match[1]!.toLowerCase(), authority: match[2]! } : undefined;
}

/** The path of a request target, without its query and a trailing slash, still encoded. */
export function pathOf(target: string): string {
  return withoutSlash(splitTarget(target).path);
}

/** Splits a request target at its question mark, without its authority. */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.startsWith('/') ? target : target.replace(ORIGIN, '');
  const mark = local.indexOf('?');
  return mark < 0 ? { path: local, query: '' } : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Query parameters by decoded name, each with its values as received, still encoded, in order. */
export type RawQuery = ReadonlyMap<string, readonly string[]>;

const NO_QUERY: RawQuery = new Map();

/**
 * Splits a query string. A plus sign is a space: WHATWG URL, section 5.1. A name that cannot be decoded stays encoded, and so is
 * unknown.
 */
export function parseQuery(query: string): RawQuery {
  if (query === '') return NO_QUERY;
  const parameters = new Map<string, string[]>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? '' : part.slice(equals + 1);
    const key = decodeQuery(name) ?? name;
    const values = parameters.get(key);
    if (values) values.push(value);
    else parameters.set(key, [value]);
  }
  return parameters;
}

/** A decoded name or value of a query; undefined where it is not valid percent-encoded UTF-8. */
export function decodeQuery(raw: string): string | undefined {
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

/** All but the characters of a path, see RFC 3986, section 3.3; what is percent-encoded already stays as it is. */
const NOT_IN_PATH = /[^\w.~:@!$&'()*+,;=/?#%-]/gu;
const NOT_IN_TEMPLATE = /[^\w.~:@!$&'()*+,;=/?#%{}-]/gu;

/** The literal text of an address, with every character that an address cannot have percent-encoded. */
export function encodePath(text: string): string {
  return encodeMatches(NOT_IN_PATH, text);
}

/** As `encodePath`, with the braces of a URI template; see RFC 6570. */
export function encodeTemplate(text: string): string {
  return encodeMatches(NOT_IN_TEMPLATE, text);
}

/**
 * Percent-encodes a path segment, or several that slashes separate; a lone surrogate, which UTF-8 cannot encode, becomes U+FFFD. See RFC
 * 3986, section 3.3.
 */
export function encodeSegment(text: string, keepsSlashes = false): string {
  const encoded = encodeURIComponent(toUSVString(text));
  return keepsSlashes ? encoded.replaceAll('%2F', '/') : encoded;
}

/** Whether a path has the segment `.` or `..`, which clients resolve away, in any encoding. See RFC 3986, section 5.2.4. */
export function hasDotSegment(path: string): boolean {
  return /\/(?:\.|%2e){1,2}(?=[/?#]|$)/i.test(path);
}

/** Percent-encodes only what matches. The expression has the flags `g` and `u`. */
export function encodeMatches(unsafe: RegExp, text: string): string {
  return toUSVString(text).replace(unsafe, encodeURIComponent);
}
