import { describe, expect, test } from 'vitest';
import { compareOpenApi } from '../../../../src/gateway/describe/contracts/openapi/compareOpenApi.ts';
import { additions, breaks } from './compareOpenApi.cases.ts';
import type { Schema } from '../../../../src/gateway/describe/openapi/Schema.ts';
import { readJson } from '../../../../src/gateway/http/losslessJson.ts';
import { describeApi } from '../../../../src/gateway/describe/openapi/describeApi.ts';
import { compileToy } from '../../support/compileThroughJson.ts';
import type { Documents } from '../../../vocabulary/support/toy.ts';
import { openShop } from '../../../vocabulary/support/shop.ts';
import { edited, toyApi } from './toyApi.ts';

describe('a change that breaks clients', () => {
  test.each(
    breaks.flatMap(([affected, endpoints, changes]) =>
      changes.map((each) => [each[0], affected, endpoints, each] as const),
    ),
  )(
    'is found: %s It affects %s of %j',
    (change, affected, endpoints, [, edits, before = {}, hint = expect.any(String) as string]) => {
      expect(compareOpenApi(edited(before), edited(edits))).toEqual([{ change, affected, endpoints, hint }]);
    },
  );

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

describe('numbers', () => {
  const of = (place: 'requests' | 'responses', schema: string) => {
    const request = `"parameters": [{ "name": "a", "in": "query", "schema": ${schema} }], "responses": {}`;
    const response = `"responses": { "200": { "content": { "application/json": { "schema": ${schema} } } } }`;
    return readJson(`{ "paths": { "/a": { "get": { ${place === 'requests' ? request : response} } } } }`) as Schema;
  };
  const changesOf = (place: 'requests' | 'responses', before: string, after: string) =>
    compareOpenApi(of(place, before), of(place, after)).map(({ change }) => change);

  test.each<[place: 'requests' | 'responses', before: string, after: string, change: string]>([
    [
      'requests',
      '{ "type": "integer", "default": 9007199254740993 }',
      '{ "type": "integer", "default": 9007199254740992 }',
      'The default of the query parameter `a` was `9007199254740993` and is now `9007199254740992`.',
    ],
    [
      'requests',
      '{ "type": "object", "default": { "id": 9007199254740993 } }',
      '{ "type": "object", "default": { "id": 9007199254740995 } }',
      'The default of the query parameter `a` was `{"id":9007199254740993}` and is now `{"id":9007199254740995}`.',
    ],
    [
      'requests',
      '{ "type": "integer", "maximum": 9007199254740993 }',
      '{ "type": "integer", "maximum": 9007199254740992 }',
      'The query parameter `a` was at most 9007199254740993 and is now at most 9007199254740992.',
    ],
    [
      'requests',
      '{ "type": "number", "minimum": 0.1 }',
      '{ "type": "number", "minimum": 0.10000000000000000001 }',
      'The query parameter `a` was at least 0.1 and is now at least 0.10000000000000000001.',
    ],
    [
      'responses',
      '{ "type": "integer", "enum": [9007199254740993] }',
      '{ "type": "integer", "enum": [9007199254740993, 9007199254740992] }',
      'The response 200 can now be `9007199254740992`.',
    ],
    [
      'responses',
      '{ "const": { "id": 9007199254740993 } }',
      '{ "const": { "id": 9007199254740992 } }',
      'The response 200 can now be `{"id":9007199254740992}` and can no longer be `{"id":9007199254740993}`.',
    ],
    ['responses', '{ "const": 1 }', '{ "type": "number" }', 'The response 200 was an integer and is now a number.'],
    [
      'responses',
      '{ "type": "number", "enum": [1, 2.5] }',
      '{ "type": "number", "enum": [7] }',
      'The response 200 can now be `7` and can no longer be `1`, `2.5`.',
    ],
  ])('are compared with all digits: in %s, from %s to %s', (place, before, after, change) => {
    expect(changesOf(place, before, after)).toContain(change);
    expect(changesOf(place, before, before)).toEqual([]);
  });

  test.each<[before: string, after: string]>([
    ['{ "default": 9007199254740993 }', '{ "default": 9007199254740993.0 }'],
    ['{ "default": 90071992547409930 }', '{ "default": 9007199254740993e1 }'],
    ['{ "default": { "b": 1, "a": 1.0 } }', '{ "default": { "a": 1, "b": 1 } }'],
    ['{ "maximum": 9007199254740993 }', '{ "maximum": 9007199254740993.0 }'],
    ['{ "enum": [9007199254740993, { "a": 1 }] }', '{ "enum": [9007199254740993e0, { "a": 1 }] }'],
    ['{ "type": "integer", "enum": [1] }', '{ "const": 1 }'],
    ['{ "type": "number", "enum": [1, 2] }', '{ "type": "integer", "enum": [1, 2] }'],
    ['{ "type": "number", "const": 9007199254740993 }', '{ "type": "integer", "const": 9007199254740993 }'],
  ])('of one value are equal: %s and %s', (before, after) => {
    for (const place of ['requests', 'responses'] as const) expect(changesOf(place, before, after)).toEqual([]);
  });
});

test('references that refer to each other are compared without an end', () => {
  const cycle = {
    'components/schemas/A': { $ref: '#/components/schemas/B' },
    'components/schemas/B': { $ref: '#/components/schemas/A' },
  };
  const document = edited({ ...cycle, 'components/schemas/Book/properties/a': { $ref: '#/components/schemas/A' } });
  expect(compareOpenApi(document, document)).toEqual([]);
});

describe('a change that breaks nobody', () => {
  test.each(additions)('passes: %s', (_, edits, before = {}) => {
    expect(compareOpenApi(edited(before), edited(edits))).toEqual([]);
  });

  test('is no change at all', () => {
    expect(compareOpenApi(toyApi, structuredClone(toyApi))).toEqual([]);
  });
});

describe('the toy document', () => {
  test('differs from itself by every case', () => {
    for (const [, edits, before = {}] of [...breaks.flatMap(([, , changes]) => changes), ...additions]) {
      expect(JSON.stringify(edited(edits))).not.toBe(JSON.stringify(edited(before)));
    }
  });
});

describe('another shape of a response is a breaking change', () => {
  const api = (selection: string, more: Documents = {}) =>
    openShop({
      'v1/get.graphql': `query getProduct @endpoint(method: GET, path: "/product") { product(id: "1") { ${selection} } }`,
      ...more,
    }).describe(1) as never;
  test.each<[word: string, before: string, after: string, changes: string[]]>([
    ['@wrap on a field', 'name', 'name @wrap(as: "en")', ['`Product.name` was a string and is now an object.']],
    ['@wrap on a fragment', 'id name', 'id ... @wrap(as: "more") { name }', ['`Product.name` was removed.']],
    ['@spread', 'id category { name }', 'id category @spread { name }', ['`Product.category` was removed.']],
    [
      'a text of @template',
      'self: id @template(value: "/products/{}") kind: __typename @template(value: "product")',
      'self: id @template(value: "/items/{}") kind: __typename @template(value: "item")',
      [expect.stringContaining('`Product.self`'), expect.stringContaining('`Product.kind`')],
    ],
  ])('%s', (_, before, after, changes) => {
    expect(compareOpenApi(api(before), api(after)).map(({ change }) => change)).toEqual(changes);
    expect(compareOpenApi(api(after), api(after))).toEqual([]);
  });
  test('nulls: omit', () => {
    const omitted = api('created', { 'conventions.json': '{"nulls": "omit"}' });
    expect(compareOpenApi(api('created'), omitted).map(({ change }) => change)).toEqual([
      '`Product.created` is now optional.',
    ]);
  });
});

describe('an Idempotency-Key', () => {
  const api = (presence: string) => {
    const plan = compileToy({
      'v1/add.graphql': `mutation add($title: String!) @endpoint(method: POST, path: "/books", idempotencyKey: ${presence}) { addBook(input: { title: $title }) { id } }`,
    });
    const settings = { apiName: 'toy', basePath: '', defaultVersion: 1, versioning: 'both' } as const;
    return describeApi(plan, settings).get('/v1/openapi.json')!;
  };
  test.each<[before: string, after: string, changes: string[]]>([
    ['NONE', 'OPTIONAL', []],
    ['REQUIRED', 'OPTIONAL', []],
    ['NONE', 'REQUIRED', ['The header parameter `Idempotency-Key` was added and is required.']],
    ['OPTIONAL', 'REQUIRED', ['The header parameter `Idempotency-Key` is now required.']],
    [
      'OPTIONAL',
      'NONE',
      [
        'The header parameter `Idempotency-Key` was removed.',
        ...[200, 400, 403, 404, 409].map(
          (status) => `The header \`Idempotency-Replayed\` of the response ${status} was removed.`,
        ),
        'The header `Retry-After` of the response 409 was removed.',
        'The response 422 was removed.',
      ],
    ],
  ])('from %s to %s', (before, after, changes) => {
    const found = compareOpenApi(api(before), api(after)).map(({ change }) => change);
    expect(found.toSorted()).toEqual(changes.toSorted());
  });
});
