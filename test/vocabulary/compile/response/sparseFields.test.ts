import { describe, expect, test } from 'vitest';
import { compileOne } from '../support/compileDocuments.ts';
import { testFaults } from '../../support/faults.ts';

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
  test('have the properties of the object, those of objects in it, and what identifies each', () => {
    const { fields } = compileOne(
      schema,
      get('book @fields { type: __typename id code author { id name } tags @unwrap { label @unwrap { text } } }'),
    );
    expect(fields).toEqual([
      {
        name: 'fields',
        path: ['book'],
        properties: [
          { name: 'type', path: ['type'], wire: ['type'], always: true },
          { name: 'id', path: ['id'], wire: ['id'], always: true },
          { name: 'code', path: ['code'], wire: ['code'] },
          {
            name: 'author',
            path: ['author'],
            wire: ['author'],
            properties: [
              { name: 'id', path: ['id'], wire: ['id'], always: true },
              { name: 'name', path: ['name'], wire: ['name'] },
            ],
          },
          { name: 'tags', path: ['tags'], wire: ['tags'] },
        ],
      },
    ]);
  });
  test('name a fragment in a fragment, and what is spread is not what identifies the object', () => {
    const { fields } = compileOne(
      schema,
      get(`book @fields {
        ... @wrap(as: "attributes") { title }
        ... @wrap(as: "relationships") {
          ... @wrap(as: "author") { author @spread { ... @wrap(as: "data") { id } } ... @wrap(as: "meta") { code } }
        }
      }`),
    );
    const author = ['relationships', 'author'];
    expect(fields![0]!.properties).toEqual([
      { name: 'title', path: ['title'], wire: ['attributes', 'title'] },
      {
        name: 'author.data.id',
        groups: ['author', 'author.data'],
        path: ['author', 'id'],
        wire: [...author, 'data', 'id'],
      },
      {
        name: 'author.meta.code',
        groups: ['author', 'author.meta'],
        path: ['code'],
        wire: [...author, 'meta', 'code'],
      },
    ]);
  });
  test('are on the items of a page, and several have names of their own', () => {
    const { fields } = compileOne(schema, {
      'v1/a.graphql': get(
        'books @paginate(styles: [CURSOR]) @fields { nodes { title author @fields(name: "person") { name } } }',
      ),
      'conventions.json': '{ "fields": "readMask" }',
    });
    expect(fields!.map(({ name, path }) => [name, path])).toEqual([
      ['readMask', ['books', 'nodes']],
      ['person', ['books', 'nodes', 'author']],
    ]);
  });
  test('make no property required but an id', () => {
    const { result } = compileOne(schema, get('book @fields { title author { id name } }'));
    expect(JSON.stringify(result).match(/"key":"id"[^[]*?"required":true/g)).toHaveLength(1);
    expect(JSON.stringify(result).match(/"required":true/g)).toHaveLength(1);
  });
  test('make their properties conditions of scopes', () => {
    const restricted = schema.replace('author: Author', 'author: Author @requiresScopes(scopes: [["authors"]])');
    const directive = 'directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION';
    const { scopes } = compileOne(restricted + directive, get('book @fields { title author { id } }'));
    expect(scopes).toEqual([
      { anyOf: [['authors']], when: [{ variable: '/book/author', leftOutWhen: false, defaultValue: true }] },
    ]);
  });
  test('are absent without @fields', () => {
    expect(compileOne(schema, get('book { id }'))).not.toHaveProperty('fields');
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
