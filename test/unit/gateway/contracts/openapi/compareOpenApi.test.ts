import { describe, expect, test } from 'vitest';
import { compareOpenApi } from '../../../../../src/gateway/contracts/openapi/compareOpenApi.ts';
import { additions, breaks } from './compareOpenApi.cases.ts';
import { edited, toyApi } from './toyApi.ts';

describe('a change that breaks clients', () => {
  test.each(breaks)('is found: $name', ({ edits, before = {}, ...expected }) => {
    const changes = compareOpenApi(edited(before), edited(edits));
    expect(changes).toEqual([{ hint: expect.any(String), ...expected.change }]);
  });

  test('is reported once, with every endpoint', () => {
    const after = edited({ 'components/schemas/Author/properties/name': undefined });
    expect(compareOpenApi(toyApi, after)).toEqual([
      {
        change: '`Author.name` was removed.',
        affected: 'clients that read it',
        endpoints: ['GET /books', 'POST /books', 'GET /books/{id}'],
        hint: 'Restore it',
      },
    ]);
  });

  test('is reported together with all others', () => {
    const after = edited({
      'paths/~1books/post': undefined,
      'components/schemas/Book/properties/title/type': 'integer',
      'components/schemas/BookInput/properties/tags': undefined,
    });
    expect(compareOpenApi(toyApi, after).map(({ change }) => change)).toEqual([
      '`Book.title` was a string and is now an integer.',
      '`POST /books` was removed.',
    ]);
  });
});

describe('a change that breaks nobody', () => {
  test.each(additions)('passes: $name', ({ before = {}, edits }) => {
    expect(compareOpenApi(edited(before), edited(edits))).toEqual([]);
  });

  test('is no change at all', () => {
    expect(compareOpenApi(toyApi, structuredClone(toyApi))).toEqual([]);
  });
});

describe('the toy document', () => {
  test('differs from itself by every case', () => {
    for (const { before = {}, edits } of [...breaks, ...additions]) {
      expect(JSON.stringify(edited(edits))).not.toBe(JSON.stringify(edited(before)));
    }
  });
});
