import { expect, test } from 'vitest';
import type { Break } from '../../../../src/gateway/contracts/Break.ts';
import { locateBreak } from '../../../../src/gateway/contracts/locateBreak.ts';
import { DOCUMENTS, compileDocuments } from '../cli/support/compileDocuments.ts';

const { plan } = compileDocuments(DOCUMENTS);
const locate = (file: string, change: string, ...endpoints: string[]) =>
  locateBreak(plan, { file: `contracts/${file}`, change, endpoints } as unknown as Break);
const removed = '`User.name` was removed.';

test('a change is at the shape that it names, of its version', () => {
  expect(locate('openapi.v1.json', removed, 'GET /users/{id}')).toEqual({
    file: expect.stringMatching(/v1\/.*User\.graphql$/),
  });
  expect(locate('openapi.v2.json', removed, 'GET /users/{id}')).toEqual({
    file: expect.stringMatching(/v2\/.*User\.graphql$/),
  });
});

test('any other change is at the document of its first endpoint that exists', () => {
  const change = 'The response 200 was removed.';
  expect(locate('openapi.v1.json', change, 'GET /gone', 'GET /users/{id}')).toEqual({
    file: expect.stringMatching(/v1\/getUser\.graphql$/),
    line: expect.any(Number),
  });
});

test('placeholders may have other names in the document of the unversioned paths', () => {
  expect(locate('openapi.json', removed, 'GET /users/{userId}')).toBeDefined();
});

test('a change of the whole contract, and of endpoints that do not exist any more, has no place', () => {
  expect(locate('openapi.v1.json', 'The whole contract was removed.')).toBeUndefined();
  expect(locate('openapi.v1.json', '`GET /gone` was removed.', 'GET /gone')).toBeUndefined();
  expect(locate('openapi.v9.json', removed, 'GET /users/{id}')).toBeUndefined();
});
