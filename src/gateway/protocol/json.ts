// JSON: bodies, which are UTF-8 without a content coding (RFC 8259, section 8.1), the canonical form, and pointers.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import { truncate } from '../errors/nearNames.ts';
import { essenceOf, parseMediaType } from './mediaTypes.ts';

/** JSON that is sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** UTF-16 code units of the client's text that an error message repeats. */
const MAX_ECHO_LENGTH = 200;

/**
 * Throws UNSUPPORTED_MEDIA_TYPE unless the headers are those of a JSON body that can be parsed, or none: whether there is a
 * body is not known yet. `consumes` are the only types of an endpoint, where it declares them. See RFC 9110, sections 8.3 and 8.4.
 */
export function assertJsonBody(headers: IncomingHttpHeaders, consumes?: readonly string[]): void {
  const contentType = headers['content-type'];
  if (contentType !== undefined) assertJsonType(contentType, consumes);
  const coding = headers['content-encoding'];
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return;
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Content-Encoding ${echo(coding)} is not supported.`, {
    headers: { 'accept-encoding': 'identity' },
  });
}

function assertJsonType(contentType: string, consumes: readonly string[] | undefined): void {
  const { type, subtype = '', parameters } = parseMediaType(contentType) ?? {};
  const isSupported = consumes
    ? consumes.some((consumed) => essenceOf(consumed).toLowerCase() === `${type}/${subtype}`)
    : type === 'application' && /^(?:json|.+\+json)$/.test(subtype);
  if (!isSupported) {
    const message = `Content-Type ${echo(contentType)} is not supported; send ${supported(consumes)}.`;
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', message);
  }
  const charset = parameters?.get('charset');
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    const message = `The charset ${echo(charset)} is not supported; send UTF-8.`;
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', message);
  }
}

function supported(consumes: readonly string[] = ['application/json']): string {
  return consumes.join(' or ');
}

function echo(text: string): string {
  return truncate(text.trim(), MAX_ECHO_LENGTH) || '""';
}

/**
 * The value of a JSON body; undefined for an empty one. Throws UNSUPPORTED_MEDIA_TYPE without a Content-Type, and BAD_REQUEST
 * where it is not JSON in UTF-8.
 */
export function parseJsonBody(
  bytes: Uint8Array,
  contentType: string | undefined,
  consumes?: readonly string[],
): unknown {
  if (bytes.length === 0) return undefined;
  if (contentType === undefined) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `The body has no Content-Type; send ${supported(consumes)}.`);
  }
  const text = decodeUtf8(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `The body is not valid JSON: ${truncate((error as Error).message, MAX_ECHO_LENGTH)}.`;
    throw new ServiceError('BAD_REQUEST', message);
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'The body is not valid UTF-8.');
  }
}

/** Parses JSON; undefined where it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * JSON in its canonical form: members sorted by the UTF-16 code units of their names, and numbers and texts as ECMAScript serializes
 * them. A number that is too large for JavaScript, which JSON.parse reads as Infinity, stays apart from null. The value must not be
 * nested too deeply for recursion. See RFC 8785, section 3.2.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = value as Readonly<Record<string, unknown>>;
    const names = Object.keys(members).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(members[name])}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return JSON.stringify(value);
}

/** The JSON Pointer of these steps from the root of a document. See RFC 6901, section 3. */
export function jsonPointer(steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
