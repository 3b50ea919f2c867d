import { describe, expect, test } from 'vitest';
import { compileOne } from '../support/compileDocuments.ts';
import { testDiagnostics } from '../support/testDiagnostics.ts';

const schema = `
  type Query { book: Book thing: Thing books: [Book] }
  type Mutation { save: Payload }
  union Thing = Book | Shelf
  type Book { id: ID! author: Author tags: [Tag] rows: [[Tag!]] sure: [Tag]! }
  type Shelf { name: String author: Author }
  type Author { name: String motto: String }
  type Tag { label: String! }
  type Payload { book: Book errors: [Fault!]! }
  type Fault { message: String! hint: String }
`;
const get = (selection: string, fragments = '', variables = '') =>
  `query get${variables} @endpoint(method: GET, path: "/b") { ${selection} }${fragments}`;
const catchesOf = (document: string) => compileOne(schema, document).result.catches;

describe('the fields with @catch', () => {
  test('have their paths, and the items that can be null', () => {
    const selection = 'id author @catch { name it: motto @catch } tags @catch { label } rows @catch { label }';
    expect(catchesOf(get(`book { ${selection} }`))).toEqual([
      { path: ['book', 'author'], nullableItems: [] },
      { path: ['book', 'author', 'it'], nullableItems: [] },
      { path: ['book', 'tags'], nullableItems: [true] },
      { path: ['book', 'rows'], nullableItems: [true, false] },
    ]);
  });
  test('are found in fragments, under types and under conditions', () => {
    const document = get(
      'thing { ... on Book { ...B } ... on Shelf { author @include(if: $a) @catch { name } } }',
      ' fragment B on Book { author @include(if: $a) @catch { name } }',
      '($a: Boolean = false @expand)',
    );
    expect(catchesOf(document)).toEqual([{ path: ['thing', 'author'], nullableItems: [] }]);
  });
  test('can be root fields where there are several', () => {
    expect(catchesOf(get('book @catch { id } books { id }'))).toEqual([{ path: ['book'], nullableItems: [] }]);
  });
  test('are none', () => {
    expect(compileOne(schema, get('book { id }')).result).not.toHaveProperty('catches');
  });
  test('are not executed', () => {
    const { operations } = compileOne(schema, get('book { author @catch { name } }'));
    expect(operations.UNPAGED).not.toContain('@catch');
  });
});

describe('@catch is refused', () => {
  const never = (name: string) =>
    `@catch on "${name}", which is never null. | Write it on the nearest field around it that can be null.`;
  const itself = (name: string) =>
    `@catch on "${name}", which is the response itself. | Write it on a field of the response.`;
  testDiagnostics(schema, [
    ['on a field that is never null', get('book { id ▶@catch }'), never('id')],
    ['on a list that is never null', get('book { sure ▶@catch { label } }'), never('sure')],
    ['on the name of a type', get('book { __typename ▶@catch }'), never('__typename')],
    ['on the response', get('book ▶@catch { id }'), itself('book')],
    ['on the data path', get('book @unwrap { author ▶@catch { name } }'), itself('author')],
    ['on a response that is a list', get('books ▶@catch { id }'), itself('books')],
    [
      'in errors as data',
      'mutation m @endpoint(method: POST, path: "/b") { save @unwrap { book { id } errors @error { message hint ▶@catch } } }',
      '@catch has no effect in errors as data. | Remove it.',
    ],
  ]);
});
