import { test } from 'vitest';
import { bodyTypeOf } from '../support/described.ts';
const schema = `
  scalar Money
  type Query { book(id: ID): Book! shelf: Shelf thing: Thing named: Named books(first: Int, after: String, offset: Int): Books! }
  "What is read."
  type Book implements Named {
    id: ID!
    "As on the cover."
    title: String
    name: String
    price: Money!
    genre: Genre
    author: Author
    authors: [Author]!
    grid: [[Int!]]!
    old: Int @deprecated(reason: "Use id.")
    gone: Int @deprecated
  }
  type Author implements Named { name: String! books: [Book!] address: Address }
  type Address { city: String! }
  type Shelf implements Named { name: String book: Book size: Int! }
  interface Named { name: String }
  union Thing = Book | Shelf
  enum Genre { FACT FICTION }
  type Books { nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`;
const get = (selection: string, variables = '', fragments = '') =>
  `query get${variables} @endpoint(method: GET, path: "/b") { ${selection} }\n${fragments}`;
test('x', () => {
  for (const s of ['book { kind: __typename deleted: __typename @template(value: true) }','book { id title price genre other: name }','book { author { name } authors { name } grid }','thing { __typename }','thing { ... on Book { name } ... on Shelf { name size } }','book { author @unwrap { address @unwrap { at: city } } }','book { authors @unwrap { name } }','books @paginate { nodes { id } }', 'named { ... on Book { author { name } } ... on Shelf { author: book { title } } }','book { author { name } author { books { id } } }','book @fields { id title author { id: name } }', 'thing { ... on Shelf { kind: __typename } ... on Book { id } }'])
  console.log(s, '\n   ', bodyTypeOf(schema, get(s)));
  console.log(bodyTypeOf(schema, get('book { id title @include(if: $t) }', '($t: Boolean = false)')));
});
