import { chmodSync } from 'node:fs';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { Folder } from '../support/runPortico.ts';
import { type Fixture, type FixtureServer, playFixtures } from './replay/support/playFixtures.ts';

const SDL = 'type Query { hello(name: String): String! }';
const upstream = await playFixtures();
afterAll(() => upstream.close());
const UPSTREAM = `${upstream.origin}/graphql`;
const respond = (live?: string) => {
  upstream.fixtures['POST /graphql'] = (body): Fixture => {
    if (!body.includes('__schema')) return { body: { data: { __typename: 'Query' } } };
    return { body: live ? { data: introspectionFromSchema(buildSchema(live)) } : { errors: [{ message: 'No.' }] } };
  };
};
respond(SDL);

const folder = new Folder({
  'portico.config.json': JSON.stringify({ upstream: UPSTREAM, endpoints: 'rest' }),
  'schema.graphql': SDL,
  'rest/v1/getHello.graphql':
    'query getHello($name: String) @endpoint(method: GET, path: "/hello", unwrap: false) { hello(name: $name) }',
});
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  respond(SDL);
  for (const close of closing.splice(0)) await close();
});

const diagnose = (env: Record<string, string>, ...args: string[]) =>
  folder.run(['doctor', ...args], { env: { PORT: '0', ...env } });

/** The findings of one check. */
async function find(check: string, env: Record<string, string>, ...args: string[]) {
  const { code, json } = await folder.runJson(['doctor', ...args], { env: { PORT: '0', ...env } });
  const findings = json as { check: string; status: string; message: string }[];
  return {
    code,
    findings: findings.filter((finding) => finding.check === check).map(({ status, message }) => [status, message]),
  };
}

/** Serves something, and returns its port. */
async function serve(fixtures: FixtureServer['fixtures']): Promise<string> {
  const { origin, close } = await playFixtures(fixtures);
  closing.push(close);
  return new URL(origin).port;
}

test('a start that would work is reported in lines, with exit code 0', async () => {
  const { code, stdout, stderr } = await diagnose({});
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^ok {2}settings {4}All are valid\.\nok {2}documents {3}They can be served\.\nok {2}PORT {8}Any free port\.\nok {2}upstream {4}It responds, and its schema fits the endpoints\.\nok {2}\.env {8}This folder has none\.\nok {2}open files {2}A process can have [\w ]+ files and connections open\.\n\nEverything that a start needs works\.\n$/,
  );
});

test('every invalid setting fails, and names that are almost those of settings are warned of', async () => {
  const env = { PORT: 'x', WORKERS: '0', RATE_LIMITS: '1/1', REDIS_URL_FILE: '', HOSTS_FILE: 'x' };
  expect(await diagnose(env)).toEqual({
    code: 1,
    stdout:
      'failed   settings  PORT must be a whole number from 0 to 65535, not "x".\n' +
      'failed   settings  WORKERS must be a whole number from 1 to 999, or auto, not "0".\n' +
      'warning  settings  RATE_LIMITS is not a setting; did you mean RATE_LIMIT?\n' +
      '\n2 checks failed; 1 warning.\n',
    stderr: '',
  });
});

