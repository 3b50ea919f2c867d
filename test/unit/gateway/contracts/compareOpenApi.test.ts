import { describe, expect, test } from 'vitest';
import { compareOpenApi } from '../../../../src/gateway/contracts/openapi/compareOpenApi.ts';
import { additions, breaks } from './support/openApiCases.ts';
import { edited, toyApi } from './support/toyApi.ts';

describe('a change that breaks clients', () => {
  test.each(breaks)('is found: $name', ({ edits, before = {}, ...expected }) => {
    const changes = compareOpenApi(edited(before), edited(edits));
    expect(changes).toEqual([{ mend: expect.any(String), ...expected.change }]);
  });

  test('is told once, with every endpoint that shows it', () => {
    const after = edited({ 'components/schemas/Author/properties/name': undefined });
    expect(compareOpenApi(toyApi, after)).toEqual([
      {
        what: '`Author.name` is gone.',
        whom: 'clients that read it',
        where: ['GET /books', 'POST /books', 'GET /books/{id}'],
        mend: 'Put it back',
      },
    ]);
  });

  test('is told together with all others', () => {
    const after = edited({
      'paths/~1books/post': undefined,
      'components/schemas/Book/properties/title/type': 'integer',
      'components/schemas/BookInput/properties/tags': undefined,
    });
    expect(compareOpenApi(toyApi, after).map(({ change }) => change)).toEqual([
      '`Book.title` was a string and is an integer now.',
      '`POST /books` is gone.',
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
  test('differs from itself by every case, so that none passes for want of an edit', () => {
    for (const { before = {}, edits } of [...breaks, ...additions]) {
      expect(JSON.stringify(edited(edits))).not.toBe(JSON.stringify(edited(before)));
    }
  });
});
