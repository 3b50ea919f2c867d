// Who may enter, section 5 of the interface: a bearer token that the service can verify.
import { afterAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../cases/endpoints.ts';
import { V1, V2, userInput } from '../../cases/schemes.ts';
import { expectError, listOf } from '../support/expectations.ts';
import { ALL_SCOPES, SPEC_SECRET, signToken } from '../support/signToken.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const now = Math.floor(Date.now() / 1000);
const good = await signToken({ scope: ALL_SCOPES });
const [header, claims, signature] = good.split('.') as [string, string, string];
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const raised = encode({ sub: 'spec', exp: now + 3600, scope: `${ALL_SCOPES} admin` });
const withClaims = (changes: Record<string, unknown>) => signToken({ scope: ALL_SCOPES, ...changes });

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);

  test.each(ENDPOINTS)(
    '$method $path without credentials is 401 and says which are wanted',
    async ({ method, path }) => {
      const target = path.replace(/\{.*\}/, '1');
      const body = method === 'GET' ? undefined : '';
      const answer = await client.request(method, target, { scope: null, body });
      expectError(answer, 401);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="portico"');
    },
  );
});

describe('credentials that are no bearer token', () => {
  test.each([
    ['the scheme alone', 'Bearer'],
    ['a token without its scheme', good],
    ['another scheme with a good token', `Token ${good}`],
  ])('%s is 401', async (_, authorization) => {
    const answer = await portico.get('/users', { scope: null, headers: { authorization } });
    expectError(answer, 401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="portico"/);
  });

  test.each(['access_token', 'token'])('a token in the query parameter %s is 401', async (name) => {
    expectError(await portico.get(`/users?${name}=${good}`, { scope: null }), 401);
  });
});

// What else is refused, and each message: test/parts/guard/access/createAuthenticator.test.ts.
describe('a token', () => {
  test.each<[string, string | Promise<string>]>([
    ['of two parts', `${header}.${claims}`],
    ['with three empty parts', '..'],
    ['without a signature', `${header}.${claims}.`],
    ['with the signature of another', `${header}.${encode({ sub: 'spec', scope: ALL_SCOPES })}.${signature}`],
    ['whose scopes were raised', `${header}.${raised}.${signature}`],
    ['with the algorithm none', `${encode({ alg: 'none' })}.${raised}.`],
    ['with the algorithm ES256 and a signature of HS256', `${encode({ alg: 'ES256' })}.${claims}.${signature}`],
    ['signed with another secret', signToken({ scope: ALL_SCOPES }, { secret: Buffer.alloc(32, 'x') })],
    ['signed with the empty secret', signToken({ scope: ALL_SCOPES }, { secret: Buffer.alloc(32) })],
    ['that has expired', withClaims({ exp: now - 3600 })],
    [
      'that asks for an extension nobody knows',
      `${encode({ alg: 'HS256', crit: ['x'], x: 1 })}.${claims}.${signature}`,
    ],
    ['with odd characters', 'a.b%00.c'],
  ])('%s is 401 invalid_token', async (_, token) => {
    const answer = await portico.get('/users', { scope: null, headers: { authorization: `Bearer ${await token}` } });
    expectError(answer, 401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="portico".*error="invalid_token"/);
  });

  test('never stands in an answer', async () => {
    const token = await withClaims({ exp: now - 3600 });
    const answer = await portico.get('/users', { scope: null, headers: { authorization: `Bearer ${token}` } });
    expect(JSON.stringify(answer)).not.toContain(token);
    expect(JSON.stringify(answer)).not.toContain(SPEC_SECRET);
  });

  test.each(['bearer', 'BEARER', 'Bearer'])('is taken behind the scheme %s', async (name) => {
    const answer = await portico.get('/users?limit=1', { scope: null, headers: { authorization: `${name} ${good}` } });
    expect(listOf(answer).data).toHaveLength(1);
  });

  test.each([
    ['an empty text', { scope: '' }],
    ['part of a name', { scope: 'users users:rea xusers:read users:readx' }],
    ['the name in capitals', { scope: 'USERS:READ' }],
    ['a star', { scope: '* users:*' }],
  ])('gives nothing for scopes that are %s: 403', async (_, scopes) => {
    const authorization = `Bearer ${await signToken(scopes)}`;
    expectError(await portico.get('/users', { scope: null, headers: { authorization } }), 403, 'users:read');
  });

  test('without a subject is as good as any', async () => {
    const authorization = `Bearer ${await signToken({ scope: ALL_SCOPES, sub: undefined })}`;
    const answer = await portico.post('/users', userInput(1, 'Ada', ''), { scope: null, headers: { authorization } });
    expect(answer.status).toBe(201);
  });
});
