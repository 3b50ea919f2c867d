// The reading of Idempotency-Key.
import type { IncomingHttpHeaders } from 'node:http';
import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { splitUnquoted } from '../protocol/fieldSyntax.ts';
import { InputPath } from './coercion.ts';

/** The place of the key in problems. */
export const IDEMPOTENCY_KEY = InputPath.header('Idempotency-Key');

/** Returns the key of a request, undefined for none; adds a problem where it is not valid, or missing though required. */
type ReadIdempotencyKey = (headers: IncomingHttpHeaders, problems: ProblemCollector) => string | undefined;

/** Compiles the reading of Idempotency-Key; undefined where the endpoint ignores it. */
export function compileKeyReader({ idempotencyKey }: EndpointPlan): ReadIdempotencyKey | undefined {
  if (idempotencyKey === undefined) return undefined;
  return ({ 'idempotency-key': header }, problems) => {
    if (header === undefined) {
      if (idempotencyKey === 'REQUIRED') problems.add(IDEMPOTENCY_KEY, 'is required', 'required');
      return undefined;
    }
    const parsed = parseIdempotencyKey(String(header));
    if (parsed.kind === 'key') return parsed.key;
    const message =
      parsed.kind === 'several'
        ? 'must be given only once; a key with a comma must be in double quotes'
        : 'must be 1 to 255 visible ASCII characters, in double quotes or without';
    problems.add(IDEMPOTENCY_KEY, message, 'pattern');
    return undefined;
  };
}

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
