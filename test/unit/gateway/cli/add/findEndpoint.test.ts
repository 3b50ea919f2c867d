import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { findEndpoint } from '../../../../../src/gateway/cli/add/findEndpoint.ts';
import { compileApi } from '../../../../../src/gateway/compile/compileApi.ts';
import { withFolder } from '../../document/support/withFolder.ts';

const schema = buildSchema(`
  schema { query: Root mutation: Mutation }
  type Root { user(id: ID!): User node: Int a: Int b: Int items(first: Int, after: String, last: Int, before: String): Items! }
  type User { id: ID! posts: [Post!]! } type Post { id: ID! }
  type Items { nodes: [Int!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Mutation { node: Int }
`);
const DOCUMENTS = {
  'v1/getNode.graphql': 'query getNode @endpoint(method: GET, path: "/node") { renamed: node }',
  'v1/postNode.graphql': 'mutation postNode @endpoint(method: POST, path: "/node") { node }',
  'v1/getBoth.graphql': 'query getBoth @endpoint(method: GET, path: "/both") { a b }',
  'v1/listItems.graphql':
    'query listItems @endpoint(method: GET, path: "/items") { items @paginate(styles: [CURSOR]) { nodes } }',
  'v1/listUserPosts.graphql':
    'query listUserPosts($id: ID!) @endpoint(method: GET, path: "/users/{id}/posts") { user(id: $id) @unwrap { posts { id } } }',
};
const [version] = withFolder(DOCUMENTS, (folder) => compileApi(folder, schema)).versions;

test.each([
  ['Root.node', 'getNode'],
  ['Mutation.node', 'postNode'],
  ['Root.items', 'listItems'],
  ['Root.a', undefined],
  ['User.posts', 'listUserPosts'],
  ['Root.user', undefined],
])('%s: %s', (coordinate, name) => {
  expect(findEndpoint(version!.endpoints, coordinate, schema)?.name).toBe(name);
});
