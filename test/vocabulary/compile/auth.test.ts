import { describe, expect, test } from 'vitest';
import { describedOperations } from '../support/described.ts';
import { testFaults } from '../support/faults.ts';

describe('compileAccess of anonymous callers', () => {
  const blog = /* GraphQL */ `
    directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
    directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT
    type Query {
      post(id: ID!): Post
      posts(first: Int, after: String): Posts!
      viewer: User @authenticated
      report: String @requiresScopes(scopes: [["report:read"]])
      node: Node
      search: [Result!]!
      titled(text: String!): String
    }
    type Mutation {
      like(id: ID!): Post
      write(text: String): Post @requiresScopes(scopes: [["posts:write"]])
    }
    interface Node {
      id: ID!
    }
    union Result = Post | Secret
    type Post implements Node {
      id: ID!
      text: String
      author: User
      private: String @authenticated
    }
    type Posts {
      nodes: [Post!]!
      pageInfo: PageInfo! @authenticated
    }
    type PageInfo {
      endCursor: String
      hasNextPage: Boolean!
    }
    type User @authenticated {
      name: String
      email: String @requiresScopes(scopes: [["email:read"]])
    }
    type Secret implements Node @authenticated {
      id: ID!
    }
  `;
  const get = (auth: string, selection: string, declarations = '') =>
    `query get${declarations} @endpoint(method: GET, path: "/a"${auth && `, auth: ${auth}`}) { ${selection} }`;
  const USER = 'is of the type User, which is @authenticated';
  const refused = (reason: string, hint = 'Use auth: REQUIRED.') =>
    `${reason}, so an anonymous caller never gets an answer. ${hint}`;
  const expand = '($author: Boolean = false @expand)';

  describe('whether a caller is needed', () => {
    const documents = {
      'v1/own.graphql': get('OPTIONAL', 'node { __typename }').replace('get', 'own'),
      'v1/plain.graphql': get('', 'search { __typename }').replace('get', 'plain').replace('/a', '/b'),
    };
    test.each([
      ['{}', [{}, { bearer: [] }], [{ bearer: [] }]],
      ['{"auth":{"default":"NONE"}}', [{}, { bearer: [] }], []],
    ])('is what the endpoint says, or else its version: %s', (conventions, own, plain) => {
      const operations = describedOperations(blog, { ...documents, 'v2/conventions.json': conventions });
      expect([operations['own'], operations['plain']]).toMatchObject([{ security: own }, { security: plain }]);
    });
  });

  describe('an endpoint without a needed caller is refused', () => {
    testFaults(blog, [
      ['where the field is @authenticated', get('OPTIONAL', '▶viewer { name }'), refused('"viewer" is @authenticated')],
      ['under NONE as well', get('NONE', '▶viewer { name }'), refused('"viewer" is @authenticated')],
      ['where it requires scopes', get('OPTIONAL', '▶mine: report'), refused('"report" requires scopes')],
      ['where its type is', get('OPTIONAL', 'post(id: 1) { text ▶by: author { name } }'), refused(`"author" ${USER}`)],
      [
        'in a fragment of another file',
        {
          'v1/a.graphql': get('OPTIONAL', 'post(id: 1) { ...Post }'),
          'v1/shapes/Post.graphql': 'fragment Post on Post {\n  text\n  ▶private\n}',
        },
        refused('"private" is @authenticated'),
      ],
      [
        'under a type condition',
        get('OPTIONAL', 'search { ... on Post { text } ▶... on Secret { id } }'),
        refused('"Secret" is @authenticated'),
      ],
      [
        'on any type behind an interface',
        get('OPTIONAL', 'node { ▶id }'),
        refused('"id" is of the type Secret, which is @authenticated'),
      ],
      [
        'in its lookup',
        'query l { ▶viewer { name @export(as: "id") } }\n' +
          'query get($id: String!) @endpoint(method: GET, path: "/a", auth: OPTIONAL) { titled(text: $id) }',
        refused('"viewer" is @authenticated'),
      ],
      [
        'where its page needs one',
        get('OPTIONAL', '▶posts @paginate(styles: [CURSOR]) { nodes { id } }'),
        refused('"pageInfo" is @authenticated'),
      ],
      [
        'where a parameter includes the part, as scopes are checked before it is read',
        get('OPTIONAL', 'post(id: 1) { text ▶author @include(if: $w) { name } }', '($w: Boolean = false)'),
        refused(`"author" ${USER}`),
      ],
      [
        'at the part that is always there, not at one to expand before it',
        get('OPTIONAL', 'post(id: 1) { a: author @include(if: $author) { name } ▶author { name } }', expand),
        refused(`"author" ${USER}`),
      ],
      [
        'under NONE where a part to expand needs one',
        get('NONE', 'post(id: 1) { text ▶author @include(if: $author) { name } }', expand),
        refused(`"author" ${USER}`, 'Use auth: OPTIONAL or REQUIRED.'),
      ],
      [
        'by the convention',
        { 'v1/a.graphql': get('', '▶viewer { name }'), 'conventions.json': '{"auth":{"default":"OPTIONAL"}}' },
        refused('"viewer" is @authenticated'),
      ],
    ]);
  });

  describe('an endpoint compiles', () => {
    testFaults(blog, [
      ['where a caller is needed and required', get('REQUIRED', 'viewer { name email }')],
      ['by default', get('', 'viewer { name email }')],
      [
        'under OPTIONAL where only a part to expand needs one',
        get('OPTIONAL', 'post(id: 1) { text author @include(if: $author) { name email } }', expand),
      ],
      ['under NONE where nothing needs one', get('NONE', 'post(id: 1) { id text } search { __typename }')],
    ]);
  });
});
