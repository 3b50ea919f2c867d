import { describe } from 'vitest';
import { testTable } from './support/table.ts';

const METHODS = 'Write one of GET, QUERY, POST, PUT, PATCH, DELETE, without quotation marks.';
const ARGUMENTS =
  'The arguments of @endpoint are method, path, status, location, body, unwrap, deprecated, sunset, maxAge, removed, auth, idempotencyKey, cache, lookup, ignore, consumes, produces.';
const DIRECTIVES =
  'Known directives are @include, @skip, @endpoint, @param, @nonNull, @expand, @paginate, @total, @fields, @unwrap, @wrap, @spread, @template, @header, @catch, @export, @error.';

describe('@endpoint is refused for', () => {
  testTable([
    [
      'a misspelled name',
      'query get\n  @endpont(method: GET, path: "/b") { shelves { name } }',
      `2:3: Unknown directive "@endpont"; did you mean "@endpoint"? | ${DIRECTIVES}`,
    ],
    [
      'a name in another case',
      'query get @EndPoint(method: GET, path: "/b") { shelves { name } }',
      `1:11: Unknown directive "@EndPoint"; did you mean "@endpoint"? | ${DIRECTIVES}`,
    ],
    [
      'a misspelled argument, which is not reported as missing too',
      'query get @endpoint(methd: GET, path: "/b") { shelves { name } }',
      `1:21: Unknown argument "methd" on directive "@endpoint". Did you mean "method", "auth", or "path"? | ${ARGUMENTS}`,
    ],
    [
      'an unknown argument and a missing one',
      'query get @endpoint(method: GET, revalidate: 1) { shelves { name } }',
      '1:11: Directive "@endpoint" argument "path" of type "String!" is required, but it was not provided. | Add the argument path.',
      `1:34: Unknown argument "revalidate" on directive "@endpoint". | ${ARGUMENTS}`,
    ],
    [
      'an unknown method',
      'query get @endpoint(method: FETCH, path: "/b") { shelves { name } }',
      `1:29: Value "FETCH" does not exist in "Method" enum. Did you mean the enum value "PATCH" or "GET"? | ${METHODS}`,
    ],
    [
      'arguments of other types, each at its value',
      'query get @endpoint(method: "GET", path: 5, status: "x", unwrap: 1, maxAge: 1.5) { shelves { name } }',
      `1:29: Enum "Method" cannot represent non-enum value: "GET". Did you mean the enum value "GET"? | ${METHODS}`,
      '1:42: String cannot represent a non string value: 5 | Write a string in quotation marks.',
      '1:53: Int cannot represent non-integer value: "x" | Write an integer.',
      '1:66: Boolean cannot represent a non boolean value: 1 | Write true or false.',
      '1:77: Int cannot represent non-integer value: 1.5 | Write an integer.',
    ],
    [
      'null',
      'query get @endpoint(method: GET, path: null) { shelves { name } }',
      '1:40: Expected value of type "String!", found null. | Write a string in quotation marks.',
    ],
    [
      'a variable',
      'query get($p: String!) @endpoint(method: GET, path: $p) { shelves { name } }',
      '1:53: An argument of @endpoint must be a literal, not the variable $p. | Write the value itself.',
    ],
    [
      'an argument that is given twice',
      'query get @endpoint(method: GET, path: "/a", path: "/b") { shelves { name } }',
      '1:46: There can be only one argument named "path". | Remove one of the two.',
    ],
    [
      'a second @endpoint',
      'query get @endpoint(method: GET, path: "/a") @endpoint(method: GET, path: "/b") { shelves { name } }',
      '1:46: The directive "@endpoint" can only be used once at this location. | Remove one of the two.',
    ],
    [
      'nothing, where a schema has a type with the name of ours',
      'query get @endpoint(method: GET, path: "/a") { shelves { name } }',
    ],
  ]);
});