describe('the settings', () => {
  const warningsOf = async (env: Record<string, string>) => {
    const { findings } = await find('settings', env);
    return findings.flatMap(([status, message]) => (status === 'warning' ? message!.split('\n') : []));
  };
  const named = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'x']));

  test('may have names that are nearly others', async () => {
    const near = {
      AUTH_SECRT: 'AUTH_SECRET',
      AUTH_SERCET: 'AUTH_SECRET',
      'AUTH-SECRET': 'AUTH_SECRET',
      auth_secret: 'AUTH_SECRET',
      AUTH_SCRT: 'AUTH_SECRET',
      AUTH_SECRT_FILE: 'AUTH_SECRET_FILE',
      AUTH_SECRET_FIEL: 'AUTH_SECRET_FILE',
      AUTH_SECRT_FIL: 'AUTH_SECRET_FILE',
      AUTH_SECRETFILE: 'AUTH_SECRET_FILE',
      AUTH_ISSUERS: 'AUTH_ISSUER',
      CORS_ORIGIN: 'CORS_ORIGINS',
      METRIC_PORT: 'METRICS_PORT',
      METRICS_PROT: 'METRICS_PORT',
      REDIS_URI: 'REDIS_URL',
      REDIS_ULR: 'REDIS_URL',
      LOG_LEVLE: 'LOG_LEVEL',
      MAX_CONECTIONS_PER_ADDRES: 'MAX_CONNECTIONS_PER_ADDRESS',
    };
    expect(await warningsOf(named(Object.keys(near).join(' ')))).toEqual(
      Object.entries(near).map(([name, setting]) => `${name} is not a setting; did you mean ${setting}?`),
    );
  });

  test.each<[string, Record<string, string>]>([
    ['are empty', { AUTH_SECRT: '' }],
    ['belong to other programs, as the setting is given', { LOG_LEVEL: 'info', LOG_LEVELS: 'x' }],
    ['belong to other programs, as its file is given', { AUTH_SECRET_FILE: '/nowhere', AUTH_SECRETS: 'x' }],
    ['differ in three letters, or are one word', named('AUTH_SCR LOGLEVEL')],
    ['are of services and links', { METRIC_PORT: 'tcp://10.0.0.7:80', HEALT_PORT: 'udp://10.0.0.7:80' }],
    ['are long', { [`AUTH_${'x'.repeat(100_000)}`]: 'x' }],
    ['have files, though only secrets have', named('LOG_LEVEL_FILES LOG_LEVEL_FIL RATE_LIMIT_FIEL AUTH_ISSUER_FILES')],
    ['are almost those of a database', named('DATABASE_ULR SEDE_A')],
    [
      'have short words that differ in two letters',
      named(
        'REDIS_SSL REDIS_TTL REDIS_TLS REDIS_DB METRICS_HOST HEALTH_HOST HEALTH_REPORT METRICS_EXPORT LOG_LABEL LOG_LEAVE BASE_PAGE DATA_ID DATA_DIFF TRUST_PAIR LOGS_LEVELS BASES_PATHS PUBLIC_URIS',
      ),
    ],
    [
      'are common',
      named(
        'PORTS HOSTNAME HOSTS LOG LOGS LOGNAME SHELL PWD USER TERM TZ CI DEBUG WORKER SEEDS MIGRATED NODE_PORT NODE_HOST PGHOST PGPORT PG_PORT PG_HOST PG_DATA POSTGRES_URL PORTICO_PORT PORTICO_SERVICE_HOST PORTICO_PORT_4000_TCP PORTICO_METRICS_SERVICE_PORT KUBERNETES_PORT REDIS_HOST REDIS_PORT REDIS_SERVICE_HOST OAUTH_SECRET OAUTH_ISSUER JWT_SECRET SESSION_SECRET CLIENT_SECRET API_URL BASE_URL APP_URL SITE_URL DB_URL LOG_DIR HTTP_PORT HTTPS_PORT npm_package_name XDG_DATA_DIRS TEMP_DIR OTEL_SERVICE_NAME UPSTREAM_X_API_KEY MCP_TOKEN LOG_FILE LOG_FORMAT LC_ALL LANG DOCKER_HOST GIT_DIR AWS_REGION VIRTUAL_ENV COLORTERM LS_COLORS',
      ),
    ],
  ])('are not near names that %s', async (_, env) => {
    expect(await warningsOf(env)).toEqual([]);
  });

  const AUTH_SECRET = 'a secret of at least thirty-two bytes';
  const ISSUER = expect.stringMatching(/^AUTH_ISSUER is not set: .*RFC 8725, section 3\.8\.$/) as string;
  const AUDIENCE = expect.stringMatching(/^AUTH_AUDIENCE is not set: .*RFC 8725, section 3\.9\.$/) as string;
  const CLOSED = 'http://127.0.0.1:1/1';
  test.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ AUTH_SECRET }, [ISSUER, AUDIENCE]],
    [{ AUTH_JWKS_URL: CLOSED }, [ISSUER, AUDIENCE]],
    [{ AUTH_SECRET, AUTH_ISSUER: 'https://i.example' }, [AUDIENCE]],
    [{ AUTH_SECRET, AUTH_AUDIENCE: 'shop' }, [ISSUER]],
    [{ AUTH_JWKS_URL: `${CLOSED},${CLOSED}/2`, AUTH_ISSUER: 'i,j' }, [AUDIENCE]],
    [{ AUTH_SECRET, AUTH_ISSUER: 'https://i.example', AUTH_AUDIENCE: 'shop' }, []],
    [
      { RATE_LIMIT: '100/60', WORKERS: '4', PORT: '65535' },
      [
        'RATE_LIMIT is counted by each of the 4 workers by itself: a caller has up to 4 times the limit. Set REDIS_URL to count together.',
      ],
    ],
    [{ RATE_LIMIT: '100/60', WORKERS: '1', PORT: '65535' }, []],
    [{ RATE_LIMIT: 'off', WORKERS: '4', PORT: '65535' }, []],
    [{ WORKERS: '4', PORT: '65535' }, []],
    [{ RATE_LIMIT: '100/60', WORKERS: '4', PORT: '65535', REDIS_URL: 'redis://127.0.0.1:1' }, []],
  ])('%j have the warnings %j', async (env, warnings) => {
    expect(await warningsOf(env)).toEqual(warnings);
  });
});

