// Absent parameters over a schema in the manner of Hasura, and what its resolvers get.
import { type GraphQLSchema, buildSchema } from 'graphql';

export const SDL = `
  input notebook_bool_exp { _and: [notebook_bool_exp!], _not: notebook_bool_exp, name: text_exp, owner: text_exp, archived: boolean_exp }
  input text_exp { _eq: String, _in: [String] }
  input boolean_exp { _eq: Boolean }
  input notebook_set { name: String, owner: String, tags: [String] }
  type notebook { id: ID! }
  type Query {
    notebook(where: notebook_bool_exp, ids: [ID], limit: Int): [notebook!]!
    notebook_id(where: notebook_bool_exp!): ID!
  }
  type Mutation {
    delete_notebook(where: notebook_bool_exp!): notebook
    update_notebook(id: ID!, set: notebook_set!, where: notebook_bool_exp): notebook
  }
`;
export const documents = {
  'list.graphql': `query list($name: String, $owner: String, $a: ID, $b: ID, $limit: Int) @endpoint(method: GET, path: "/notebooks") {
    notebook(where: { _and: [{ name: { _eq: $name } }, { owner: { _eq: $owner } }] }, ids: [$a, $b], limit: $limit) { id } }`,
  'constant.graphql': `query constant($name: String) @endpoint(method: GET, path: "/current") {
    notebook(where: { name: { _eq: $name }, archived: { _eq: false } }) { id } }`,
  'remove.graphql': `mutation remove($owner: String!, $name: String, $names: String)
    @endpoint(method: DELETE, path: "/notebooks", status: 200) {
      delete_notebook(where: { owner: { _eq: $owner }, _not: { name: { _eq: $name, _in: [$names] } } }) { id } }`,
  'change.graphql': `mutation change($id: ID!, $name: String, $tag: String, $owner: String)
    @endpoint(method: PATCH, path: "/notebooks/{id}") {
      update_notebook(id: $id, set: { name: $name, tags: [$tag] }, where: { owner: { _eq: $owner } }) { id } }`,
  'find.graphql': `query find($name: String) { notebook_id(where: { _not: { name: { _eq: $name } } }) @export(as: "id") }
    mutation take($id: ID!, $owner: String!) @endpoint(method: POST, path: "/take", status: 200) {
      update_notebook(id: $id, set: { owner: $owner }) { id } }`,
};

/** What the root fields were called with. */
export const calls: [field: string, args: unknown][] = [];
export function resolvable(): GraphQLSchema {
  const schema = buildSchema(SDL);
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(type.getFields())) {
      field.resolve = (_, args: object) => {
        calls.push([field.name, JSON.parse(JSON.stringify(args))]);
        return field.name === 'notebook_id' ? '7' : field.name === 'notebook' ? [{ id: '1' }] : { id: '1' };
      };
    }
  }
  return schema;
}

type Case = [line: string, body: object | undefined, ...calls: [field: string, args: object][]];
export const cases: Case[] = [
  ['GET /v1/notebooks', undefined, ['notebook', {}]],
  ['GET /v1/notebooks?name=a', undefined, ['notebook', { where: { _and: [{ name: { _eq: 'a' } }] } }]],
  [
    'GET /v1/notebooks?owner=b&name=a&b=2&limit=1',
    undefined,
    ['notebook', { where: { _and: [{ name: { _eq: 'a' } }, { owner: { _eq: 'b' } }] }, ids: ['2'], limit: 1 }],
  ],
  ['GET /v1/current', undefined, ['notebook', { where: { archived: { _eq: false } } }]],
  ['DELETE /v1/notebooks?owner=b', undefined, ['delete_notebook', { where: { owner: { _eq: 'b' } } }]],
  [
    'DELETE /v1/notebooks?owner=b&names=n',
    undefined,
    ['delete_notebook', { where: { owner: { _eq: 'b' }, _not: { name: { _in: ['n'] } } } }],
  ],
  ['PATCH /v1/notebooks/5', {}, ['update_notebook', { id: '5', set: {} }]],
  [
    'PATCH /v1/notebooks/5',
    { name: null, owner: null },
    ['update_notebook', { id: '5', set: { name: null }, where: { owner: { _eq: null } } }],
  ],
  ['PATCH /v1/notebooks/5', { tag: 't' }, ['update_notebook', { id: '5', set: { tags: ['t'] } }]],
  [
    'POST /v1/take',
    { owner: 'b' },
    ['notebook_id', { where: {} }],
    ['update_notebook', { id: '7', set: { owner: 'b' } }],
  ],
];
