import { describe, expect, test } from 'vitest';
import type { Break } from '../../../src/gateway/describe/contracts/Break.ts';
import { explainBreaks, locateBreak } from '../../../src/gateway/describe/contracts/explainBreaks.ts';
import { composeSchema } from '../../../src/service/composeSchema.ts';
import { DOCUMENTS } from '../../commands/cli/support/shop.ts';
import { compileDocuments } from '../support/compileDocuments.ts';

const narrowed: Break = {
  file: 'contracts/openapi.v1.json',
  change: '`Book.pages` was removed.',
  affected: 'clients that read it',
  endpoints: ['GET /books'],
  hint: 'Restore it.',
  since: { commit: 'a1b2c3d', date: '2999-01-31' },
};

describe('the explanation of breaking changes', () => {
  test('is empty without any', () => {
    expect(explainBreaks([])).toEqual([]);
  });

  test('has a change of several contracts once, with every place and publication', () => {
    const unversioned = { ...narrowed, file: 'contracts/openapi.json', endpoints: ['GET /books', 'GET /shelves'] };
    const [paragraph, correction, ...more] = explainBreaks(
      [narrowed, unversioned, { ...narrowed, file: 'contracts/openapi.v2.json', since: { against: './old' } }],
      ({ file }) =>
        file.endsWith('v1.json') ? { file: 'rest/v1/getBook.graphql', line: 2 } : { file: 'Book.graphql' },
    );
    expect(paragraph).toBe(
      [
        'Breaking: `Book.pages` was removed.',
        '  It breaks clients that read it, in GET /books, GET /shelves.',
        '  Published in contracts/openapi.v1.json and contracts/openapi.json, commit a1b2c3d of 2999-01-31.',
        '  Published in contracts/openapi.v2.json, at ./old.',
        '  See rest/v1/getBook.graphql:2 and Book.graphql.',
        '  Restore it.',
      ].join('\n'),
    );
    // A correction must not be older than what it corrects.
    expect(JSON.parse(correction!.slice(correction!.indexOf('['))).at(0)).toEqual({
      date: '2999-01-31',
      files: ['contracts/openapi.v1.json', 'contracts/openapi.json', 'contracts/openapi.v2.json'],
      change: narrowed.change,
      reason: '…',
    });
    expect(more).toEqual([]);
  });

  test('counts more than six endpoints', () => {
    const endpoints = Array.from({ length: 8 }, (_, index) => `GET /${index}`);
    expect(explainBreaks([{ ...narrowed, endpoints }])[0]).toContain(
      'in GET /0, GET /1, GET /2, GET /3, GET /4, GET /5 and 2 more.',
    );
  });

  test('has a change of a whole contract for each contract', () => {
    const removed = { ...narrowed, change: 'The whole contract was removed.', endpoints: [] };
    const paragraphs = explainBreaks([removed, { ...removed, file: 'contracts/openapi.v2.json' }]);
    expect(paragraphs).toHaveLength(3);
    expect(paragraphs[0]).toContain('\n  It breaks clients that read it.\n');
  });
});

const plan = compileDocuments(composeSchema().schema, DOCUMENTS);
const locate = (file: string, change: string, ...endpoints: string[]) =>
  locateBreak(plan, { file: `contracts/${file}`, change, endpoints } as unknown as Break);
const removed = '`User.name` was removed.';

describe('locateBreak', () => {
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
});
