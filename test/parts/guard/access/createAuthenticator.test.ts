import { type KeyObject, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT, base64url, exportJWK } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import {
  type Authenticator,
  type ServiceError,
  type Settings,
  loadLocalKeys,
  openAuthenticator,
  signToken,
} from '../../../../src/gateway/server.ts';

type Auth = Settings['auth'];

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const secret = new TextEncoder().encode('x'.repeat(48));
const dataDir = mkdtempSync(path.join(tmpdir(), 'portico-auth-'));
const otherDir = mkdtempSync(path.join(tmpdir(), 'portico-auth-'));
afterAll(() => [dataDir, otherDir].forEach((folder) => rmSync(folder, { recursive: true })));
const now = () => Math.floor(Date.now() / 1000);

async function token(
  claims: Record<string, unknown>,
  { alg = 'ES256', key = ec.privateKey as KeyObject | Uint8Array, kid = undefined as string | undefined } = {},
): Promise<string> {
  const payload = { exp: now() + 60, ...claims };
  return `Bearer ${await new SignJWT(payload).setProtectedHeader({ alg, ...(kid && { kid }) }).sign(key)}`;
}

const open = (auth: Partial<Auth> = {}) =>
  openAuthenticator({ auth: { key: { kind: 'public', key: ec.publicKey }, ...auth }, dataDir }, 'toy');

async function verify(authorization: string | undefined, auth: Partial<Auth> = {}) {
  return (await open(auth)).authenticate(authorization);
}

async function refusal(authorization: string | undefined, auth: Partial<Auth> = {}): Promise<ServiceError> {
  return verify(authorization, auth).then(
    () => expect.unreachable('accepted'),
    (error: ServiceError) => error,
  );
}

const ALGORITHM = 'The signature algorithm of the token is not accepted.';
const SIGNATURE = 'The signature of the token cannot be verified with the configured key.';
const ISSUER = 'The issuer of the token is not accepted.';
const AUDIENCE = 'The audience of the token is not accepted.';
const EXPIRY = 'The token must have an expiry, the claim exp in seconds.';

