// The headers of /graphql that keep its answers safe.
import { afterAll, expect, test } from 'vitest';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

test.each([
  ['an answer', 'POST', { query: '{ __typename }' }, {}, 200],
  ['a query that does not parse', 'POST', { query: '{' }, {}, 400],
  ['a method that is not allowed', 'DELETE', undefined, {}, 405],
  ['OPTIONS', 'OPTIONS', undefined, {}, 204],
  ['no credentials', 'POST', { query: '{ __typename }' }, { scope: null }, 401],
] as const)('the answer to %s is not to be sniffed', async (_, method, body, options, expected) => {
  const { status, headers } = await portico.request(method, '/graphql', { body, ...options });
  expect([status, headers['x-content-type-options']]).toEqual([expected, 'nosniff']);
});
