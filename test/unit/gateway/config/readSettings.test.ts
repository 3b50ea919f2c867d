import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';
import { SettingsError } from '../../../../src/gateway/config/SettingsError.ts';

const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** A secret that can be one. */
const SECRET = 'a secret of at least thirty-two bytes';
const pem = (key: KeyObject) => String(key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }));
const publicPem = pem(p256.publicKey);

const MISREAD = { DATABASE_URL: 'postgres://c/d?sslmod=1', DATABASE_DIRECT_URL: 'postgres://c/d?schema=1' };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).problems;
  }
  return [];
}

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      basePath: '',
      dataDir: './data',
      seed: 'demo',
      migrate: 'on',
      workers: 1,
      drainSeconds: 5,
      logLevel: 'info',
      auth: { key: { kind: 'local' } },
      apiName: 'portico',
      defaultVersion: 1,
      versioning: 'both',
      upstreamMaxBytes: 16 * 1024 * 1024,
    });
  });

  it('takes an empty variable for an absent one', () => {
    expect(readSettings({ PORT: '', AUTH_SECRET: '', DATABASE_URL: '' })).toEqual(readSettings({}));
  });

  it.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ DATABASE_URL: 'postgresql://a:b@c/d' }, { databaseUrl: 'postgresql://a:b@c/d', seed: 'none' }],
    [
      { DATABASE_URL: 'postgres://c/d', SEED: 'demo' },
      { databaseUrl: 'postgres://c/d', seed: 'demo' },
    ],
    [
      { DATABASE_URL: 'postgres://pooler/d', DATABASE_DIRECT_URL: 'postgres://c/d' },
      { databaseUrl: 'postgres://pooler/d', databaseDirectUrl: 'postgres://c/d' },
    ],
    [{ PUBLIC_URL: 'https://api.example.com' }, { publicUrl: 'https://api.example.com' }],
    [{ PUBLIC_URL: 'http://localhost:4000/' }, { publicUrl: 'http://localhost:4000' }],
    [{ TRUST_PROXY: 'off' }, {}],
    [{ TRUST_PROXY: 'loopback' }, { trustProxy: ['loopback'] }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
    [{ CORS_ORIGINS: '*' }, { corsOrigins: '*' }],
    [{ CORS_ORIGINS: 'https://a.example, http://b:81' }, { corsOrigins: ['https://a.example', 'http://b:81'] }],
    [{ MIGRATE: 'off' }, { migrate: 'off' }],
    [{ WORKERS: '16' }, { workers: 16 }],
    [{ WORKERS: 'auto' }, { workers: 'auto' }],
    [{ DRAIN_SECONDS: '0' }, { drainSeconds: 0 }],
    [{ DRAIN_SECONDS: '3600' }, { drainSeconds: 3_600 }],
    [{ SEED: 'none' }, { seed: 'none' }],
    [{ UPSTREAM_MAX_BYTES: '1048576' }, { upstreamMaxBytes: 1_048_576 }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ BASE_PATH: '/x/y-1.2' }, { basePath: '/x/y-1.2' }],
    [{ API_NAME: 'acme.shop' }, { apiName: 'acme.shop' }],
    [
      { DEFAULT_API_VERSION: '2', VERSIONING: 'header' },
      { defaultVersion: 2, versioning: 'header' },
    ],
    [
      { AUTH_JWKS_URL: 'https://i.example/jwks' },
      { auth: { key: { kind: 'jwks', url: new URL('https://i.example/jwks') } } },
    ],
    [
      { AUTH_SECRET: SECRET, AUTH_ISSUER: 'https://i.example', AUTH_AUDIENCE: 'shop' },
      {
        auth: {
          key: { kind: 'secret', secret: new TextEncoder().encode(SECRET) },
          issuer: 'https://i.example',
          audience: 'shop',
        },
      },
    ],
  ])('reads %j', (env, expected) => {
    const read = readSettings(env);
    expect(read).toMatchObject(expected);
  });

  it.each(['http://127.0.0.1:9/jwks', 'http://127.1.2.3/', 'http://[::1]:9/jwks', 'http://localhost:9/jwks'])(
    'reads the AUTH_JWKS_URL %s of the machine itself',
    (url) => {
      expect(readSettings({ AUTH_JWKS_URL: url }).auth.key).toEqual({ kind: 'jwks', url: new URL(url) });
    },
  );

  it.each([
    ['P-256', publicPem],
    ['P-256 with line breaks written as \\n', publicPem.replaceAll('\n', '\\n')],
    ['Ed25519', pem(generateKeyPairSync('ed25519').publicKey)],
    ['RSA of 2048 bits', pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)],
  ])('reads a public key: %s', (_, key) => {
    expect(readSettings({ AUTH_PUBLIC_KEY: key }).auth.key).toMatchObject({ kind: 'public', key: { type: 'public' } });
  });

  it.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1".'],
    [{ PORT: '80.0' }, 'PORT must be a whole number from 0 to 65535, not "80.0".'],
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ HOST: 'http://x' }, 'HOST must be a host name or an IP address, not "http://x".'],
    [{ MIGRATE: 'done' }, 'MIGRATE must be on or off, not "done".'],
    [{ WORKERS: '0' }, 'WORKERS must be a whole number from 1 to 999, or auto, not "0".'],
    [{ WORKERS: 'all' }, 'WORKERS must be a whole number from 1 to 999, or auto, not "all".'],
    [{ DATABASE_DIRECT_URL: 'postgres://c/d' }, 'DATABASE_DIRECT_URL needs the DATABASE_URL of the pooler beside it.'],
    [{ SEED: 'all' }, 'SEED must be demo or none, not "all".'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be trace or debug or info or warn or error or fatal or silent, not "loud".',
    ],
    [{ UPSTREAM_MAX_BYTES: '1023' }, 'UPSTREAM_MAX_BYTES must be a whole number from 1024 to 999999999, not "1023".'],
    [{ VERSIONING: 'none' }, 'VERSIONING must be path or header or both, not "none".'],
    [{ DEFAULT_API_VERSION: '0' }, 'DEFAULT_API_VERSION must be a whole number from 1 to 9999, not "0".'],
    [{ DEFAULT_API_VERSION: 'v1' }, 'DEFAULT_API_VERSION must be a whole number from 1 to 9999, not "v1".'],
    [{ AUTH_SECRET: ' '.repeat(32) }, 'AUTH_SECRET must be random, not blank or one character.'],
    [{ AUTH_SECRET: ' \t\n'.repeat(16) }, 'AUTH_SECRET must be random, not blank or one character.'],
    [{ AUTH_SECRET: 'x'.repeat(64) }, 'AUTH_SECRET must be random, not blank or one character.'],
    [{ AUTH_SECRET: publicPem }, 'AUTH_SECRET must be a random secret, not a key or certificate in PEM.'],
    [
      { AUTH_SECRET: publicPem.replaceAll('\n', '\\n') },
      'AUTH_SECRET must be a random secret, not a key or certificate in PEM.',
    ],
    ...['http://i.example/jwks', 'http://127.0.0.1.i.example/jwks', 'http://localhost.i.example/', 'http://[::2]/'].map(
      (url): [Record<string, string>, string] => [
        { AUTH_JWKS_URL: url },
        'AUTH_JWKS_URL must be a URL of https; http is for the machine itself, such as http://127.0.0.1.',
      ],
    ),
    [{ AUTH_ISSUER: 'a' }, 'AUTH_ISSUER needs one of AUTH_JWKS_URL, AUTH_PUBLIC_KEY, AUTH_SECRET beside it.'],
    [{ AUTH_AUDIENCE: 'a' }, 'AUTH_AUDIENCE needs one of AUTH_JWKS_URL, AUTH_PUBLIC_KEY, AUTH_SECRET beside it.'],
    [
      { AUTH_SECRET: SECRET, AUTH_JWKS_URL: 'https://i.example' },
      'AUTH_JWKS_URL and AUTH_SECRET exclude each other: set one of them.',
    ],
  ])('refuses %j', (env, fault) => {
    expect(faultsOf(env)).toEqual([fault]);
  });

  it.each(['/', '/x/', 'x', '/x//y', '/x%20y', '/x?y', '/x#y', '/x/..', '/./x', '/x y', '/é'])(
    'refuses the BASE_PATH %s',
    (path) => {
      expect(faultsOf({ BASE_PATH: path })).toEqual([expect.stringMatching(/^BASE_PATH must be a path such as \/api/)]);
    },
  );

  it.each(['Acme', 'a+b', 'a/b', 'a b', '.a', '"', 'a'.repeat(65)])('refuses the API_NAME %s', (name) => {
    expect(faultsOf({ API_NAME: name })).toEqual([expect.stringMatching(/^API_NAME must be at most 64/)]);
  });

  it.each([
    ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
    ['DATABASE_URL', 'hunter2'],
    ['DATABASE_URL', 'postgresql://me:hunter2@db:port/x'],
    ['DATABASE_DIRECT_URL', 'hunter2'],
    ['AUTH_SECRET', 'hunter2'],
    ['AUTH_JWKS_URL', 'ftp://me:hunter2@i.example/jwks'],
    ['AUTH_JWKS_URL', 'https://me:hunter2@'],
    ['AUTH_PUBLIC_KEY', 'hunter2'],
    ['AUTH_PUBLIC_KEY', pem(p256.privateKey)],
    ['AUTH_PUBLIC_KEY', pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)],
    ['AUTH_PUBLIC_KEY', pem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey)],
    ['AUTH_PUBLIC_KEY', pem(generateKeyPairSync('x25519').publicKey)],
  ])('refuses a wrong %s without repeating it (%#)', (name, value) => {
    const beside = name === 'DATABASE_DIRECT_URL' ? { DATABASE_URL: 'postgres://pooler/d' } : {};
    const faults = faultsOf({ [name]: value, ...beside });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} must be `))]);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('names everything that is wrong at once', () => {
    const faults = faultsOf({ PORT: 'x', SEED: 'x', BASE_PATH: 'x', AUTH_ISSUER: 'x', ...MISREAD });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'SEED',
      'BASE_PATH',
      'DATABASE_URL:',
      'DATABASE_DIRECT_URL:',
      'AUTH_ISSUER',
    ]);
  });

  it('refuses two URLs of a database that name different schemas', () => {
    const env = { DATABASE_URL: 'postgres://pooler/d?schema=a', DATABASE_DIRECT_URL: 'postgres://c/d?schema=b' };
    expect(faultsOf(env)).toEqual(['DATABASE_URL and DATABASE_DIRECT_URL name different schemas; both need the same.']);
  });
});

describe('addresses of others', () => {
  it.each([
    ...['https://a/b', 'https://a?b', 'ftp://a', 'a.example', 'https://a:99999'].map((value) => ['PUBLIC_URL', value]),
    ...['on', '1', '10.0.0.0/99', 'proxy.example', '10.0.0.1,'].map((value) => ['TRUST_PROXY', value]),
    ...['https://a/', 'a.example', 'null', 'https://a, *', 'https://A', 'https://a:443', ''.padEnd(2, ',')].map(
      (value) => ['CORS_ORIGINS', value],
    ),
  ])('refuses %s=%s by name', (name, value) => {
    expect(faultsOf({ [name!]: value! })).toEqual([expect.stringMatching(new RegExp(`^${name} must be .*\\.$`))]);
  });
});
