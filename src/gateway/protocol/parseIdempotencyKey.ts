import { splitUnquoted } from './splitUnquoted.ts';

/** An Idempotency-Key header: a key, several values, or what is not valid. */
export type IdempotencyKey = { kind: 'key'; key: string } | { kind: 'several' } | { kind: 'invalid' };

const QUOTED = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21\x23-\x7e][\x21-\x7e]*$/;
const MAX_LENGTH = 255;

/**
 * Parses the header: a string of RFC 9651, section 4.2.5, as draft-ietf-httpapi-idempotency-key-header-07 requires, or the same
 * key without quotes, as many clients send it. A comma outside of quotes separates values, as repeated lines are joined.
 */
export function parseIdempotencyKey(header: string): IdempotencyKey {
  const text = header.trim();
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted === undefined && splitUnquoted(text, ',').length > 1) return { kind: 'several' };
  const key = quoted === undefined ? BARE.exec(text)?.[0] : quoted.replaceAll(/\\(.)/g, '$1');
  return key === undefined || key === '' || key.length > MAX_LENGTH ? { kind: 'invalid' } : { kind: 'key', key };
}
