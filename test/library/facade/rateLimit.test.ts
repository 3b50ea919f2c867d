// RATE_LIMIT in a façade, beside the limits of single endpoints.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type OpenFacade, openFacade } from './support/openFacade.ts';

const sdl = 'type Query { hello: String clock: String }';
const endpoint = (name: string) => `query ${name} @endpoint(method: GET, path: "/${name}") { ${name} }`;
const files = {
  'hello.graphql': endpoint('hello'),
  'clock.graphql': endpoint('clock'),
  'conventions.json': JSON.stringify({ rateLimit: { hello: '1/86400' } }),
};
const SECRET = 'a secret of at least thirty-two bytes';

const upstream = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"data":{"hello":"hi","clock":"12:00"}}');
});
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const { port } = upstream.address() as AddressInfo;
afterAll(() => void upstream.close());

const open: OpenFacade[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((facade) => facade.close()))));

async function facadeWith(env: Record<string, string>) {
  const url = new URL(`http://127.0.0.1:${port}`);
  const facade = await openFacade({ upstream: { url, headers: {}, forwarded: [] }, sdl, files, env });
  open.push(facade);
  /** The status and the policy of a response. */
  return async (path: string, headers: Record<string, string> = {}) => {
    const response = await facade.send(path, { headers });
    return [response.status, response.headers.get('ratelimit-policy')];
  };
}

const HELLO = '"hello";q=1;w=86400';

test('an endpoint has its limit without RATE_LIMIT, and no other endpoint has one', async () => {
  const send = await facadeWith({});
  expect(await send('/v1/hello')).toEqual([200, HELLO]);
  expect(await send('/v1/hello')).toEqual([429, HELLO]);
  expect(await send('/v1/clock')).toEqual([200, null]);
});

test('RATE_LIMIT is the limit of all other endpoints together', async () => {
  const send = await facadeWith({ RATE_LIMIT: '2/3600' });
  const policy = '"default";q=2;w=3600';
  expect(await send('/v1/hello')).toEqual([200, HELLO]);
  for (const status of [200, 200, 429]) expect(await send('/v1/clock')).toEqual([status, policy]);
  expect(await send('/v1/hello')).toEqual([429, HELLO]);
});

test('RATE_LIMIT=off switches off the limits of endpoints too', async () => {
  const send = await facadeWith({ RATE_LIMIT: 'off' });
  for (let n = 0; n < 3; n++) expect(await send('/v1/hello')).toEqual([200, null]);
});

test('with an issuer a caller is the subject of its token', async () => {
  const send = await facadeWith({ RATE_LIMIT: '1/3600', AUTH_SECRET: SECRET });
  const bearer = async (subject: string) => {
    const token = new SignJWT({ sub: subject }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h');
    return { authorization: `Bearer ${await token.sign(new TextEncoder().encode(SECRET))}` };
  };
  const statuses = async (subject: string) => (await send('/v1/clock', await bearer(subject)))[0];
  expect([await statuses('ada'), await statuses('bob'), await statuses('ada')]).toEqual([200, 200, 429]);
});

test('without an issuer it is its address: tokens that nobody has verified are no callers', async () => {
  const send = await facadeWith({ RATE_LIMIT: '1/3600' });
  expect((await send('/v1/clock', { authorization: 'Bearer one' }))[0]).toBe(200);
  expect((await send('/v1/clock', { authorization: 'Bearer two' }))[0]).toBe(429);
});
