// What holds between the processes of a federation: who asks is checked at each of them, and what one of them says, or
// does not say any more, arrives at the client as what it is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_SCOPES, signToken } from '../../promises/support/signToken.ts';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { type Federation, startFederation } from './support/startFederation.ts';
import { startFront } from './support/startFront.ts';
import { NAMES } from './support/startPortico.ts';

interface Options {
  scope?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

async function send(url: string, { scope = ALL_SCOPES, body, headers = {} }: Options = {}) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(scope !== null && { authorization: `Bearer ${await signToken({ scope })}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as { errors?: { extensions: { code: string } }[]; [key: string]: unknown };
  return { status: response.status, headers: response.headers, json };
}
const codesOf = ({ json }: Awaited<ReturnType<typeof send>>) => json.errors?.map(({ extensions }) => extensions.code);

describe('a federation', () => {
  let federation: Federation;
  beforeAll(async () => {
    federation = await startFederation();
  }, 120_000);
  afterAll(() => federation.stop(), 60_000);
  const facade = (path: string) => `${federation.facades[0].url}${path}`;

  test('has façades that answer alike, and take up what the other began', async () => {
    const [one, other] = federation.facades;
    const first = await send(`${one.url}/v1/products?limit=2&cursor=`);
    const { nextCursor } = first.json['pagination'] as { nextCursor: string };
    const [here, there] = await Promise.all(
      [one, other].map(({ url }) => send(`${url}/v1/products?limit=2&cursor=${encodeURIComponent(nextCursor)}`)),
    );
    expect(here).toMatchObject({ status: 200, json: { data: [{ id: 3 }, { id: 4 }] } });
    expect(there?.json).toEqual(here?.json);
  });

  describe('checks who asks', () => {
    const query = '{ user(id: 1) { id orders { totalCount } } }';

    test('behind the router', async () => {
      const graphql = `${federation.gateway.url}/graphql`;
      expect(codesOf(await send(graphql, { scope: null, body: { query } }))).toEqual(['UNAUTHENTICATED']);
      expect(codesOf(await send(graphql, { scope: 'orders:read', body: { query } }))).toEqual(['FORBIDDEN']);
      expect(codesOf(await send(graphql, { scope: 'users:read', body: { query } }))).toEqual(['FORBIDDEN']);
      expect(codesOf(await send(graphql, { scope: 'users:read orders:read', body: { query } }))).toBeUndefined();
    });

    test.each(NAMES)('at the subgraph %s', async (name) => {
      const answer = await send(`${federation.subgraphs[name].url}/graphql`, {
        scope: null,
        body: { query: '{ __typename }' },
      });
      expect(answer.status).toBe(401);
    });
  });

  test('carries the request id to the log of the subgraph that answered', async () => {
    await send(facade('/v1/users/1'), { headers: { 'x-request-id': 'through-all-hops' } });
    // A log is written when there is time for it.
    await expect.poll(federation.facades[0].output).toContain('through-all-hops');
    await expect.poll(federation.subgraphs.users.output).toContain('through-all-hops');
    expect(federation.subgraphs.orders.output()).not.toContain('through-all-hops');
  });

  test('lives on when a subgraph is dead: what needs that is 503, and names no host', async () => {
    await federation.subgraphs.products.stop();
    const dead = await send(facade('/v1/products/1'));
    expect({ status: dead.status, wait: dead.headers.get('retry-after') }).toEqual({ status: 503, wait: '1' });
    expect(JSON.stringify(dead.json)).not.toMatch(/127\.0\.0\.1|ECONN/);
    expect((await send(facade('/v1/orders/1?expand=items'))).status).toBe(503);
    expect((await send(facade('/v1/orders/1'))).status).toBe(200);
  });

  test('is not ready any more when the router is gone, and answers 503 at once', async () => {
    await federation.gateway.stop();
    const answers = await Promise.all(
      ['/health/ready', '/v1/users/1', '/health/live'].map((path) => send(facade(path))),
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
  });
});

describe('a router over a stand-in', () => {
  test('sends on who asks, under which id and in which trace; and is given up with 504 if it takes too long', async () => {
    const stub = await stubUpstream();
    const front = await startFront(NAMES.map((name) => `${name}=${stub.url.href}`));
    try {
      const headers = {
        authorization: `Bearer ${await signToken({ scope: 'users:read' })}`,
        'x-request-id': 'mine',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        tracestate: 'a=b',
      };
      const url = `${front.facades[0].url}/v1/users/1`;
      stub.answer = () => ({ body: { data: { user: { id: 1, name: 'Ada', version: 1 } } } });
      expect(await send(url, { scope: null, headers })).toMatchObject({ status: 200, json: { id: 1, name: 'Ada' } });
      expect(stub.received[0]?.headers).toMatchObject(headers);

      stub.answer = () => undefined;
      const received = stub.next();
      const slow = send(url, { scope: null, headers });
      const { abandoned } = await received;
      expect((await slow).status).toBe(504);
      await abandoned;
    } finally {
      await front.stop();
      await stub.close();
    }
  }, 120_000);
});
