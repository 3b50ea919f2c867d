import { describe } from 'vitest';
import { query, testLibrary } from '../support/library.ts';

const MISSING =
  'Add @endpoint(method: GET, path: "/path") to its operation; a fragment that several endpoints share is in the folder "shapes".';

describe('a document is refused for', () => {
  testLibrary([
    [
      'an operation without @endpoint',
      'query get { shelves { name } }',
      `1:1: The document has no operation with @endpoint. ${MISSING}`,
    ],
    [
      'a type definition beside the endpoint',
      `${query('shelves { name }')}\n"Unused." enum A { B }`,
      '5:11: An endpoint document must not define types. Move the definition to the schema.',
    ],
    [
      'two endpoints',
      `${query('shelves { name }')}\n${query('shelves { name }')}`,
      '6:1: A document has one endpoint, but the query get is the second operation with @endpoint. Move the operation to a document of its own.',
    ],
    [
      'two endpoints, one of them misspelled',
      `${query('shelves { name }')}\nmutation add @endpoin(method: POST, path: "/c") { touch }`,
      '5:1: A document has one endpoint, but the mutation add is the second operation with @endpoint. Move the operation to a document of its own.',
    ],
    [
      'two lookup queries',
      `query l { book(id: 1) { id } }\nquery k { book(id: 1) { id } }\n${query('shelves { name }')}`,
      '2:7: A document has at most one lookup query, but the query k is the second operation without @endpoint. Select what both look up in one query, or remove the operation.',
    ],
    [
      'a lookup that is no query',
      `mutation l { touch @export(as: "id") }\n${query('book(id: $id) { id }', '($id: Boolean!)').replace('Boolean!', 'ID!')}`,
      '1:1: The operation without @endpoint must be a lookup query, but the mutation l is a mutation. Make it a query, or move it with an @endpoint to a document of its own.',
    ],
    [
      'an operation without a name, at its keyword behind description and comment',
      '"Description"\n# comment\n  query @endpoint(method: GET, path: "/b") { shelves { name } }',
      '3:3: The operation has no name. Name it, as in "query getUser".',
    ],
    [
      'several reasons at once',
      'query @endpoint(method: FETCH, path: "/b") { shelves { name } }',
      '1:1: The operation has no name. Name it, as in "query getUser".',
      '1:25: Value "FETCH" does not exist in "Method" enum. Did you mean the enum value "PATCH" or "GET"? Write one of GET, POST, PUT, PATCH, DELETE, without quotation marks.',
    ],
  ]);
});
