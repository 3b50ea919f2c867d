import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { testFaults } from '../support/faults.ts';

const schema = `
  type Query { book(id: ID): Book books(first: Int, after: String): Books! }
  type Mutation { add: Book }
  type Books { nodes: [Book!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Book { id: ID! code: ID title: String! author: Author tags: [Tag!] }
  type Author { id: ID! name: String book: Book }
  type Tag { label: Label }
  type Label { text: String }
`;
const get = (selection: string, more = '') => `query q${more} @endpoint(method: GET, path: "/b") { ${selection} }`;

describe('the parameters of @fields', () => {
  const author = { id: '2', name: 'Ann' };
  const book = { __typename: 'Book', id: '1', code: 'x', title: 'Emma', author, tags: [{ label: { text: 'new' } }] };
  const root = { book, books: { nodes: [book], pageInfo: { hasNextPage: false } } };
  const documents = (selection: string) => ({
    'v1/a.graphql': get(selection),
    'conventions.json': '{ "fields": "readMask" }',
  });

  const whole = 'book @fields { type: __typename id code author { id name } tags @unwrap { label @unwrap { text } } }';
  const fragments = `book @fields {
    ... @wrap(as: "attributes") { title }
    ... @wrap(as: "relationships") {
      ... @wrap(as: "author") { author @spread { ... @wrap(as: "data") { id } } ... @wrap(as: "meta") { code } }
    }
  }`;
  test.each<[selection: string, query: string, body: unknown]>([
    [whole, 'readMask=author.name,tags', { type: 'Book', id: '1', author, tags: ['new'] }],
    [fragments, 'readMask=author.meta.code', { relationships: { author: { meta: { code: 'x' } } } }],
  ])('of %s: %s', async (selection, query, body) => {
    expect((await ask(schema, documents(selection), `GET /v1/b?${query}`, { root })).body).toEqual(body);
  });
});

describe('@fields is refused', () => {
  testFaults(schema, [
    ['on a scalar', get('book { id title ▶@fields }'), '@fields is on "title", which is not an object. Remove it.'],
    [
      'twice with one name',
      get('book { author @fields { name } again: author ▶@fields(name: "fields") { id } }'),
      'Two objects have the parameter "fields" of @fields. Write @fields(name: "…") on one of them.',
    ],
    [
      'without a body',
      'mutation m @endpoint(method: POST, path: "/b", status: 204) { add ▶@fields { id } }',
      '@fields has no effect, as a response of status 204 has no body. Remove it.',
    ],
    [
      'with the name of another parameter',
      'query q($title: ID @param(name: ▶"fields")) @endpoint(method: GET, path: "/b") { book(id: $title) @fields { id } }',
      'The query parameter "fields" is reserved for @fields. Rename the variable, or use @param(name: …).',
    ],
    [
      'with the name of the parameter of pages',
      '▶query q @endpoint(method: GET, path: "/b") { books @paginate(styles: [CURSOR]) @fields(name: "limit") { nodes { id } } }',
      'page.parameters, expand and @fields use the query parameter "limit" twice; each must have its own name. Change page.parameters or expand in conventions.json, or write @fields(name: …).',
    ],
    [
      'in a lookup',
      `query l { book ▶@fields { id @export(as: "id") } }
      query q($id: ID!) @endpoint(method: GET, path: "/b") { book(id: $id) { id } }`,
      '@fields has no effect in a lookup query, which is not part of the response. Remove it.',
    ],
  ]);
});
