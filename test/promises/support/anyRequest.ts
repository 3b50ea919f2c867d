import fc from 'fast-check';
import { body } from './anyBody.ts';
import { query, route, version } from './anyRoute.ts';
import { mostly, seldom } from './anyText.ts';
import { ALL_SCOPES } from './signToken.ts';

/** A request that somebody might send, reasonable or not. */
export interface AnyRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  /** Scopes of a good token; null sends no credentials. */
  scope: string | null;
}

const mediaType = fc.oneof(
  fc.constantFrom(
    'application/json',
    '*/*',
    'application/problem+json',
    'text/html',
    'application/*;q=0.3',
    '',
    ',',
    ';',
    '/',
  ),
  fc.nat(4).map((number) => `application/vnd.portico.v${number}+json`),
  fc
    .tuple(fc.nat(3), fc.constantFrom('0', '0.5', '1', '2', '-1', 'x', ''))
    .map(([number, q]) => `application/vnd.portico.v${number}+json;q=${q}`),
  fc.string().map((odd) => odd.replace(/[^ -~]/g, '')),
);
const accept = mostly(
  fc.constantFrom('application/json', '*/*', 'application/vnd.portico.v2+json', 'application/problem+json, */*;q=0.1'),
  fc.array(mediaType, { maxLength: 3 }).map((types) => types.join(', ')),
  2,
);

/** Each header stands in few requests, so that most are not refused for the same one. */
const headers = fc
  .record({
    accept: fc.option(accept, { freq: 2 }),
    'content-type': mostly(fc.constant('application/json'), fc.option(mediaType), 12),
    'if-none-match': fc.option(fc.constantFrom('*', '"x"', 'W/"x", "y"', '"', '')),
    'content-encoding': seldom(fc.constantFrom('identity', 'gzip', 'x')),
    'x-request-id': seldom(fc.string().map((odd) => odd.replace(/[^ -~]/g, ''))),
    authorization: seldom(fc.constantFrom('Bearer x', 'Bearer', 'Basic eDp5', '')),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null)));

/** Requests of every kind: what fits, what nearly fits, and what fits nothing. */
export const anyRequest: fc.Arbitrary<AnyRequest> = fc
  .record({
    route,
    version,
    query,
    headers,
    body,
    scope: mostly(fc.constant<string | null>(ALL_SCOPES), fc.constantFrom(null, '', 'users:read', 'orders:write'), 12),
  })
  .map(({ route: [method, path], version: prefix, query: search, ...rest }) => {
    const outside = /^\/(graphql|health)/.test(path);
    return { method, path: `${outside ? '' : prefix}${path}${search}`, ...rest };
  });
