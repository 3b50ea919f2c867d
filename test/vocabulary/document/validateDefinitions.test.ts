import { describe, expect, test } from 'vitest';
import { faultsOf } from '../support/faults.ts';
import { libraryFaults, librarySchema, query, testLibrary } from '../support/library.ts';

describe('validateDocument', () => {
  describe('a fragment of a file is refused', () => {
    testLibrary([
      [
        'where it is defined twice',
        `${query('book(id: 1) { ...F }')}\nfragment F on Book { id }\nfragment F on Book { title }`,
        '6:10: The fragment "F" is defined twice. Rename or remove one of them.',
      ],
    ]);
  });

  test('a shape is validated whether it is used or not, and once, though a later version inherits it', () => {
    const files = {
      'v1/a.graphql': query('book(id: 1) { ...Used }'),
      'v1/shapes/Used.graphql': 'fragment Used on Book { titel }',
      'v1/shapes/Unused.graphql': 'fragment Unused on Shelf {\n  name @unwrap(x: $y) }',
      'v2/b.graphql': query('shelves { name }').replace('/b', '/c').replace('get', 'list'),
    };
    const shelf = '2:16: Unknown argument "x" on directive "@unwrap". Remove the argument.';
    const literal = '2:19: An argument of @unwrap must be a literal, not the variable $y. Write the value itself.';
    expect(libraryFaults(files)).toEqual([
      `v1/shapes/Unused.graphql:${shelf}`,
      `v1/shapes/Unused.graphql:${literal}`,
      'v1/shapes/Used.graphql:1:25: Cannot query field "titel" on type "Book". Did you mean "title"? The fields of Book are id, title, isbn, genre, author, shelf.',
    ]);
  });

  test('a shape may leave out arguments that @paginate passes', () => {
    const files = {
      'v1/a.graphql': query('...List'),
      'v1/shapes/List.graphql': 'fragment List on Query { books @paginate(styles: [CURSOR]) { nodes { id } } }',
    };
    expect(libraryFaults(files)).toEqual([]);
  });

  test('a page that the connection cannot have is refused once, at its @paginate', () => {
    const counted = librarySchema.replace('totalCount: Int!', 'totalCount(of: Int!): Int!');
    const document = query('books @paginate(styles: [CURSOR, PAGE]) { nodes { id } }');
    const paged = counted.replace('after: String,', 'after: String, offset: Int,');
    expect(faultsOf(paged, document)).toEqual([
      'v1/a.graphql:3:7: @paginate cannot select a page of "books": Field "totalCount" argument "of" of type "Int!" is required, but it was not provided. Leave the style out of styles:, or set "connection" in conventions.json to the names of this schema.',
    ]);
  });
});

const shapes = (...names: string[]) =>
  libraryFaults({
    'v1/a.graphql': query('shelves { name }'),
    ...Object.fromEntries(names.map((name) => [`v1/shapes/${name}.graphql`, `fragment ${name} on Book { id }`])),
  });

const RESERVED =
  'Error Problem OffsetPagination OffsetPaginationAndCursor PagePagination PagePaginationAndCursor CursorPagination';

describe('checkShapeNames', () => {
  test.each(RESERVED.split(' '))('%s is not the name of a shape', (name) => {
    expect(shapes(name)).toEqual([
      `v1/shapes/${name}.graphql:1:10: The shape "${name}" has the name of a component of every OpenAPI document. Rename the shape and its file.`,
    ]);
  });

  test('a shape does not have the name of an input object, or of the list of another shape', () => {
    expect(shapes('BookInput', 'Book', 'BookList', 'ShelfList')).toEqual([
      'v1/shapes/BookInput.graphql:1:10: The shape "BookInput" has the name of the component for the input object. Rename the shape and its file.',
      'v1/shapes/BookList.graphql:1:10: The shape "BookList" has the name of the component for lists of the shape "Book". Rename the shape and its file.',
    ]);
  });
});

const METHODS = 'Write one of GET, POST, PUT, PATCH, DELETE, without quotation marks.';
const ARGUMENTS =
  'The arguments of @endpoint are method, path, status, location, body, unwrap, deprecated, sunset, maxAge, removed, auth, idempotencyKey, cache, lookup, ignore, consumes, produces, stream.';
const DIRECTIVES =
  'Known directives are @include, @skip, @endpoint, @param, @nonNull, @expand, @paginate, @total, @fields, @name, @unwrap, @wrap, @spread, @template, @header, @status, @catch, @export, @error.';

describe('@endpoint is refused for', () => {
  testLibrary([
    [
      'a misspelled name',
      'query get\n  @endpont(method: GET, path: "/b") { shelves { name } }',
      `2:3: Unknown directive "@endpont"; did you mean "@endpoint"? ${DIRECTIVES}`,
    ],
    [
      'a name in another case',
      'query get @EndPoint(method: GET, path: "/b") { shelves { name } }',
      `1:11: Unknown directive "@EndPoint"; did you mean "@endpoint"? ${DIRECTIVES}`,
    ],
    [
      'a misspelled argument',
      'query get @endpoint(methd: GET, path: "/b") { shelves { name } }',
      '1:11: Directive "@endpoint" argument "method" of type "Method!" is required, but it was not provided. Add the argument.',
      `1:21: Unknown argument "methd" on directive "@endpoint". Did you mean "method", "auth", or "path"? ${ARGUMENTS}`,
    ],
    [
      'arguments of other types, each at its value',
      'query get @endpoint(method: "GET", path: 5, status: "x", unwrap: 1, maxAge: 1.5) { shelves { name } }',
      `1:29: Enum "Method" cannot represent non-enum value: "GET". Did you mean the enum value "GET"? ${METHODS}`,
      '1:42: String cannot represent a non string value: 5 Write a value of String.',
      '1:53: Int cannot represent non-integer value: "x" Write a value of Int.',
      '1:66: Boolean cannot represent a non boolean value: 1 Write a value of Boolean.',
      '1:77: Int cannot represent non-integer value: 1.5 Write a value of Int.',
    ],
    [
      'null',
      'query get @endpoint(method: GET, path: null) { shelves { name } }',
      '1:40: Expected value of type "String!", found null. Write a value of String.',
    ],
  ]);
});