test('what fails, and what is a warning, have each line of their messages', async () => {
  respond(SDL.replace('String)', 'ID)'));
  const { code, stdout } = await diagnose({}, '--schema', 'schema.graphql', '--endpoints', 'nowhere');
  expect(code).toBe(1);
  expect(stdout).toContain(
    'failed  documents   --endpoints: the folder nowhere cannot be read. ENOENT: no such file or directory.\n',
  );
  const { stdout: differs } = await diagnose({}, '--schema', 'schema.graphql');
  expect(differs).toContain(
    `failed  upstream    Its schema is not that of ${folder.at('schema.graphql')}; get its schema again, and run portico check.\n` +
      '                    Query.hello(name:) is ID in this schema; the plan was built for String.\n',
  );
  expect(differs).toMatch(/\n\n1 check failed\.\n$/);
});

describe('the upstream', () => {
  const schema = ['--schema', 'schema.graphql'];
  const file = folder.at('schema.graphql');

  test('has a schema that fits', async () => {
    expect(await find('upstream', {})).toEqual({
      code: 0,
      findings: [['ok', 'It responds, and its schema fits the endpoints.']],
    });
    expect((await find('upstream', {}, ...schema)).findings).toEqual([
      ['ok', `It responds, and its schema fits the endpoints as ${file} does.`],
    ]);
  });

  test('fails where its schema does not fit, with the position', async () => {
    respond(SDL.replace('String)', 'ID)'));
    const { code, findings } = await find('upstream', {});
    expect(code).toBe(1);
    expect(findings).toEqual([
      ['failed', expect.stringMatching(/getHello\.graphql:1:\d+: Variable .* expecting type "ID"/)],
    ]);
  });

  test('is a warning where its schema cannot be compared with a file', async () => {
    respond();
    expect((await find('upstream', {})).findings).toEqual([['failed', expect.stringContaining('Introspection of')]]);
    expect(await find('upstream', {}, ...schema)).toEqual({
      code: 0,
      findings: [['warning', `It responds, but cannot be introspected: its schema was not compared with ${file}.`]],
    });
  });

  test('fails where nothing responds', async () => {
    const { findings } = await find('upstream', {}, '--upstream', 'http://127.0.0.1:1/graphql', ...schema);
    expect(findings).toEqual([['failed', expect.stringContaining('upstream')]]);
  });
});