describe('a token', () => {
  it('gives subject, scopes, claims and the header as it came', async () => {
    const claims = { sub: 'ada', scope: 'users:read orders:read', exp: now() + 60, tenant: { id: 7 } };
    const authorization = await token(claims);
    const scopes = new Set(['users:read', 'orders:read']);
    expect(await verify(authorization)).toEqual({ subject: 'ada', scopes, claims, authorization });
  });

  it.each(['jwk', 'jku', 'x5u'])('brings no key in %s', async (parameter) => {
    const value = parameter === 'jwk' ? await exportJWK(other.publicKey) : 'https://evil.example/keys';
    const forged = await new SignJWT({ exp: now() + 60 })
      .setProtectedHeader({ alg: 'ES256', [parameter]: value })
      .sign(other.privateKey);
    expect(await refusal(`Bearer ${forged}`)).toMatchObject({ status: 401, message: SIGNATURE });
  });

  it('gives no request a caller that another one can change', async () => {
    const authorization = await token({ sub: 'ada', scope: 'a', tenant: { ids: [7] } });
    const { authenticate } = await open();
    for (let request = 0; request < 3; request++) {
      const caller = await authenticate(authorization);
      expect(caller).toMatchObject({ subject: 'ada', claims: { tenant: { ids: [7] } } });
      expect(caller.scopes).toEqual(new Set(['a']));
      (caller.scopes as Set<string>).add('b');
      caller.subject = 'eve';
      const { ids } = caller.claims['tenant'] as { ids: number[] };
      expect(() => ids.push(8)).toThrow(TypeError);
      expect(() => Object.assign(caller.claims, { sub: 'eve' })).toThrow(TypeError);
    }
  });

  it.each([
    [{ scope: ' a  b a ' }, ['a', 'b']],
    [{ scope: ['a', 'b c'] }, ['a', 'b c']],
    [{ scope: '', scp: 'b' }, []],
    [{ scope: null, scp: 'b' }, ['b']],
    [{ scope: 'a', scp: ['b'] }, ['a']],
    [{ scp: ['a', 1, null, 'b'] }, ['a', 'b']],
    [{ scp: 'a b' }, ['a', 'b']],
    [{ scope: { a: true } }, []],
    [{ scope: 7 }, []],
    [{}, []],
  ])('with %j has the scopes %j', async (claims, scopes) => {
    expect((await verify(await token(claims))).scopes).toEqual(new Set(scopes));
  });

  it.each([{}, { sub: 7 }, { sub: null }])('with %j is of nobody in particular', async (claims) => {
    expect((await verify(await token(claims))).subject).toBe('');
  });

  it.each([undefined, '', 'Basic YTpi', 'bearertoken', 'x bearer'])(
    'is asked for where there is none: %s',
    async (authorization) => {
      expect(await refusal(authorization)).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
        message: 'Credentials are required: send the header Authorization: Bearer <token>.',
        headers: { 'www-authenticate': 'Bearer realm="toy"' },
      });
    },
  );

  const unsigned = `Bearer ${base64url.encode('{"alg":"none"}')}.${base64url.encode(`{"exp":${now() + 60}}`)}.`;
  it.each<[string, () => string | Promise<string>, string]>([
    ['that is missing', () => 'Bearer', 'The bearer token is malformed.'],
    ['beside another', () => 'Bearer a b', 'The bearer token is malformed.'],
    ['that is no JWT', () => 'Bearer abc', 'The token is not a signed JWT.'],
    ['that is a JWT of nonsense', () => 'Bearer a.b.c', 'The token is not a signed JWT.'],
    ['that is unsigned', () => unsigned, ALGORITHM],
    ['of another key', () => token({}, { key: other.privateKey }), SIGNATURE],
    ['of a secret', () => token({}, { alg: 'HS256', key: secret }), ALGORITHM],
    ['of another algorithm', () => token({}, { alg: 'RS256', key: rsa.privateKey }), ALGORITHM],
    ['that has expired', () => token({ exp: now() - 60 }), 'The token has expired.'],
    ['without expiry', () => token({ exp: undefined }), EXPIRY],
    ['whose expiry is text', () => token({ exp: 'tomorrow' }), EXPIRY],
    ['of tomorrow', () => token({ nbf: now() + 60 }), 'The token is not valid yet.'],
    ['whose time of issue is text', () => token({ iat: 'now' }), 'A claim of the token is not valid.'],
  ])('%s is refused', async (_, make, message) => {
    expect(await refusal(await make())).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
      message,
      headers: { 'www-authenticate': `Bearer realm="toy", error="invalid_token", error_description="${message}"` },
    });
  });

  it.each<[scheme: string | undefined, sent: string, isAccepted: boolean]>([
    [undefined, 'BEARER   ', true],
    [undefined, 'Token ', false],
    ['Token', 'token ', true],
    ['Token', 'TOKEN  ', true],
    ['Token', 'Bearer ', false],
    ['Token', 'Tokens ', false],
    ['Token', ' Token ', false],
  ])('in the scheme %s is read behind %j: %s', async (scheme, sent, isAccepted) => {
    const received = (await token({})).replace('Bearer ', sent);
    const authorization = received.replace(/token/i, 'Bearer');
    const { authenticate } = await open();
    const result = await Promise.resolve(authenticate(received, scheme)).catch((error: unknown) => error);
    expect(result).toMatchObject(isAccepted ? { authorization } : { code: 'UNAUTHENTICATED' });
  });

  it('may come from a clock that differs by a few seconds', async () => {
    await expect(verify(await token({ exp: now() - 2, nbf: now() + 2 }))).resolves.toMatchObject({ subject: '' });
  });

  it.each<[Partial<Auth>, Record<string, unknown>, Record<string, unknown>, string]>([
    [{ issuer: 'me' }, { iss: 'me' }, { iss: 'you' }, ISSUER],
    [{ issuer: 'me' }, { iss: 'me' }, { iss: 'me/' }, ISSUER],
    [{ issuer: 'me' }, { iss: 'me' }, {}, ISSUER],
    [{ audience: ['shop'] }, { aud: ['x', 'shop'] }, { aud: 'x' }, AUDIENCE],
    [{ audience: ['shop', 'blog'] }, { aud: 'shop' }, {}, AUDIENCE],
    [{ audience: ['shop'] }, { aud: 'shop' }, { aud: [] }, AUDIENCE],
  ])('under %j is accepted with %j and refused with %j', async (auth, good, bad, message) => {
    await expect(verify(await token(good), auth)).resolves.toMatchObject({ claims: good });
    expect(await refusal(await token(bad), auth)).toMatchObject({ status: 401, message });
  });
});

