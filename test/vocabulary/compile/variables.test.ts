import { describe, expect, test } from 'vitest';
import { describedOperation } from '../support/described.ts';
import { ask } from '../support/ask.ts';
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

describe('the description of a parameter', () => {
  const described = `
    type Query { book("Of the book." id: ID, shelf: String, filter: Filter, "All of them." ids: [ID!]): String }
    input Filter { "In words." text: String "Both hold." and: [Filter!] limit: Int }
  `;
  test.each<[variables: string, given: string, descriptions: (string | undefined)[]]>([
    ['$x: ID', 'id: $x', ['Of the book.']],
    ['$x: String', 'shelf: $x', [undefined]],
    ['$x: String', 'filter: { and: [{ text: $x }] }', ['In words.']],
    ['$x: [Filter!]', 'filter: { and: $x }', ['Both hold.']],
    ['$x: Int', 'filter: { limit: $x }', [undefined]],
    ['$x: ID!', 'ids: [$x]', ['All of them.']],
    ['$x: ID, $y: String', 'id: $x, filter: { text: $y }', ['Of the book.', 'In words.']],
    ['"Its own." $x: ID', 'id: $x', ['Its own.']],
  ])('of (%s) is that of what it fills: %s', (variables, given, descriptions) => {
    const document = `query q(${variables}) @endpoint(method: POST, path: "/a") { book(${given}) }`;
    const { requestBody } = describedOperation(described, document);
    const { properties = {} } = requestBody!.content['application/json']!.schema;
    expect(Object.values(properties).map(({ description }) => description)).toEqual(descriptions);
  });
});

describe('null', () => {
  const nulls = `
    type Query { echo(n: Int! = 1, m: Int, f: Filter, l: [Int!]): String }
    input Filter { n: Int! = 1, m: Int }
  `;
  const q = (variables: string, selection: string) =>
    `query q(${variables}) @endpoint(method: POST, path: "/a", unwrap: false) { ${selection} }`;
  test.each<[document: string, refused: string[]]>([
    [q('$x: Int', 'echo(m: $x)'), []],
    [q('$x: Int = 1', 'echo(n: $x)'), ['x']],
    [q('$x: Int = 1', 'echo(m: $x) other: echo(n: $x)'), ['x']],
    [q('$x: Int = 1, $y: Int', 'echo(f: { n: $x, m: $y })'), ['x']],
    [q('$x: Int = 1', 'echo(l: [$x])'), ['x']],
    [q('$x: Int = 1', '...F').concat(' fragment F on Query { echo(n: $x) }'), ['x']],
  ])('is refused where a default stands for it, in %s', async (document, refused) => {
    for (const name of ['x', 'y'].filter((each) => document.includes(`$${each}:`))) {
      const { status, body } = await ask(nulls, document, 'POST /v1/a', {
        root: { echo: 'a' },
        body: { [name]: null },
      });
      expect([status, body]).toEqual(
        refused.includes(name) ? [400, { error: `${name} must not be null` }] : [200, expect.anything()],
      );
    }
  });
});
