// What a façade sends to its upstream for reads before a write, and for parameters that are left out.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type StubAnswer, stubUpstream } from '../../support/stubUpstream.ts';
import { openPortico } from './support/openPortico.ts';

const stub = await stubUpstream();
const facade = await openPortico({
  upstream: { ...stub, forwarded: ['x-tenant'] },
  sdl: `
    type Query { user(id: Int, mail: String): User users(first: Int, lang: String, order: String): [User!]! }
    type Mutation { rename(id: Int, name: String): User }
    type User { id: Int name: String }`,
  files: {
    'getUser.graphql':
      'query getUser($id: Int!) @endpoint(method: GET, path: "/users/{id}", auth: NONE) { user(id: $id) { id } }',
    'rename.graphql':
      'mutation rename($id: Int!, $name: String!) @endpoint(method: PUT, path: "/users/{id}") { rename(id: $id, name: $name) { id } }',
    'renameFound.graphql': `query find($mail: String!) { user(mail: $mail) { id @export(as: "id") } }
      mutation renameFound($id: Int!, $name: String!) @endpoint(method: POST, path: "/names") { rename(id: $id, name: $name) { id } }`,
    'listUsers.graphql':
      'query listUsers($first: Int = 7, $lang: String! = "en", $order: String) @endpoint(method: GET, path: "/users") { users(first: $first, lang: $lang, order: $order) { id } }',
  },
});
afterAll(() => Promise.all([facade.close(), stub.close()]));
const user: StubAnswer = { body: { data: { user: { id: 1 } } } };
beforeEach(() => {
  stub.received.length = 0;
  stub.answer = () => user;
});

const put = (method: string, body: object, headers: Record<string, string> = {}): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', authorization: 'Basic x', 'x-tenant': 'blue', ...headers },
});
const sent = () => stub.received.map(({ body }) => [body.operationName, body.variables]);

describe('where nothing authenticates', () => {
  test('the read of a precondition has the credentials and the headers of the write, also where it takes none', async () => {
    const answer = await facade.send('/v1/users/1', put('PUT', { name: 'Ada' }, { 'if-match': '"x"' }));
    expect(answer).toMatchObject({
      status: 412,
      body: { error: 'If-Match: this endpoint has no version to compare; nothing was changed.' },
    });
    expect(sent()).toEqual([['getUser', { id: 1 }]]);
    expect(stub.received[0]!.headers).toMatchObject({ authorization: 'Basic x', 'x-tenant': 'blue' });
  });
});

describe('a lookup', () => {
  test('is sent its own variables, and the write those that are left and what was found', async () => {
    stub.answer = ({ body }) => (body.operationName === 'find' ? user : { body: { data: { rename: { id: 1 } } } });
    expect((await facade.send('/v1/names', put('POST', { mail: 'a@x', name: 'Ada' }))).status).toBe(200);
    expect(sent()).toEqual([
      ['find', { mail: 'a@x' }],
      ['renameFound', { name: 'Ada', id: 1 }],
    ]);
    for (const { headers } of stub.received)
      expect(headers).toMatchObject({ authorization: 'Basic x', 'x-tenant': 'blue' });
  });

  test('whose client leaves before its response is followed by no write', async () => {
    stub.answer = () => undefined;
    const client = new AbortController();
    const received = stub.next();
    const init = put('POST', { mail: 'a@x', name: 'Ada' });
    const answer = fetch(`${facade.url}/v1/names`, { ...init, signal: client.signal });
    const { abandoned } = await received;
    client.abort();
    await expect(answer).rejects.toThrow();
    await abandoned;
    expect(sent()).toEqual([['find', { mail: 'a@x' }]]);
  });
});

test('parameters that are left out are left to the defaults of the document', async () => {
  stub.answer = () => ({ body: { data: { users: [] } } });
  await facade.send('/v1/users');
  await facade.send('/v1/users?order=name');
  expect(stub.received.map(({ body }) => [body.query, body.variables])).toEqual([
    [expect.stringContaining('$first:Int=7$lang:String!="en"$order:String'), {}],
    [expect.stringContaining('$first:Int=7$lang:String!="en"$order:String'), { order: 'name' }],
  ]);
});
