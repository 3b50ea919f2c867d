import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { prepareCatches } from '../../../../src/gateway/handle/run/prepareCatches.ts';

const catchErrors = prepareCatches([
  { path: ['book', 'author'], nullableItems: [] },
  { path: ['book', 'author', 'motto'], nullableItems: [] },
  { path: ['book', 'tags'], nullableItems: [true] },
  { path: ['book', 'rows'], nullableItems: [true, false] },
  { path: ['books', 'author'], nullableItems: [] },
])!;
const error = (path: unknown, message = 'x') => new GraphQLError(message, { path: path as string[] });
const dataOf = () => ({
  book: { id: 1, author: { name: 'a', motto: 'm' }, tags: [{ label: 'a' }, { label: 'b' }], rows: [[1, 2], [3]] },
  books: [{ author: { name: 'a' } }, { author: null }],
});

/** The data, the messages of the errors that remain, and those that were caught. */
function run(errors: GraphQLError[], data: Record<string, unknown> | null = dataOf()) {
  const { result, caught } = catchErrors({ data, errors });
  return [result.data, result.errors?.map(({ message }) => message), caught.map(({ message }) => message)];
}
/** The data with null at some paths. */
function withNull(...paths: (string | number)[][]) {
  const data = dataOf();
  for (const path of paths) {
    const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], data);
    (parent as Record<string | number, unknown>)[path.at(-1)!] = null;
  }
  return data;
}

describe('an error is caught', () => {
  test.each<[string, unknown[], (string | number)[][]]>([
    ['of the field itself', ['book', 'author'], [['book', 'author']]],
    ['in the field', ['book', 'author', 'name'], [['book', 'author']]],
    ['by the innermost field', ['book', 'author', 'motto', 'x'], [['book', 'author', 'motto']]],
    ['by an item that can be null', ['book', 'tags', 1, 'label'], [['book', 'tags', 1]]],
    ['by the innermost item that can be null', ['book', 'rows', 0, 1, 'x'], [['book', 'rows', 0]]],
    ['by the list', ['book', 'tags'], [['book', 'tags']]],
    ['by the list, where its path lacks the index', ['book', 'tags', 'label'], [['book', 'tags']]],
    ['in an item of an outer list', ['books', 0, 'author', 'name'], [['books', 0, 'author']]],
    ['where the field is null already', ['books', 1, 'author', 'name'], []],
  ])('%s', (_, path, paths) => {
    expect(run([error(path)])).toEqual([withNull(...paths), [], ['x']]);
  });
  test('once for each field', () => {
    const errors = [error(['book', 'tags', 0], 'a'), error(['book', 'tags', 1], 'b'), error(['book', 'author'], 'c')];
    const data = withNull(['book', 'tags', 0], ['book', 'tags', 1], ['book', 'author']);
    expect(run(errors)).toEqual([data, [], ['a', 'c']]);
  });
});

test('the data stays as it is, and its lists are copied once', () => {
  let copies = 0;
  const tags = Object.freeze([{ label: 'a' }, { label: 'b' }, { label: 'c' }]);
  const counted = new Proxy(tags, {
    get: (list, key, self) => ((copies += Number(key === Symbol.iterator)), Reflect.get(list, key, self) as unknown),
  });
  const data = { book: Object.freeze({ tags: counted, author: Object.freeze({ name: 'a' }) }) };
  const errors = tags.map((_, index) => error(['book', 'tags', index, 'label']));
  const { result } = catchErrors({ data, errors: [...errors, error(['book', 'author', 'name'])] });
  expect(copies).toBe(1);
  expect([result.data, data.book]).toEqual([
    { book: { tags: [null, null, null], author: null } },
    { tags, author: { name: 'a' } },
  ]);
});

test('a key of any name is a key', () => {
  const data = JSON.parse('{"__proto__":{"author":{"name":1}}}') as Record<string, unknown>;
  const catches = prepareCatches([{ path: ['__proto__', 'author'], nullableItems: [] }])!;
  const { result } = catches({ data, errors: [error(['__proto__', 'author', 'name'])] });
  expect(JSON.stringify(result.data)).toBe('{"__proto__":{"author":null}}');
});

test.each([
  ['beside the fields', ['book', 'id']],
  ['around the fields', ['book']],
  ['without a path', undefined],
  ['with a path that is none', 'book'],
  ['in an item that there is not', ['book', 'tags', 7, 'label']],
  ['in what is no object', ['book', 'id', 'author']],
])('an error %s remains', (_, path) => {
  expect(run([error(path)])).toEqual([dataOf(), ['x'], []]);
});

test('an error without data remains', () => {
  expect(run([error(['book', 'author'])], null)).toEqual([null, ['x'], []]);
});

test('an endpoint without such fields has nothing to compile', () => {
  expect(prepareCatches(undefined)).toBeUndefined();
});
