// Reads of one caller at the same time, in front of Apollo Server: one request to it where it accepts batches, and always the
// response that each read would have alone.
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { GraphQLError } from 'graphql';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openFacade } from './support/openFacade.ts';
import { sendTogether } from './support/sendTogether.ts';

const sdl = /* GraphQL */ `
  type Query {
    book(id: ID!): Book
    caller: String
  }
  type Mutation {
    renameBook(id: ID!, title: String!): Book
  }
  type Book {
    id: ID!
    title: String!
  }
`;
const files = {
  'getBook.graphql':
    'query getBook($id: ID!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id title } }',
  'getCaller.graphql': 'query getCaller @endpoint(method: GET, path: "/caller") { caller }',
  'renameBook.graphql':
    'mutation renameBook($id: ID!, $title: String!) @endpoint(method: PUT, path: "/books/{id}/title") { renameBook(id: $id, title: $title) { id title } }',
};

const book = (id: string) => ({ id, title: `Book ${id}` });
const resolvers = {
  Query: {
    book(_: unknown, { id }: { id: string }) {
      if (id === 'broken') throw new GraphQLError('The shelf is broken.', { extensions: { code: 'CONFLICT' } });
      if (id === 'limited') {
        const http = { status: 429, headers: new Map([['retry-after', '17']]) };
        throw new GraphQLError('Too many books.', { extensions: { code: 'THROTTLED', http } });
      }
      return id === 'missing' ? null : book(id);
    },
    caller: (_: unknown, __: unknown, { caller }: { caller: string }) => caller,
  },
  Mutation: { renameBook: (_: unknown, args: { id: string; title: string }) => args },
};

/** A façade over Apollo Server, and the number of operations in each request that this has received; 0: no list. */
async function open({ accepts = true, size = 10, env = {} }: { accepts?: boolean; size?: number; env?: object } = {}) {
  const apollo = new ApolloServer<{ caller: string }>({
    typeDefs: sdl,
    resolvers,
    allowBatchedHttpRequests: accepts,
    stopOnTerminationSignals: false,
  });
  await apollo.start();
  const sizes: number[] = [];
  const upstream = express()
    .use(express.json(), (request, _, next) => {
      sizes.push(Array.isArray(request.body) ? request.body.length : 0);
      next();
    })
    .use(
      expressMiddleware(apollo, {
        context: async ({ req }) => ({ caller: String(req.headers.authorization) }),
      }),
    )
    .listen(0, '127.0.0.1');
  const { port } = await new Promise<AddressInfo>((resolve) =>
    upstream.on('listening', () => resolve(upstream.address() as AddressInfo)),
  );
  const facade = await openFacade({
    upstream: { url: new URL(`http://127.0.0.1:${port}/`), headers: {}, forwarded: ['x-tenant'] },
    sdl,
    files,
    env: { UPSTREAM_BATCH_SIZE: String(size), ...env },
  });
  onTestFinished(async () => {
    await facade.close();
    upstream.closeAllConnections();
    upstream.close();
    await apollo.stop();
  });
  const send = (...paths: (string | { path: string; headers: Record<string, string> })[]) =>
    sendTogether(
      facade.url,
      paths.map((path) => (typeof path === 'string' ? { path } : path)),
    );
  const warnings = () => facade.logged.filter(({ level }) => level === 40).map((line) => JSON.stringify(line));
  return { ...facade, sendTogether: send, sizes, warnings };
}

const ok = (body: unknown) => ({ status: 200, body });

test('reads at the same time are one request, and each has its own response', async () => {
  const { sendTogether: send, sizes } = await open();
  const responses = await send('/v1/books/1', '/v1/caller', '/v1/books/missing', '/v1/books/broken', '/v1/books/2');
  expect(responses).toEqual([
    ok(book('1')),
    ok('undefined'),
    { status: 404, body: { error: expect.any(String) } },
    { status: 409, body: { error: 'The shelf is broken.' } },
    ok(book('2')),
  ]);
  expect(sizes).toEqual([5]);
});

