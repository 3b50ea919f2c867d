// Content-Type and Content-Encoding of a request: which bodies can be read.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../base/errors/ServiceError.ts';
import { truncate } from '../base/errors/nearNames.ts';
import { ANY_TYPE, essenceOf, isJsonType, parseMediaType } from './mediaTypes.ts';

/** UTF-16 code units of the client's text that an error message repeats. */
export const MAX_ECHO_LENGTH = 200;

/**
 * Throws UNSUPPORTED_MEDIA_TYPE unless the headers are those of a body that can be read, or none: whether there is a body is not
 * known yet. `consumes` are the only types of an endpoint; without them it is JSON. With `readsBytes` what is not JSON may have any
 * charset. See RFC 9110, sections 8.3 and 8.4.
 */
export function assertContentHeaders(
  headers: IncomingHttpHeaders,
  consumes?: readonly string[],
  readsBytes = false,
): void {
  const contentType = headers['content-type'];
  if (contentType !== undefined) assertContentType(contentType, consumes, readsBytes);
  const coding = headers['content-encoding'];
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return;
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Content-Encoding ${echo(coding)} is not supported.`, {
    headers: { 'accept-encoding': 'identity' },
  });
}

function assertContentType(contentType: string, consumes: readonly string[] | undefined, readsBytes: boolean): void {
  const { type, subtype = '', parameters } = parseMediaType(contentType) ?? {};
  const isSupported =
    consumes && type !== undefined
      ? consumes.some((consumed) => [ANY_TYPE, `${type}/${subtype}`].includes(essenceOf(consumed).toLowerCase()))
      : type === 'application' && /^(?:json|.+\+json)$/.test(subtype);
  if (!isSupported) {
    const message = `Content-Type ${echo(contentType)} is not supported; send ${supported(consumes)}.`;
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', message);
  }
  const charset = readsBytes && !isJsonType(contentType) ? undefined : parameters?.get('charset');
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `The charset ${echo(charset)} is not supported; send UTF-8.`);
}

function supported(consumes: readonly string[] = ['application/json']): string {
  return consumes.map((type) => (type === ANY_TYPE ? 'a media type such as image/png' : type)).join(' or ');
}

function echo(text: string): string {
  return truncate(text.trim(), MAX_ECHO_LENGTH) || '""';
}

/** Throws UNSUPPORTED_MEDIA_TYPE for a body without a Content-Type. */
export function requireContentType(contentType: string | undefined, consumes?: readonly string[]): void {
  if (contentType !== undefined) return;
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `The body has no Content-Type; send ${supported(consumes)}.`);
}

/** The text of bytes; throws BAD_REQUEST where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'The body is not valid UTF-8.');
  }
}
