import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  type Query { book(key: ID): Book }
  type Book { id: ID! tags: [Book!]! }
`;
const lookup = (selection: string) => ({
  'v1/a.graphql': 'query a @endpoint(method: GET, path: "/a") { book { id } }',
  'v1/lookups/book.graphql': `query book { book(key: 1) { ${selection} } }`,
});

testDiagnostics(schema, [
  [
    'refuses an unknown field of a lookup that nothing runs',
    lookup('▶ids'),
    'Cannot query field "ids" on type "Book". Did you mean "id"? | The fields of Book are id, tags.',
  ],
  [
    'refuses a leaf of it that is not exported',
    lookup('▶id'),
    '"id" of the lookup is not exported. | Add @export(as: "…"), or remove it.',
  ],
  [
    'refuses a list in it',
    lookup('▶tags { id @export(as: "id") }'),
    '@export is not supported below "tags", which is a list. | Look up one object.',
  ],
  [
    'refuses words of the response in it',
    lookup('id @export(as: "id") ▶@header(name: "X-Id")'),
    '@header has no effect in a lookup query, which is not part of the response. | Remove it.',
  ],
]);
