import { type KeyObject, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT, base64url, exportJWK } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import {
  type AuthenticatorSettings,
  KEY_SET_ALGORITHMS,
  createAuthenticator,
  openAuthenticator,
  publicKeyAlgorithms,
  readScopes,
  secretAlgorithms,
} from '../../../../src/gateway/guard/access/createAuthenticator.ts';
import { loadLocalKeys, signToken } from '../../../../src/gateway/guard/access/localKeys.ts';
import type { Settings } from '../../../../src/gateway/base/settings/Settings.ts';
import type { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const edwards = generateKeyPairSync('ed25519');
const secret = new TextEncoder().encode('x'.repeat(48));
const now = () => Math.floor(Date.now() / 1000);

async function token(
  claims: Record<string, unknown>,
  { alg = 'ES256', key = ec.privateKey as KeyObject | Uint8Array, kid = undefined as string | undefined } = {},
): Promise<string> {
  const payload = { exp: now() + 60, ...claims };
  return `Bearer ${await new SignJWT(payload).setProtectedHeader({ alg, ...(kid && { kid }) }).sign(key)}`;
}

function verifier(settings: Partial<AuthenticatorSettings> = {}) {
  return createAuthenticator({ key: { kind: 'public', key: ec.publicKey }, realm: 'portico', ...settings });
}

async function refusal(
  authorization: string | undefined,
  settings: Partial<AuthenticatorSettings> = {},
): Promise<ServiceError> {
  return Promise.resolve(verifier(settings).authenticate(authorization)).then(
    () => expect.unreachable('accepted'),
    (error: ServiceError) => error,
  );
}

describe('createAuthenticator', () => {
  it('gives subject, scopes, claims and the header as it came', async () => {
    const claims = { sub: 'ada', scope: 'users:read orders:read', exp: now() + 60, tenant: { id: 7 } };
    const authorization = await token(claims);
    expect(await verifier().authenticate(authorization)).toEqual({
      subject: 'ada',
      scopes: new Set(['users:read', 'orders:read']),
      claims,
      authorization,
    });
  });

  it.each(['jwk', 'jku', 'x5u'])('uses no key that a token brings in %s', async (parameter) => {
    const value = parameter === 'jwk' ? await exportJWK(other.publicKey) : 'https://evil.example/keys';
    const forged = await new SignJWT({ exp: now() + 60 })
      .setProtectedHeader({ alg: 'ES256', [parameter]: value })
      .sign(other.privateKey);
    const message = 'The signature of the token cannot be verified with the configured key.';
    expect(await refusal(`Bearer ${forged}`)).toMatchObject({ status: 401, message });
  });

  it('gives no request a caller that another one can change', async () => {
    const authorization = await token({ sub: 'ada', scope: 'a', tenant: { ids: [7] } });
    const { authenticate } = verifier();
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
    [{ scope: 'a b' }, ['a', 'b']],
    [{ scope: ' a  b ' }, ['a', 'b']],
    [{ scope: '' }, []],
    [{ scp: ['a', 'b'] }, ['a', 'b']],
    [{ scp: 'a b' }, ['a', 'b']],
    [{ scope: 'a', scp: ['b'] }, ['a']],
    [{ scp: ['a', 1, null] }, ['a']],
    [{ scope: 7 }, []],
    [{}, []],
  ])('reads the scopes of %j', async (claims, scopes) => {
    expect((await verifier().authenticate(await token(claims))).scopes).toEqual(new Set(scopes));
  });

  it.each([{}, { sub: 7 }, { sub: null }])('takes %j for nobody in particular', async (claims) => {
    expect((await verifier().authenticate(await token(claims))).subject).toBe('');
  });

  it.each([undefined, '', 'Basic YTpi', 'bearertoken', 'Basic bearer abc', 'x bearer'])(
    'asks for credentials when there are none: %s',
    async (authorization) => {
      expect(await refusal(authorization)).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
        message: 'Credentials are required: send the header Authorization: Bearer <token>.',
        headers: { 'www-authenticate': 'Bearer realm="portico"' },
      });
    },
  );

  const unsigned = `Bearer ${base64url.encode('{"alg":"none"}')}.${base64url.encode(`{"exp":${now() + 60}}`)}.`;
  it.each<[string, () => string | Promise<string>, string]>([
    ['no token', () => 'Bearer', 'The bearer token is malformed.'],
    ['two tokens', () => 'Bearer a b', 'The bearer token is malformed.'],
    ['no JWT', () => 'Bearer abc', 'The token is not a signed JWT.'],
    ['a JWT of nonsense', () => 'Bearer a.b.c', 'The token is not a signed JWT.'],
    ['an unsigned token', () => unsigned, 'The signature algorithm of the token is not accepted.'],
    [
      'another key',
      () => token({}, { key: other.privateKey }),
      'The signature of the token cannot be verified with the configured key.',
    ],
    [
      'a secret for a public key',
      () => token({}, { alg: 'HS256', key: secret }),
      'The signature algorithm of the token is not accepted.',
    ],
    [
      'another algorithm',
      () => token({}, { alg: 'RS256', key: rsa.privateKey }),
      'The signature algorithm of the token is not accepted.',
    ],
    ['an expired token', () => token({ exp: now() - 60 }), 'The token has expired.'],
    ['no expiry', () => token({ exp: undefined }), 'The token must have an expiry, the claim exp in seconds.'],
    [
      'an expiry that is text',
      () => token({ exp: 'tomorrow' }),
      'The token must have an expiry, the claim exp in seconds.',
    ],
    ['a token of tomorrow', () => token({ nbf: now() + 60 }), 'The token is not valid yet.'],
  ])('refuses %s', async (_, make, message) => {
    expect(await refusal(await make())).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
      message,
      headers: { 'www-authenticate': `Bearer realm="portico", error="invalid_token", error_description="${message}"` },
    });
  });

  it('reads the scheme of the conventions instead of Bearer', async () => {
    const authorization = await token({});
    const inScheme = authorization.replace('Bearer', 'token');
    await expect(verifier().authenticate(inScheme, 'Token')).resolves.toMatchObject({ authorization });
    await expect(verifier().authenticate(authorization, 'Token')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(verifier().authenticate(inScheme)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('accepts several spaces after the scheme', async () => {
    const authorization = (await token({})).replace('Bearer ', 'BEARER   ');
    await expect(verifier().authenticate(authorization)).resolves.toMatchObject({ authorization });
  });

  it('lets clocks differ by a few seconds', async () => {
    await expect(verifier().authenticate(await token({ exp: now() - 2, nbf: now() + 2 }))).resolves.toBeDefined();
  });

  it.each<[Partial<AuthenticatorSettings>, Record<string, unknown>, Record<string, unknown>, string]>([
    [{ issuer: 'me' }, { iss: 'me' }, { iss: 'you' }, 'The issuer of the token is not accepted.'],
    [{ issuer: 'me' }, { iss: 'me' }, {}, 'The issuer of the token is not accepted.'],
    [{ audience: ['shop'] }, { aud: ['x', 'shop'] }, { aud: 'x' }, 'The audience of the token is not accepted.'],
    [{ audience: ['shop', 'blog'] }, { aud: 'shop' }, {}, 'The audience of the token is not accepted.'],
  ])('under %j accepts %j and refuses %j', async (settings, good, bad, message) => {
    await expect(verifier(settings).authenticate(await token(good))).resolves.toBeDefined();
    expect(await refusal(await token(bad), settings)).toMatchObject({ status: 401, message });
  });

  it.each<[string, AuthenticatorSettings['key'], KeyObject | Uint8Array, string[], string[]]>([
    ['an RSA key', { kind: 'public', key: rsa.publicKey }, rsa.privateKey, ['RS256', 'RS512', 'PS384'], []],
    ['an Ed25519 key', { kind: 'public', key: edwards.publicKey }, edwards.privateKey, ['EdDSA', 'Ed25519'], []],
    ['a secret of 48 bytes', { kind: 'secret', secret }, secret, ['HS256', 'HS384'], ['HS512']],
  ])('pins the algorithms of %s', async (_, key, privateKey, accepted, refused) => {
    for (const alg of accepted) {
      await expect(verifier({ key }).authenticate(await token({}, { alg, key: privateKey }))).resolves.toBeDefined();
    }
    for (const alg of refused) {
      expect(await refusal(await token({}, { alg, key: privateKey }), { key })).toMatchObject({ status: 401 });
    }
  });

  it('caches whom it verified', async () => {
    const { authenticate } = verifier();
    const authorization = await token({ sub: 'ada' });
    const { claims } = await authenticate(authorization);
    expect((await authenticate(authorization)).claims).toBe(claims);
  });

  it('does not cache a caller past the expiry of the token', async () => {
    const { authenticate } = verifier();
    const authorization = await token({ exp: now() - 2 });
    const { claims } = await authenticate(authorization);
    expect((await authenticate(authorization)).claims).not.toBe(claims);
  });
});

describe('createAuthenticator with a key set', () => {
  let server: Server;
  let url: URL;
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

  const withKeySet = () => verifier({ key: { kind: 'jwks', url } });

  it('accepts the keys of the set, and fetches it once', async () => {
    const { authenticate } = withKeySet();
    await expect(authenticate(await token({}, { kid: 'one' }))).resolves.toBeDefined();
    await expect(authenticate(await token({}, { kid: 'two', key: other.privateKey }))).resolves.toBeDefined();
    await expect(authenticate(await token({}, { alg: 'PS256', key: rsa.privateKey }))).resolves.toBeDefined();
    expect(fetched).toBe(1);
  });

  it.each<[string, () => Promise<string>, string]>([
    ['an unknown key', () => token({}, { kid: 'four' }), "The kid of the token is not in the issuer's key set."],
    [
      'a key of another name',
      () => token({}, { kid: 'two' }),
      'The signature of the token cannot be verified with the configured key.',
    ],
    ['a token that could be of two keys', () => token({}), 'The token must name its key in the header parameter kid.'],
    [
      'a shared secret',
      () => token({}, { alg: 'HS256', key: secret, kid: 'one' }),
      'The signature algorithm of the token is not accepted.',
    ],
  ])('refuses %s', async (_, make, message) => {
    expect(await refusal(await make(), { key: { kind: 'jwks', url } })).toMatchObject({ status: 401, message });
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
    const { authenticate } = withKeySet();
    const header = base64url.encode(JSON.stringify({ alg: 'RS256', kid: 'bad' }));
    const forged = `Bearer ${header}.${base64url.encode(`{"exp":${now() + 60}}`)}.${base64url.encode('garbage')}`;
    for (let time = 0; time < 2; time++) {
      await expect(authenticate(forged)).rejects.toMatchObject({
        status: 401,
        message: 'The key of the token is not valid.',
      });
    }
    await expect(authenticate(await token({}, { kid: 'one' }))).resolves.toBeDefined();
  });

  it('fetches nothing for what is no token', async () => {
    await refusal('Bearer abc', { key: { kind: 'jwks', url } });
    expect(fetched).toBe(0);
  });

  it.each<[string, () => [number, string]]>([
    ['fails', () => [500, '']],
    ['redirects', () => [302, '']],
    ['answers no JSON', () => [200, '<html>']],
    ['answers no key set', () => [200, '{}']],
  ])('is unavailable while the issuer %s, and recovers', async (_, failure) => {
    const good = answer;
    answer = failure;
    const { authenticate } = withKeySet();
    const authorization = await token({}, { kid: 'one' });
    await expect(authenticate(authorization)).rejects.toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      message: 'The keys of the token issuer are not available; try again shortly.',
      headers: { 'retry-after': '1' },
    });
    answer = good;
    await expect(authenticate(authorization)).resolves.toBeDefined();
  });

  it('is unavailable for an unknown key while the issuer fails, because the key may be new', async () => {
    const { authenticate } = withKeySet();
    await authenticate(await token({}, { kid: 'one' }));
    answer = () => [500, ''];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    try {
      await expect(authenticate(await token({}, { kid: 'four' }))).rejects.toMatchObject({ status: 503 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('fetches the keys of the issuer that a token names, and of no other', async () => {
    const nobody = { issuer: 'nobody', url: new URL('http://127.0.0.1:1/jwks') };
    const { authenticate } = verifier({ key: { kind: 'issuers', issuers: [{ issuer: 'me', url }, nobody] } });
    expect(await authenticate(await token({ iss: 'me', sub: 'ada' }, { kid: 'one' }))).toMatchObject({
      subject: 'ada',
      issuer: 'me',
    });
    await expect(authenticate(await token({ iss: 'nobody' }, { kid: 'one' }))).rejects.toMatchObject({ status: 503 });
    await expect(authenticate(await token({ iss: 'you' }, { kid: 'one' }))).rejects.toMatchObject({ status: 401 });
    expect(fetched).toBe(1);
  });

  it('is unavailable while nobody listens', async () => {
    const key = { kind: 'jwks', url: new URL('http://127.0.0.1:1/jwks') } as const;
    expect(await refusal(await token({}), { key })).toMatchObject({ status: 503 });
  });
});

const dataDir = mkdtempSync(path.join(tmpdir(), 'portico-auth-'));
const otherDir = mkdtempSync(path.join(tmpdir(), 'portico-auth-'));

const open = (auth: object) => openAuthenticator({ auth: auth as Settings['auth'], dataDir }, 'toy');

describe('openAuthenticator', () => {
  afterAll(() => [dataDir, otherDir].forEach((folder) => rmSync(folder, { recursive: true })));

  test('without an issuer, the key of the data folder verifies', async () => {
    const { authenticate } = await open({ key: { kind: 'local' } });
    const [key] = await loadLocalKeys(dataDir);
    const own = await signToken(key!, { scopes: ['a'], lifetime: 60 });
    expect(await authenticate(`Bearer ${own}`)).toMatchObject({ scopes: new Set(['a']) });

    const [otherKey] = await loadLocalKeys(otherDir);
    const foreign = await signToken(otherKey!, { scopes: [], lifetime: 60 });
    await expect(authenticate(`Bearer ${foreign}`)).rejects.toThrow('another DATA_DIR');
  });

  test('a configured key verifies, with issuer, audience and the name of the API as the realm', async () => {
    const { authenticate } = await open({ key: { kind: 'secret', secret }, issuer: 'me', audience: ['shop'] });
    const sign = (claims: object, key = secret) =>
      new SignJWT({ exp: Date.now() / 1000 + 60, ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(key);
    await expect(authenticate(`Bearer ${await sign({ iss: 'me', aud: 'shop' })}`)).resolves.toBeDefined();
    await expect(authenticate(`Bearer ${await sign({ iss: 'you', aud: 'shop' })}`)).rejects.toThrow('issuer');
    await expect(authenticate(`Bearer ${await sign({ iss: 'me' })}`)).rejects.toThrow('audience');
    const forged = await sign({ iss: 'me', aud: 'shop' }, new TextEncoder().encode('y'.repeat(32)));
    await expect(authenticate(`Bearer ${forged}`)).rejects.toMatchObject({
      message: 'The signature of the token cannot be verified with the configured key.',
      headers: { 'www-authenticate': expect.stringMatching(/^Bearer realm="toy", /) },
    });
  });
});

describe('the callers of tokens that were verified', () => {
  beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }));

  afterEach(() => vi.useRealTimers());

  const hs256 = { key: { kind: 'secret', secret } } as const;
  const signed = (claims: Record<string, unknown>) => token(claims, { alg: 'HS256', key: secret });
  const isCached = (authenticator: ReturnType<typeof verifier>, authorization: string) =>
    !(authenticator.authenticate(authorization) instanceof Promise);

  it.each([
    ['a minute', 3600, 60_000],
    ['their expiry, if that comes first', 10, 10_000],
  ])('are cached for %s', async (_, expiresIn, milliseconds) => {
    const authenticator = verifier(hs256);
    const authorization = await signed({ exp: now() + expiresIn });
    await authenticator.authenticate(authorization);
    vi.advanceTimersByTime(milliseconds - 1);
    expect(isCached(authenticator, authorization)).toBe(true);
    vi.advanceTimersByTime(2);
    expect(isCached(authenticator, authorization)).toBe(false);
  });

  it('are the last thousand', async () => {
    const authenticator = verifier(hs256);
    const tokens = await Promise.all(Array.from({ length: 1001 }, (_, index) => signed({ sub: String(index) })));
    for (const authorization of tokens) await authenticator.authenticate(authorization);
    const cached = tokens.map((authorization) => isCached(authenticator, authorization));
    expect([cached[0], cached[1], cached[1000]]).toEqual([false, true, true]);
  });

  it('are not cached where the header is long, so that a thousand of them take little room', async () => {
    const authenticator = verifier(hs256);
    const [short, long] = [await signed({ sub: 'x'.repeat(2900) }), await signed({ sub: 'x'.repeat(3100) })];
    expect([short.length <= 4096, long.length > 4096]).toEqual([true, true]);
    for (const authorization of [short, long]) await authenticator.authenticate(authorization);
    expect([isCached(authenticator, short), isCached(authenticator, long)]).toEqual([true, false]);
  });
});

const RSA = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey;

describe('signatureAlgorithms', () => {
  test('a key set has no algorithm of a shared secret', () => {
    expect(KEY_SET_ALGORITHMS).toEqual([...RSA, 'EdDSA', 'Ed25519', 'ES256', 'ES384', 'ES512']);
  });

  test.each([
    ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey, RSA],
    ['Ed25519', () => generateKeyPairSync('ed25519').publicKey, ['EdDSA', 'Ed25519']],
    ['P-256', () => curve('P-256'), ['ES256']],
    ['P-384', () => curve('P-384'), ['ES384']],
    ['P-521', () => curve('P-521'), ['ES512']],
    ['secp256k1', () => curve('secp256k1'), []],
    ['X25519', () => generateKeyPairSync('x25519').publicKey, []],
  ])('a public key of the kind %s', (_, generate, algorithms) => {
    expect(publicKeyAlgorithms(generate())).toEqual(algorithms);
  });

  test.each([
    [0, []],
    [31, []],
    [32, ['HS256']],
    [47, ['HS256']],
    [48, ['HS256', 'HS384']],
    [63, ['HS256', 'HS384']],
    [64, ['HS256', 'HS384', 'HS512']],
  ])('a secret of %i bytes', (length, algorithms) => {
    expect(secretAlgorithms(new Uint8Array(length))).toEqual(algorithms);
  });
});

describe('readScopes', () => {
  test.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ scope: '' }, []],
    [{ scope: 'a' }, ['a']],
    [{ scope: 'a b' }, ['a', 'b']],
    [{ scope: ' a  b ' }, ['a', 'b']],
    [{ scope: 'a a' }, ['a']],
    [{ scope: ['a', 'b c'] }, ['a', 'b c']],
    [{ scp: 'a b' }, ['a', 'b']],
    [{ scp: ['a', 1, null, 'b'] }, ['a', 'b']],
    [{ scope: 'a', scp: 'b' }, ['a']],
    [{ scope: '', scp: 'b' }, []],
    [{ scope: null, scp: 'b' }, ['b']],
    [{ scope: 7 }, []],
    [{ scope: { a: 'b' } }, []],
  ])('the scopes of %j are %j', (claims, scopes) => {
    expect(readScopes(claims)).toEqual(new Set(scopes));
  });
});
