import { describe } from 'vitest';
import { testFaults } from '../support/faults.ts';

const schema = `
  type Query { book(title: String, at: Int): Book! }
  type Mutation { move(bookId: ID!, title: String, at: Int): Book }
  type Book { id: ID! }
`;
const move = (lookup: string, endpoint: string, given = 'bookId: $bookId, title: $title') =>
  `query l(${lookup}) { book(title: $title) { id @export(as: "bookId") } }
mutation m(${endpoint}) @endpoint(method: POST, path: "/m") { move(${given}) { id } }`;

describe('clientVariables', () => {
  describe('variables are refused', () => {
    testFaults(schema, [
      [
        'of one name with two types',
        move('▶$title: String!', '$bookId: ID!, $title: String'),
        '$title is String! in the lookup, but String in the endpoint. Give both the same type.',
      ],
      [
        'that are exported, with a directive',
        move('$title: String', '$bookId: ID! ▶@param(name: "x"), $title: String'),
        '$bookId is exported by the lookup, so no client sends it. Remove the directives of $bookId.',
      ],
    ]);
  });
});
