// Reads of one caller at the same time, in front of Apollo Server: one request to it where it accepts batches, and always the
// response that each read would have alone.
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { GraphQLError } from 'graphql';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Received, type StubAnswer, type StubUpstream, stubUpstream } from '../../support/stubUpstream.ts';
import { openFacade } from './support/openFacade.ts';
import { type TogetherRequest, sendTogether } from './support/sendTogether.ts';

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
  expect(warnings()).toEqual([expect.stringMatching(/status 400 and is no list of 2 results.*UPSTREAM_BATCH_SIZE/)]);
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

describe('an upstream that answers as the test says', () => {
  const isList = ({ body }: Received) => Array.isArray(body);
  const idsIn = ({ body }: Received) => [body].flat().map(({ variables }) => String(variables?.['id']));
  const resultOf = (id: string) => ({ data: { book: book(id) } });
  const answerAll = (received: Received): StubAnswer => {
    const results = idsIn(received).map(resultOf);
    return { body: isList(received) ? results : results[0] };
  };
  afterEach(() => void vi.useRealTimers());

  /** `requests` are the ids in each request, in the order of their arrival; a read whose client has left has no status. */
  async function openStub(answer: StubUpstream['answer'] = answerAll, size = 10) {
    const stub = await stubUpstream();
    const env = { UPSTREAM_BATCH_SIZE: String(size), UPSTREAM_MAX_BYTES: '2000' };
    const facade = await openFacade({ upstream: stub, sdl, files, env });
    onTestFinished(async () => {
      await facade.close();
      await stub.close();
    });
    const requests: string[][] = [];
    const answerWith = (next: StubUpstream['answer']) => {
      requests.length = 0;
      stub.answer = (received, response) => {
        requests.push(idsIn(received));
        return next(received, response);
      };
    };
    answerWith(answer);
    const read = async (ids: string, more: Omit<TogetherRequest, 'path'>[] = []) => {
      const reads = [...ids].map((id, index) => ({ path: `/v1/books/${id}`, ...more[index] }));
      return (await sendTogether(facade.url, reads)).map(({ status, body }) => (status === 200 ? body : status));
    };
    const warnings = () => facade.logged.filter(({ level }) => level === 40).map((line) => JSON.stringify(line));
    return { ...facade, stub, requests, answerWith, read, warnings };
  }
  const books = (ids: string) => [...ids].map(book);

  const trace = (id: string, flags: string) => ({ traceparent: `00-${id.repeat(32)}-${id.repeat(16)}-${flags}` });
  test.each<[string, number, Record<string, string>, Record<string, string>]>([
    ['with different request ids are together', 1, { 'x-request-id': 'a' }, { 'x-request-id': 'b' }],
    ['in traces that are not sampled are together', 1, trace('a', '00'), trace('b', '00')],
    ['in the same trace are together', 1, trace('a', '01'), trace('a', '01')],
    ['in different traces are not', 2, trace('a', '01'), trace('b', '01')],
    ['of which one has no trace are not', 2, trace('a', '00'), {}],
    ['in traces that are not valid are not', 2, trace('x', '00'), trace('y', '00')],
  ])('reads %s', async (_, count, one, other) => {
    const { read, requests } = await openStub();
    expect(await read('12', [{ headers: one }, { headers: other }])).toEqual(books('12'));
    expect(requests).toHaveLength(count);
  });

  describe('reads are sent alone', () => {
    test.each<[string, StubUpstream['answer']]>([
      ['is an error', () => ({ status: 400, body: { errors: [{ message: 'Operation batching disabled.' }] } })],
      ['is the result of one', () => ({ body: resultOf('1') })],
      ['has fewer results', () => ({ body: [resultOf('1'), resultOf('2')] })],
      ['has more results', () => ({ body: ['1', '2', '3', '4'].map(resultOf) })],
      ['is no JSON', () => ({ status: 502, body: '<html>' })],
      ['is too large', () => ({ body: Array(3).fill(resultOf('a'.repeat(700))) })],
      [
        'breaks off',
        (_, response) => {
          response.writeHead(200, { 'content-length': '1000' }).write('[', () => response.destroy());
          return undefined;
        },
      ],
    ])('for a minute where the response to a batch %s, with one warning', async (_, refuse) => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const { read, requests, warnings } = await openStub((received, response) =>
        isList(received) ? refuse(received, response) : answerAll(received),
      );
      for (const wait of [0, 59_999, 1]) {
        vi.advanceTimersByTime(wait);
        expect(await read('123')).toEqual(books('123'));
      }
      expect(requests.map(({ length }) => length)).toEqual([3, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1]);
      expect(warnings()).toEqual([expect.stringContaining('UPSTREAM_BATCH_SIZE')]);
    });

    test('where they have no result in a list that has as many, without a warning', async () => {
      const { read, requests, warnings } = await openStub((received) =>
        isList(received) ? { body: [resultOf('1'), null, {}] } : answerAll(received),
      );
      expect(await read('123')).toEqual(books('123'));
      expect([requests[0], ...requests.slice(1).toSorted()]).toEqual([['1', '2', '3'], ['2'], ['3']]);
      expect(warnings()).toEqual([]);
    });

    test.each([
      ['a batch', '12', [['1'], ['2']], [expect.stringContaining('timed out')]],
      ['no read alone', '1', [['1', '2']], []],
    ])('after %s has had no response until its deadline', async (_, ids, then, warned) => {
      const { read, requests, answerWith, warnings, stub } = await openStub(() => undefined);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const arrived = stub.next();
      const late = read(ids);
      await arrived;
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await late).toEqual(Array(ids.length).fill(504));
      vi.useRealTimers();
      answerWith(answerAll);
      expect(await read('12')).toEqual(books('12'));
      expect(requests.toSorted()).toEqual(then);
      expect(warnings()).toEqual(warned);
    });
  });

  test.each<[string, StubAnswer]>([
    ...[401, 403, 429, 503].map((status): [string, StubAnswer] => [`is ${status}`, { status, body: '' }]),
    ['has errors', { status: 401, body: { errors: [{ message: 'no' }] } }],
  ])('batches go on where each read alone %s as well', async (_, answer) => {
    const { read, requests, answerWith, warnings } = await openStub(() => answer);
    expect(await read('12')).toEqual([answer.status, answer.status]);
    answerWith(answerAll);
    expect(await read('12')).toEqual(books('12'));
    expect(requests).toEqual([['1', '2']]);
    expect(warnings()).toEqual([]);
  });

  test('reads are 503 where there is no connection, without a warning', async () => {
    const { read, stub, warnings } = await openStub();
    await stub.close();
    expect(await read('12')).toEqual([503, 503]);
    expect(warnings()).toEqual([]);
  });

  test('a batch ends when the last of its clients leaves, and the next one is sent', async () => {
    const { read, requests, answerWith, warnings, stub } = await openStub(() => undefined);
    const clients = [new AbortController(), new AbortController()];
    const arrived = stub.next();
    const left = read(
      '12',
      clients.map(({ signal }) => ({ signal })),
    );
    const { abandoned } = await arrived;
    clients[0]!.abort();
    expect(await Promise.race([abandoned.then(() => 'ended'), setTimeout(100, 'open')])).toBe('open');
    clients[1]!.abort();
    await abandoned;
    expect(await left).toEqual([NaN, NaN]);
    answerWith(answerAll);
    expect(await read('12')).toEqual(books('12'));
    expect(requests).toEqual([['1', '2']]);
    expect(warnings()).toEqual([]);
  });

  test('reads that wait for a connection together are sent over it together, without those whose clients have left', async () => {
    const { read, url, requests, answerWith, stub } = await openStub(undefined, 3);
    const held: (() => void)[] = [];
    stub.answer = (received, response) => {
      held.push(() => response.end(JSON.stringify(answerAll(received).body)));
      return undefined;
    };
    const headers = { 'content-type': 'application/json' };
    const writes = Array.from({ length: 128 }, () =>
      fetch(`${url}/v1/books/0/title`, { method: 'PUT', headers, body: '{"title":"New"}' }),
    );
    while (held.length < 128) await setTimeout(5);
    const client = new AbortController();
    const waiting = read('12345', [{}, { signal: client.signal }]);
    await setTimeout(100);
    client.abort();
    await setTimeout(100);
    answerWith(answerAll);
    held[0]!();
    expect(await waiting).toEqual([book('1'), NaN, ...books('345')]);
    expect(requests).toEqual([['1', '3', '4'], ['5']]);
    for (const answer of held) answer();
    await Promise.all(writes);
  });
});