const secretOf = (length: number) => new Uint8Array(length).fill(7);
const pair = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
test.each<[string, { publicKey: KeyObject; privateKey: KeyObject } | Uint8Array, string[], string[]]>([
  ['RSA', rsa, ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'], []],
  ['Ed25519', generateKeyPairSync('ed25519'), ['EdDSA', 'Ed25519'], []],
  ['P-384', pair('P-384'), ['ES384'], []],
  ['P-521', pair('P-521'), ['ES512'], []],
  ['a secret of 32 bytes', secretOf(32), ['HS256'], ['HS384', 'HS512']],
  ['a secret of 47 bytes', secretOf(47), ['HS256'], ['HS384', 'HS512']],
  ['a secret of 48 bytes', secretOf(48), ['HS256', 'HS384'], ['HS512']],
  ['a secret of 63 bytes', secretOf(63), ['HS256', 'HS384'], ['HS512']],
  ['a secret of 64 bytes', secretOf(64), ['HS256', 'HS384', 'HS512'], []],
])('the algorithms of %s are pinned', async (_, source, accepted, refused) => {
  const isSecret = source instanceof Uint8Array;
  const key: Auth['key'] = isSecret ? { kind: 'secret', secret: source } : { kind: 'public', key: source.publicKey };
  const signWith = (alg: string) => token({ sub: alg }, { alg, key: isSecret ? source : source.privateKey });
  for (const alg of accepted) expect(await verify(await signWith(alg), { key })).toMatchObject({ subject: alg });
  for (const alg of refused) {
    expect(await refusal(await signWith(alg), { key })).toMatchObject({ status: 401, message: ALGORITHM });
  }
});

describe('a key set', () => {
  let server: Server;
  let url: URL;
  let key: Auth['key'];
  let answer: () => [status: number, body: string];
  let fetched = 0;

  beforeAll(async () => {
    server = createServer((_, response) => {
      fetched++;
      const [status, body] = answer();
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`);
    key = { kind: 'jwks', url };
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    fetched = 0;
    const keys = [
      { ...(await exportJWK(ec.publicKey)), kid: 'one' },
      { ...(await exportJWK(other.publicKey)), kid: 'two' },
      { ...(await exportJWK(rsa.publicKey)), kid: 'three' },
    ];
    answer = () => [200, JSON.stringify({ keys })];
  });

  const UNAVAILABLE = {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'The keys of the token issuer are not available; try again shortly.',
    headers: { 'retry-after': '1' },
  };

  it('verifies with its keys, and is fetched once, but not for what is no token', async () => {
    const { authenticate } = await open({ key });
    await expect(authenticate('Bearer abc')).rejects.toMatchObject({ status: 401 });
    expect(fetched).toBe(0);
    for (const [sub, signer] of [
      ['one', { kid: 'one' }],
      ['two', { kid: 'two', key: other.privateKey }],
      ['three', { alg: 'PS256', key: rsa.privateKey }],
    ] as const) {
      expect(await authenticate(await token({ sub }, signer))).toMatchObject({ subject: sub });
    }
    expect(fetched).toBe(1);
  });

  it.each<[string, () => Promise<string>, string]>([
    ['an unknown key', () => token({}, { kid: 'four' }), "The kid of the token is not in the issuer's key set."],
    ['a key of another name', () => token({}, { kid: 'two' }), SIGNATURE],
    ['a token that could be of two keys', () => token({}), 'The token must name its key in the header parameter kid.'],
    ['a shared secret', () => token({}, { alg: 'HS256', key: secret, kid: 'one' }), ALGORITHM],
  ])('refuses %s', async (_, make, message) => {
    expect(await refusal(await make(), { key })).toMatchObject({ status: 401, message });
  });

  it.each<[string, Record<string, unknown>]>([
    ['too short', generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })],
    ['malformed', { kty: 'RSA', n: '!', e: 'AQAB' }],
    ['empty', { kty: 'RSA' }],
  ])('refuses a token of a key that is %s, and accepts those of the others', async (_, bad) => {
    const keys = [
      { ...bad, kid: 'bad' },
      { ...(await exportJWK(ec.publicKey)), kid: 'one' },
    ];
    answer = () => [200, JSON.stringify({ keys })];
    const { authenticate } = await open({ key });
    const header = base64url.encode(JSON.stringify({ alg: 'RS256', kid: 'bad' }));
    const forged = `Bearer ${header}.${base64url.encode(`{"exp":${now() + 60}}`)}.${base64url.encode('garbage')}`;
    const invalid = { status: 401, message: 'The key of the token is not valid.' };
    for (let time = 0; time < 2; time++) await expect(authenticate(forged)).rejects.toMatchObject(invalid);
    expect(await authenticate(await token({ sub: 'ada' }, { kid: 'one' }))).toMatchObject({ subject: 'ada' });
  });

  it.each<[string, () => [number, string]]>([
    ['fails', () => [500, '']],
    ['redirects', () => [302, '']],
    ['answers no JSON', () => [200, '<html>']],
    ['answers no key set', () => [200, '{}']],
  ])('is unavailable while the issuer %s, and recovers', async (_, failure) => {
    const good = answer;
    answer = failure;
    const { authenticate } = await open({ key });
    const authorization = await token({ sub: 'ada' }, { kid: 'one' });
    await expect(authenticate(authorization)).rejects.toMatchObject(UNAVAILABLE);
    answer = good;
    expect(await authenticate(authorization)).toMatchObject({ subject: 'ada' });
  });

  it('is unavailable for an unknown key while the issuer fails, because the key may be new', async () => {
    const { authenticate } = await open({ key });
    await authenticate(await token({}, { kid: 'one' }));
    answer = () => [500, ''];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    try {
      await expect(authenticate(await token({}, { kid: 'four' }))).rejects.toMatchObject(UNAVAILABLE);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is that of the issuer that a token names, and of no other', async () => {
    const nobody = { issuer: 'nobody', url: new URL('http://127.0.0.1:1/jwks') };
    const { authenticate } = await open({ key: { kind: 'issuers', issuers: [{ issuer: 'me', url }, nobody] } });
    const of = async (claims: Record<string, unknown>) => authenticate(await token(claims, { kid: 'one' }));
    expect(await of({ iss: 'me', sub: 'ada' })).toMatchObject({ subject: 'ada', issuer: 'me' });
    await expect(of({ iss: 'nobody' })).rejects.toMatchObject(UNAVAILABLE);
    for (const claims of [{ iss: 'you' }, {}]) {
      await expect(of(claims)).rejects.toMatchObject({ status: 401, message: ISSUER });
    }
    expect(fetched).toBe(1);
  });
});

test('without an issuer, the key of the data folder verifies', async () => {
  const { authenticate } = await open({ key: { kind: 'local' } });
  const [key] = await loadLocalKeys(dataDir);
  const own = await signToken(key!, { scopes: ['a'], lifetime: 60 });
  expect(await authenticate(`Bearer ${own}`)).toMatchObject({ scopes: new Set(['a']) });

  const [otherKey] = await loadLocalKeys(otherDir);
  const foreign = await signToken(otherKey!, { scopes: [], lifetime: 60 });
  const message =
    'The signature of the token is not valid; it may have been signed with the key of another DATA_DIR. Create a token with: portico token';
  await expect(authenticate(`Bearer ${foreign}`)).rejects.toMatchObject({ status: 401, message });
});

describe('the callers of tokens that were verified', () => {
  beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }));

  afterEach(() => vi.useRealTimers());

  const hs256 = () => open({ key: { kind: 'secret', secret } });
  const signed = (claims: Record<string, unknown>) => token(claims, { alg: 'HS256', key: secret });
  const isCached = (authenticator: Authenticator, authorization: string) =>
    !(authenticator.authenticate(authorization) instanceof Promise);

  it.each([
    ['a minute', 3600, 60_000],
    ['their expiry, if that comes first', 10, 10_000],
  ])('are cached for %s', async (_, expiresIn, milliseconds) => {
    const authenticator = await hs256();
    const authorization = await signed({ exp: now() + expiresIn });
    await authenticator.authenticate(authorization);
    vi.advanceTimersByTime(milliseconds - 1);
    expect(isCached(authenticator, authorization)).toBe(true);
    vi.advanceTimersByTime(2);
    expect(isCached(authenticator, authorization)).toBe(false);
  });

  it('are not cached past their expiry, although clocks may differ', async () => {
    const authenticator = await hs256();
    const authorization = await signed({ exp: now() - 2 });
    await authenticator.authenticate(authorization);
    expect(isCached(authenticator, authorization)).toBe(false);
  });

  it('are the last thousand', async () => {
    const authenticator = await hs256();
    const tokens = await Promise.all(Array.from({ length: 1001 }, (_, index) => signed({ sub: String(index) })));
    for (const authorization of tokens) await authenticator.authenticate(authorization);
    const cached = tokens.map((authorization) => isCached(authenticator, authorization));
    expect([cached[0], cached[1], cached[1000]]).toEqual([false, true, true]);
  });

  it('are not cached where the header is long, so that a thousand of them take little room', async () => {
    const authenticator = await hs256();
    const [short, long] = [await signed({ sub: 'x'.repeat(2900) }), await signed({ sub: 'x'.repeat(3100) })];
    expect([short.length <= 4096, long.length > 4096]).toEqual([true, true]);
    for (const authorization of [short, long]) await authenticator.authenticate(authorization);
    expect([isCached(authenticator, short), isCached(authenticator, long)]).toEqual([true, false]);
  });
});
