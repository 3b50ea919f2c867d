import { describe, expect, test } from 'vitest';
import { describedOperation } from '../support/described.ts';
import { testFaults } from '../support/faults.ts';

describe('compileIdempotencyKey', () => {
  const idempotencyKeySchema = 'type Query { sum(of: Int!): Int } type Mutation { pay(sum: Int!): Int }';
  const pay = (method: string, more = '', param = '') =>
    `mutation pay($sum: Int!${param}) @endpoint(method: ${method}, path: "/pay"${more}) { pay(sum: $sum) }`;
  const inQuery = ' @param(in: QUERY)';
  const ask = (more = '') => `query ask($of: Int!) @endpoint(method: POST, path: "/sum"${more}) { sum(of: $of) }`;

  describe('idempotencyKey', () => {
    test.each<[document: string, convention: string, presence: string | undefined]>([
      [pay('POST'), 'NONE', undefined],
      [pay('POST'), 'OPTIONAL', 'OPTIONAL'],
      [pay('POST'), 'REQUIRED', 'REQUIRED'],
      [pay('POST', ', idempotencyKey: REQUIRED'), 'OPTIONAL', 'REQUIRED'],
      [pay('POST', ', idempotencyKey: NONE'), 'REQUIRED', undefined],
      [pay('POST', ', auth: NONE'), 'REQUIRED', undefined],
      [pay('POST', ', auth: OPTIONAL'), 'REQUIRED', 'REQUIRED'],
      [pay('PATCH'), 'REQUIRED', undefined],
      [pay('PATCH', ', idempotencyKey: OPTIONAL'), 'NONE', 'OPTIONAL'],
      [pay('PUT', ', idempotencyKey: NONE'), 'REQUIRED', undefined],
      [ask(), 'REQUIRED', undefined],
    ])('%s under the convention %s is %s', (document, idempotencyKey, presence) => {
      const files = { 'conventions.json': JSON.stringify({ idempotencyKey }), 'v1/a.graphql': document };
      const key = describedOperation(idempotencyKeySchema, files).parameters?.find(
        ({ name }) => name === 'Idempotency-Key',
      );
      expect(key && (key.required ? 'REQUIRED' : 'OPTIONAL')).toBe(presence);
    });
  });

  describe('idempotencyKey is refused', () => {
    testFaults(idempotencyKeySchema, [
      ...['PUT', 'DELETE'].map((method): [string, string, string] => [
        `for ${method}`,
        pay(method, ', idempotencyKey: ▶OPTIONAL', inQuery),
        'idempotencyKey is for POST and PATCH. Remove it.',
      ]),
      [
        'for a query',
        ask(', idempotencyKey: ▶REQUIRED'),
        'idempotencyKey is for mutations, but ask is a query. Remove it: a query changes nothing.',
      ],
      [
        'without a caller',
        pay('POST', ', auth: NONE, idempotencyKey: ▶OPTIONAL'),
        'idempotencyKey needs a caller, to whom the keys belong, but auth is NONE. Remove it, or change auth.',
      ],
      [
        'where the header is a parameter',
        'mutation pay($sum: Int! @param(in: HEADER, name: "idempotency-key")) @endpoint(method: POST, path: "/pay", idempotencyKey: ▶OPTIONAL) { pay(sum: $sum) }',
        'Idempotency-Key is a parameter already. Remove the parameter, or set idempotencyKey: NONE.',
      ],
    ]);
  });
});
