import { type KeyObject, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SettingsError, readSettings } from '../../../src/gateway/server.ts';

const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SECRET = 'a secret of at least thirty-two bytes';
const pem = (key: KeyObject) => String(key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }));
const publicPem = pem(p256.publicKey);

function problemsOf(env: Record<string, string>): readonly string[] {
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
      workers: 1,
      drainSeconds: 5,
      logLevel: 'info',
      auth: { key: { kind: 'local' } },
      upstreamMaxBytes: 16 * 1024 * 1024,
      upstreamBatchSize: 1,
    });
  });

  it('reads an empty variable as absent', () => {
    expect(readSettings({ PORT: '', AUTH_SECRET: '', WORKERS: '' })).toEqual(readSettings({}));
  });

  it.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HEALTH_PORT: '4001' }, { healthPort: 4_001 }],
    [{ METRICS_PORT: '9464' }, { metricsPort: 9_464 }],
    [
      { PORT: '0', HEALTH_PORT: '0' },
      { port: 0, healthPort: 0 },
    ],
    [{ MAX_CONNECTIONS_PER_ADDRESS: '100' }, { maxConnectionsPerAddress: 100 }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ PUBLIC_URL: 'https://api.example.com' }, { publicUrl: 'https://api.example.com' }],
    [{ PUBLIC_URL: 'http://localhost:4000/' }, { publicUrl: 'http://localhost:4000' }],
    [{ TRUST_PROXY: 'off' }, {}],
    [{ TRUST_PROXY: 'loopback' }, { trustProxy: ['loopback'] }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
    [{ RATE_LIMIT: 'off' }, { rateLimit: 'off' }],
    [{ RATE_LIMIT: '100/60' }, { rateLimit: { requests: 100, windowSeconds: 60 } }],
    [{ RATE_LIMIT: '1/99999' }, { rateLimit: { requests: 1, windowSeconds: 99_999 } }],
    [{ CORS_ORIGINS: '*' }, { corsOrigins: '*' }],
    [{ CORS_ORIGINS: 'https://a.example, http://b:81' }, { corsOrigins: ['https://a.example', 'http://b:81'] }],
    [{ WORKERS: '16' }, { workers: 16 }],
    [{ WORKERS: 'auto' }, { workers: 'auto' }],
    [{ DRAIN_SECONDS: '0' }, { drainSeconds: 0 }],
    [{ DRAIN_SECONDS: '3600' }, { drainSeconds: 3_600 }],
    [{ UPSTREAM_MAX_BYTES: '1048576' }, { upstreamMaxBytes: 1_048_576 }],
    [{ UPSTREAM_BATCH_SIZE: '10' }, { upstreamBatchSize: 10 }],
    [{ UPSTREAM_TRUSTED_DOCUMENTS: 'hash' }, { upstreamTrustedDocuments: 'hash' }],
    [
      { UPSTREAM_CLIENT_NAME: 'rest', UPSTREAM_CLIENT_VERSION: '1' },
      { upstreamClient: { clientName: 'rest', clientVersion: '1' } },
    ],
    [
      { REDIS_URL: 'rediss://user:secret@redis.example:6380/2' },
      { redisUrl: 'rediss://user:secret@redis.example:6380/2' },
    ],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    ...['/x/y-1.2', '/~me/a@b', '/...'].map((path): [Record<string, string>, object] => [
      { BASE_PATH: path },
      { basePath: path },
    ]),
    [
      { AUTH_JWKS_URL: 'https://i.example/jwks' },
      { auth: { key: { kind: 'jwks', url: new URL('https://i.example/jwks') } } },
    ],
    [
      {
        AUTH_JWKS_URL: 'https://i.example/jwks, http://127.0.0.1:9/jwks',
        AUTH_ISSUER: 'https://i.example,other',
        AUTH_AUDIENCE: 'shop, blog',
      },
      {
        auth: {
          key: {
            kind: 'issuers',
            issuers: [
              { issuer: 'https://i.example', url: new URL('https://i.example/jwks') },
              { issuer: 'other', url: new URL('http://127.0.0.1:9/jwks') },
            ],
          },
          audience: ['shop', 'blog'],
        },
      },
    ],
    [
      { AUTH_SECRET: SECRET, AUTH_ISSUER: 'https://i.example', AUTH_AUDIENCE: 'shop' },
      {
        auth: {
          key: { kind: 'secret', secret: new TextEncoder().encode(SECRET) },
          issuer: 'https://i.example',
          audience: ['shop'],
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
    ['P-256', p256.publicKey],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey],
    ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey],
    ['Ed25519', generateKeyPairSync('ed25519').publicKey],
    ['RSA of 2048 bits', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey],
  ])('reads a public key of %s, with line breaks of either spelling', (_, key) => {
    for (const text of [pem(key), pem(key).replaceAll('\n', '\\n')]) {
      const { key: read } = readSettings({ AUTH_PUBLIC_KEY: text }).auth as unknown as {
        key: { kind: string; key: KeyObject };
      };
      expect([read.kind, read.key.equals(key)]).toEqual(['public', true]);
    }
  });

  it.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1".'],
    [{ PORT: '80.0' }, 'PORT must be a whole number from 0 to 65535, not "80.0".'],
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ HOST: 'http://x' }, 'HOST must be a host name or an IP address, not "http://x".'],
    [{ WORKERS: '0' }, 'WORKERS must be a whole number from 1 to 999, or auto, not "0".'],
    [{ WORKERS: 'all' }, 'WORKERS must be a whole number from 1 to 999, or auto, not "all".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent, not "loud".'],
    [{ UPSTREAM_MAX_BYTES: '1023' }, 'UPSTREAM_MAX_BYTES must be a whole number from 1024 to 999999999, not "1023".'],
    [{ UPSTREAM_TRUSTED_DOCUMENTS: 'yes' }, 'UPSTREAM_TRUSTED_DOCUMENTS must be id, hash or hive, not "yes".'],
    [{ UPSTREAM_BATCH_SIZE: '101' }, 'UPSTREAM_BATCH_SIZE must be a whole number from 1 to 100, not "101".'],
    ...['redis', 'localhost:6379', 'http://127.0.0.1:6379', 'redis://'].map((url): [Record<string, string>, string] => [
      { REDIS_URL: url },
      'REDIS_URL must be a URL such as redis://127.0.0.1:6379, or of rediss for TLS.',
    ]),
    ...[
      ['API_NAME', 'name'],
      ['DEFAULT_API_VERSION', 'defaultVersion'],
      ['VERSIONING', 'versioning'],
    ].map(([name, key]): [Record<string, string>, string] => [
      { [name!]: '1' },
      `${name} is a property of the API: write "${key}" into api.json, beside the versions of the endpoint documents.`,
    ]),
    ...['RATE_LIMIT_REDIS_URL', 'IDEMPOTENCY_REDIS_URL'].map((name): [Record<string, string>, string] => [
      { [name]: 'redis://127.0.0.1:6379' },
      `${name} is now REDIS_URL, the one Redis of rate limits and idempotency keys.`,
    ]),
    ...['on', '100', '0/60', '100/0', '100/100000', '100 / 60', '1e3/60'].map(
      (limit): [Record<string, string>, string] => [
        { RATE_LIMIT: limit },
        `RATE_LIMIT must be off, or requests/seconds, such as 100/60, with at most 99999 seconds, not "${limit}".`,
      ],
    ),
    [{ AUTH_SECRET: ' '.repeat(32) }, 'AUTH_SECRET must be random, not blank or one repeated character.'],
    [{ AUTH_SECRET: ' \t\n'.repeat(16) }, 'AUTH_SECRET must be random, not blank or one repeated character.'],
    [{ AUTH_SECRET: 'x'.repeat(64) }, 'AUTH_SECRET must be random, not blank or one repeated character.'],
    [{ AUTH_SECRET: publicPem }, 'AUTH_SECRET must be a random secret, not a key or certificate in PEM.'],
    [
      { AUTH_SECRET: publicPem.replaceAll('\n', '\\n') },
      'AUTH_SECRET must be a random secret, not a key or certificate in PEM.',
    ],
    ...['http://i.example/jwks', 'http://127.0.0.1.i.example/jwks', 'http://localhost.i.example/', 'http://[::2]/'].map(
      (url): [Record<string, string>, string] => [
        { AUTH_JWKS_URL: url },
        'AUTH_JWKS_URL must be an https URL; http is allowed only for loopback addresses, such as http://127.0.0.1.',
      ],
    ),
    [{ HEALTH_PORT: '4000' }, 'HEALTH_PORT must be another port than PORT, which is 4000.'],
    [{ METRICS_PORT: '4000' }, 'METRICS_PORT must be another port than PORT and HEALTH_PORT, not 4000.'],
    [{ HEALTH_PORT: 'off' }, 'HEALTH_PORT must be a whole number from 0 to 65535, not "off".'],
    [
      { MAX_CONNECTIONS_PER_ADDRESS: '0' },
      'MAX_CONNECTIONS_PER_ADDRESS must be a whole number from 1 to 999999999, not "0".',
    ],
    ...[
      { AUTH_JWKS_URL: 'https://i.example,https://j.example' },
      { AUTH_JWKS_URL: 'https://i.example,https://j.example', AUTH_ISSUER: 'i' },
      { AUTH_JWKS_URL: 'https://i.example', AUTH_ISSUER: 'i,j' },
      { AUTH_SECRET: SECRET, AUTH_ISSUER: 'i,j' },
    ].map((env): [Record<string, string>, string] => [
      env,
      'AUTH_ISSUER and AUTH_JWKS_URL must have equally many values, separated by commas: the key set of each issuer, in the same order.',
    ]),
    [
      { AUTH_JWKS_URL: 'https://i.example,https://j.example', AUTH_ISSUER: 'i,i' },
      'AUTH_ISSUER must not name an issuer twice.',
    ],
    [
      { AUTH_SECRET: SECRET, AUTH_AUDIENCE: 'shop,' },
      'AUTH_AUDIENCE must be one name, or several separated by commas.',
    ],
    [{ AUTH_ISSUER: 'a' }, 'AUTH_ISSUER requires one of AUTH_JWKS_URL, AUTH_PUBLIC_KEY, AUTH_SECRET.'],
    [{ AUTH_AUDIENCE: 'a' }, 'AUTH_AUDIENCE requires one of AUTH_JWKS_URL, AUTH_PUBLIC_KEY, AUTH_SECRET.'],
    [
      { AUTH_SECRET: SECRET, AUTH_JWKS_URL: 'https://i.example' },
      'AUTH_JWKS_URL and AUTH_SECRET cannot be combined; set only one of them.',
    ],
  ])('refuses %j', (env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });

  it.each(['/', '/x/', 'x', '/x//y', '/x%20y', '/x?y', '/x#y', '/x/..', '/./x', '/x y', '/é'])(
    'refuses the BASE_PATH %s',
    (path) => {
      expect(problemsOf({ BASE_PATH: path })).toEqual([
        expect.stringMatching(/^BASE_PATH must be a path such as \/api/),
      ]);
    },
  );

  it.each([
    ['AUTH_SECRET', 'hunter2'],
    ['AUTH_JWKS_URL', 'ftp://me:hunter2@i.example/jwks'],
    ['AUTH_JWKS_URL', 'https://me:hunter2@'],
    ['AUTH_PUBLIC_KEY', 'hunter2'],
    ['AUTH_PUBLIC_KEY', pem(p256.privateKey)],
    ['AUTH_PUBLIC_KEY', pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)],
    ['AUTH_PUBLIC_KEY', pem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey)],
    ['AUTH_PUBLIC_KEY', pem(generateKeyPairSync('x25519').publicKey)],
  ])('refuses a wrong %s without repeating it (%#)', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be `))]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('reports every problem at once', () => {
    const problems = problemsOf({ PORT: 'x', BASE_PATH: 'x', AUTH_ISSUER: 'x' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['PORT', 'BASE_PATH', 'AUTH_ISSUER']);
    expect(new SettingsError(problems).message).toBe(problems.join('\n'));
  });

  it.each([{ DATABASE_URL: 'nonsense' }, { SEED: 'nonsense' }, { MIGRATE: 'nonsense' }])(
    'ignores %j, which is not a setting of a gateway',
    (env) => {
      expect(readSettings(env)).toEqual(readSettings({}));
    },
  );
});

describe('origins and peers', () => {
  it.each([
    ...['https://a/b', 'https://a?b', 'ftp://a', 'a.example', 'https://a:99999'].map((value) => ['PUBLIC_URL', value]),
    ...['on', '1', '10.0.0.0/99', 'proxy.example', '10.0.0.1,'].map((value) => ['TRUST_PROXY', value]),
    ...['https://a/', 'a.example', 'null', 'https://a, *', 'https://A', 'https://a:443', ''.padEnd(2, ',')].map(
      (value) => ['CORS_ORIGINS', value],
    ),
  ])('refuses %s=%s by name', (name, value) => {
    expect(problemsOf({ [name!]: value! })).toEqual([expect.stringMatching(new RegExp(`^${name} must be .*\\.$`))]);
  });
});