describe('a port', () => {
  const inUse = (setting: string, port: string) =>
    `Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set ${setting} to another port (0 takes any free one).`;

  test.each(['PORT', 'HEALTH_PORT', 'METRICS_PORT'])('%s of another server fails', async (setting) => {
    const port = await serve({});
    expect(await find(setting, { [setting]: port })).toEqual({
      code: 1,
      findings: [['failed', inUse(setting, port)]],
    });
  });

  test('that is free stays free', async () => {
    const PORT = await serve({});
    for (const close of closing.splice(0)) await close();
    for (let round = 0; round < 2; round++) {
      expect(await find('PORT', { PORT })).toEqual({ code: 0, findings: [['ok', `${PORT} is free.`]] });
    }
  });

  test('of an address that this machine does not have fails', async () => {
    expect((await find('PORT', { HOST: '192.0.2.1' })).findings).toEqual([
      ['failed', 'This machine does not have the address 192.0.2.1. Set HOST to an address of this machine.'],
    ]);
  });

  test.each([
    ['HEALTH_PORT', '/health/live', 'application/json'],
    ['METRICS_PORT', '/metrics', 'text/plain; version=0.0.4'],
  ])('of a server that responds as it should is that of a running Portico: %s', async (setting, page, type) => {
    const port = await serve({ [`GET ${page}`]: { headers: { 'content-type': type }, body: '{}' } });
    expect(await find(setting, { [setting]: port })).toEqual({
      code: 0,
      findings: [['ok', `A server that responds at http://127.0.0.1:${port}${page} uses it.`]],
    });
  });
});

describe('the issuer', async () => {
  const { publicKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  const verdictOf = async (body: string, headers: Record<string, string> = {}, status = 200) => {
    const url = `http://127.0.0.1:${await serve({ 'GET /jwks': { status, headers, body } })}/jwks`;
    const { findings } = await find('issuer', { AUTH_JWKS_URL: url });
    return findings.map(([kind, message]) => [kind, message!.replace(url, 'URL')]);
  };
  const advice = 'Check AUTH_JWKS_URL, URL, and that this machine reaches it.';

  test.each([
    [1, 'a key'],
    [2, '2 keys'],
  ])('has %i', async (count, text) => {
    const keys = Array.from({ length: count }, () => jwk);
    expect(await verdictOf(JSON.stringify({ keys: [...keys, { kty: 'oct' }, null] }))).toEqual([
      ['ok', `It has ${text}.\nThis clock agrees with that of the issuer.`],
    ]);
  });

  test.each([
    ['<html>', 200, 'The response is no JWK set with a key that verifies tokens.'],
    ['', 503, 'Its keys cannot be fetched: the status is 503.'],
  ])('that responds %j with %i fails', async (body, status, problem) => {
    expect(await verdictOf(body, {}, status)).toEqual([['failed', `${problem} ${advice}`]]);
  });

  test('that cannot be reached fails', async () => {
    const { findings } = await find('issuer', { AUTH_JWKS_URL: 'http://127.0.0.1:1/jwks' });
    expect(findings[0]).toEqual([
      'failed',
      expect.stringMatching(/^Its keys cannot be fetched: .+ Check AUTH_JWKS_URL, http:/),
    ]);
  });

  test.each([
    [-3_600_000, '3600 seconds ahead of'],
    [3_600_000, '3600 seconds behind'],
  ])('whose clock is %i ms off fails', async (difference, text) => {
    const date = new Date(Date.now() + difference);
    date.setMilliseconds(0);
    const [finding] = await verdictOf(JSON.stringify({ keys: [jwk] }), { date: date.toUTCString() });
    expect(finding![0]).toBe('failed');
    // The request takes a moment.
    expect(finding![1]!.replace(/\b3[56]\d\d\b/, '3600')).toBe(
      `This clock is ${text} that of the issuer: tokens are refused. Synchronize both by NTP.`,
    );
  });
});

describe('a file .env', () => {
  test.each([
    ['PORT=1\n', 0o644, 'ok', 'It is read; variables of the environment come first.'],
    ['AUTH_SECRET=\n', 0o600, 'ok', 'It is read; variables of the environment come first.'],
    [
      'PORT=1\nexport DATABASE_URL=x\n',
      0o640,
      'warning',
      'Other users of this machine can read its secrets. Run: chmod 600 .env',
    ],
  ])('%j with mode %i is %s', async (text, permissions, status, message) => {
    folder.write({ '.env': text });
    chmodSync(folder.at('.env'), permissions);
    const found = await find('.env', {});
    folder.remove('.env');
    expect(found).toEqual({ code: 0, findings: [[status, message]] });
  });
});

test('a Redis that does not respond fails, without its password', async () => {
  expect(await find('Redis', { REDIS_URL: 'redis://:hunter2@127.0.0.1:1' })).toEqual({
    code: 1,
    findings: [['failed', 'The Redis of REDIS_URL does not respond. Check that it runs, and that the URL is correct.']],
  });
});