test('a read alone is no batch, nor are identical reads', async () => {
  const { sendTogether: send, sizes } = await open();
  expect(await send('/v1/books/1')).toEqual([ok(book('1'))]);
  expect(await send('/v1/books/1', '/v1/books/1', '/v1/books/1')).toEqual(Array(3).fill(ok(book('1'))));
  expect(sizes).toEqual([0, 0]);
});

test('identical reads have one place in a batch', async () => {
  const { sendTogether: send, sizes } = await open();
  const responses = await send('/v1/books/1', '/v1/books/2', '/v1/books/1');
  expect(responses).toEqual(['1', '2', '1'].map((id) => ok(book(id))));
  expect(sizes).toEqual([2]);
});

test('a batch has at most as many reads as the setting says', async () => {
  const { sendTogether: send, sizes } = await open({ size: 2 });
  const ids = ['1', '2', '3', '4', '5'];
  expect(await send(...ids.map((id) => `/v1/books/${id}`))).toEqual(ids.map((id) => ok(book(id))));
  expect(sizes.toSorted()).toEqual([0, 2, 2]);
});

test('without the setting there are no batches', async () => {
  const { sendTogether: send, sizes } = await open({ env: { UPSTREAM_BATCH_SIZE: '' } });
  expect(await send('/v1/books/1', '/v1/books/2')).toEqual([ok(book('1')), ok(book('2'))]);
  expect(sizes).toEqual([0, 0]);
});

test('reads with different credentials or forwarded headers are in different requests', async () => {
  const { sendTogether: send, sizes } = await open();
  const read = (path: string, headers: Record<string, string>) => ({ path, headers });
  const responses = await send(
    read('/v1/caller', { authorization: 'Bearer ada' }),
    read('/v1/caller', { authorization: 'Bearer bob' }),
    read('/v1/books/1', { authorization: 'Bearer bob' }),
    read('/v1/books/2', { authorization: 'Bearer bob', 'x-tenant': 'a' }),
    read('/v1/books/3', { authorization: 'Bearer ada' }),
  );
  expect(responses).toEqual([ok('Bearer ada'), ok('Bearer bob'), ok(book('1')), ok(book('2')), ok(book('3'))]);
  expect(sizes.toSorted()).toEqual([0, 2, 2]);
});

test('an error whose status is that of the whole response concerns only its own read', async () => {
  const { sendTogether: send, sizes, warnings } = await open();
  const responses = await send('/v1/books/1', '/v1/books/limited', '/v1/books/broken');
  expect(responses).toMatchObject([ok(book('1')), { status: 429 }, { status: 409 }]);
  // Both errors are read again, to tell whose status it is; the batch was answered.
  expect(sizes).toEqual([3, 0, 0]);
  await send('/v1/books/1', '/v1/books/2');
  expect(sizes).toEqual([3, 0, 0, 2]);
  expect(warnings()).toEqual([]);
});

test('where the upstream accepts no batches, reads are sent one by one, from then on at once', async () => {
  const { sendTogether: send, sizes, warnings } = await open({ accepts: false });
  for (const expected of [
    [2, 0, 0],
    [0, 0],
    [0, 0],
  ]) {
    sizes.length = 0;
    expect(await send('/v1/books/1', '/v1/books/2')).toEqual([ok(book('1')), ok(book('2'))]);
    expect(sizes).toEqual(expected);
  }
  expect(warnings()).toEqual([expect.stringMatching(/status 400 .*UPSTREAM_BATCH_SIZE/)]);
});

test('writes are sent alone', async () => {
  const { send, sizes } = await open();
  const put = (id: string) =>
    send(`/v1/books/${id}/title`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"New"}',
    });
  const responses = await Promise.all([put('1'), put('2')]);
  expect(responses.map(({ body }) => body)).toEqual(['1', '2'].map((id) => ({ id, title: 'New' })));
  expect(sizes).toEqual([0, 0]);
});
