// Several issuers: a caller is its issuer and its subject, wherever something belongs to a caller.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { expectError, idOf } from '../support/expectations.ts';
import { ALL_SCOPES } from '../support/signToken.ts';
import { startAlone } from '../support/startForSpec.ts';

/** An issuer with one key, whose name all of them use. */
async function startIssuer(issuer: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const set = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] });
  const server: Server = createServer((_, response) => response.end(set));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sign = async (claims: Record<string, unknown> = {}) => {
    const token = new SignJWT({ iss: issuer, sub: 'ada', aud: 'shop', scope: ALL_SCOPES, ...claims });
    const header = { alg: 'ES256', kid: 'one' };
    return `Bearer ${await token.setProtectedHeader(header).setExpirationTime('1h').sign(privateKey)}`;
  };
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sign };
}

describe('issuers that share a subject', async () => {
  const [a, b] = [await startIssuer('https://a.example'), await startIssuer('https://b.example')];
  const portico = await startAlone({
    AUTH_SECRET: '',
    AUTH_ISSUER: 'https://a.example, https://b.example, https://down.example',
    AUTH_JWKS_URL: `${a.url},${b.url},http://127.0.0.1:9/keys`,
    AUTH_AUDIENCE: 'shop,warehouse',
    RATE_LIMIT: '40/3600',
  });
  afterAll(async () => {
    await portico.close();
    for (const { server } of [a, b]) server.close();
  });
  const [ofA, ofB] = await Promise.all([a.sign(), b.sign()]);
  const read = (authorization: string) => portico.get('/v1/users?limit=1', { scope: null, headers: { authorization } });

  test.each<[string, () => Promise<string>, string]>([
    ['of one issuer that the key of the other signed', () => b.sign({ iss: 'https://a.example' }), 'The signature of'],
    ['without an issuer', () => a.sign({ iss: undefined }), 'The issuer of the token is not accepted.'],
    ['for another audience', () => a.sign({ aud: 'blog' }), 'The audience of the token is not accepted.'],
  ])('refuse a token %s with 401', async (_, sign, message) => {
    expectError(await read(await sign()), 401, message);
  });

  test('make 503 with Retry-After, not 401, of a token whose issuer cannot be reached', async () => {
    const answer = await read(await a.sign({ iss: 'https://down.example' }));
    expectError(answer, 503);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expectError(await portico.get('/v1/users', { scope: null }), 401);
  });

  test('take the tokens of both, for each of the audiences', async () => {
    const tokens = [ofA, ofB, await a.sign({ aud: ['warehouse'] })];
    expect((await Promise.all(tokens.map(read))).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('do not replay each other the response to an Idempotency-Key', async () => {
    const create = (authorization: string) => {
      const headers = { authorization, 'idempotency-key': '"one"' };
      return portico.post('/v1/users', { name: 'Ada Lovelace' }, { scope: null, headers });
    };
    const first = await create(ofA);
    const [again, other] = [await create(ofA), await create(ofB)];
    expect([first, again, other].map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual([
      [201, undefined],
      [201, 'true'],
      [201, undefined],
    ]);
    expect([idOf(again), idOf(other)]).toEqual([idOf(first), idOf(first) + 1]);
  });

  test('have a quota each, at REST and at /graphql, and a name each in the log', async () => {
    const query = (authorization: string) =>
      portico.post(
        '/graphql',
        { query: '{ users(limit: 1) { data { id } } }' },
        { scope: null, headers: { authorization } },
      );
    let request = 0;
    while ((await (request % 2 === 0 ? read : query)(ofA)).status !== 429 && request < 50) request += 1;
    for (const send of [read, query]) {
      expect((await send(ofA)).status).toBe(429);
      expect((await send(ofB)).status).not.toBe(429);
    }
    const last = () =>
      [...portico.output().matchAll(/^\{.*"msg":"request".*\}$/gm)]
        .slice(-4)
        .map(([line]) => JSON.parse(line) as Record<string, unknown>);
    const shown = () => last().map(({ subject, issuer, status }) => [subject, issuer, status === 429]);
    await expect.poll(shown).toEqual([
      ['ada', 'https://a.example', true],
      ['ada', 'https://b.example', false],
      ['ada', 'https://a.example', true],
      ['ada', 'https://b.example', false],
    ]);
  });
});
