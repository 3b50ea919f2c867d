import { describe, expect, test } from 'vitest';
import type { Break } from '../../../../src/gateway/contracts/Break.ts';
import { explainBreaks } from '../../../../src/gateway/contracts/explainBreaks.ts';

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
