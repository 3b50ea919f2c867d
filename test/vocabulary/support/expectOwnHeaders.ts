import { expect } from 'vitest';
import type { Portico } from '../../../src/gateway/index.ts';

/** Those of Portico's own. */
export const OWN_HEADERS: readonly string[] = [
  'location',
  'link',
  'etag',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'x-request-id',
  'deprecation',
  'sunset',
  'www-authenticate',
  'allow',
  'accept-patch',
  'idempotency-replayed',
  'accept-encoding',
  'vary',
  'cache-control',
  'content-type',
  'content-length',
  'content-disposition',
  'content-encoding',
  'x-content-type-options',
  'traceresponse',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
  'content-security-policy',
  'referrer-policy',
];

/** Every header of a response is one of Portico's own, or one that the OpenAPI documents have. */
export function expectOwnHeaders(names: readonly string[], openApi: Portico['openApi']): void {
  const others = names.filter((name) => !OWN_HEADERS.includes(name));
  if (others.length === 0) return;
  expect(documentedHeaders([...openApi.values()])).toEqual(expect.arrayContaining(others));
}

/** The names of all response headers in OpenAPI documents, in lower case. */
function documentedHeaders(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === 'headers' ? Object.keys(inner as object).map((name) => name.toLowerCase()) : []),
    ...documentedHeaders(inner),
  ]);
}
