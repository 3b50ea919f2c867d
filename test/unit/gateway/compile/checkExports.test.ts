import { describe } from 'vitest';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  type Query { book: Book! }
  type Mutation { move(bookId: ID, kind: String, pages: Int): Book }
  type Book { id: ID! title: String pages: Int }
`;
const move = (selection: string, variables: string, given = 'bookId: $bookId') =>
  `query l { book { ${selection} } }\nmutation m(${variables}) @endpoint(method: POST, path: "/m") { move(${given}) { id } }`;
const declare = (name: string) => `Declare $${name} with a type that ends in "!".`;

describe('@export is refused', () => {
  testDiagnostics(schema, [
    [
      'to a variable that does not exist',
      move('id @export(as: ▶"x")', '$bookId: ID!'),
      `@export(as: "x") does not name a non-null variable of the endpoint's operation. | ${declare('x')}`,
    ],
    [
      'to a nullable variable',
      move('id @export(as: ▶"bookId")', '$bookId: ID'),
      `@export(as: "bookId") does not name a non-null variable of the endpoint's operation. | ${declare('bookId')}`,
    ],
    [
      'to a variable of another type',
      move('pages @export(as: ▶"bookId")', '$bookId: ID!'),
      '"pages" has type Int, but $bookId has type ID!. | Give both the same type.',
    ],
    [
      'of a type name to a variable of another type',
      move('of: __typename @export(as: ▶"pages")', '$pages: Int!', 'pages: $pages'),
      '"of" has type String, but $pages has type Int!. | Give both the same type.',
    ],
    [
      'to one variable twice',
      move('id @export(as: "bookId") again: id @export(as: ▶"bookId")', '$bookId: ID!'),
      '$bookId is exported more than once. | Remove one @export.',
    ],
  ]);
});

describe('@export is accepted', () => {
  testDiagnostics(schema, [
    ['of a nullable leaf, whose null is an error', move('title @export(as: "kind")', '$kind: String!', 'kind: $kind')],
    ['of an ID to a text', move('id @export(as: "kind")', '$kind: String!', 'kind: $kind')],
    ['of a text to an ID', move('title @export(as: "bookId")', '$bookId: ID!')],
    [
      'of two leaves to two variables',
      move(
        'id @export(as: "bookId") title @export(as: "kind")',
        '$bookId: ID!, $kind: String!',
        'bookId: $bookId, kind: $kind',
      ),
    ],
  ]);
});
