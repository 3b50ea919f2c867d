// Identical requests at the same time: one request to the upstream, and for each client the response that it would have alone.
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { openPortico } from './support/openPortico.ts';

const sdl = /* GraphQL */ `
  type Query {
    book(id: ID!): Book
  }
  type Book {
    id: ID!
    title: String
    author: Author
    tags: [Author]
  }
  type Author {
    name: String!
  }
`;
const files = {
  'getBook.graphql':
    'query getBook($id: ID!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id title author @catch { name } tags @catch { name } } }',
};
const BODY = {
  data: { book: { id: '1', title: 'Notes', author: { name: 'Ada' }, tags: [{ name: 'a' }, { name: 'b' }] } },
  errors: [
    { message: 'no', path: ['book', 'author', 'name'], extensions: { code: 'NOT_FOUND' } },
    { message: 'no', path: ['book', 'tags', 1], extensions: { code: 'NOT_FOUND' } },
  ],
};
const EXPECTED = { id: '1', title: 'Notes', author: null, tags: [{ name: 'a' }, null] };

const stub = await stubUpstream();
const facade = await openPortico({ upstream: stub, sdl, files });
afterAll(() => Promise.all([facade.close(), stub.close()]));

test('each of ten clients gets its response and its own request id, the upstream one request', async () => {
  let arrived = 0;
  facade.server.on('request', () => arrived++);
  const upstream: { answer?: () => void } = {};
  stub.answer = (_, response) => {
    upstream.answer = () => response.setHeader('content-type', 'application/json').end(JSON.stringify(BODY));
    return undefined;
  };
  const replies = Array.from({ length: 10 }, (_, n) =>
    facade.send('/v1/books/1', { headers: { 'x-request-id': `client-${n}` } }),
  );
  const settled = Promise.all(replies);
  while (!upstream.answer || arrived < replies.length) await turn();
  // What a request does before it reads takes no longer.
  await turn();
  upstream.answer();
  for (const [n, { status, headers, body }] of (await settled).entries()) {
    expect({ status, id: headers.get('x-request-id'), body }).toEqual({
      status: 200,
      id: `client-${n}`,
      body: EXPECTED,
    });
  }
  expect(stub.received).toHaveLength(1);
});
