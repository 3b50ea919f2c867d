import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { Warning } from '../../../../src/cli/doctor/Check.ts';
import { doctor } from '../../../../src/cli/doctor/doctor.ts';
import type { ServeMode } from '../../../../src/cli/serve/ServeMode.ts';
import { SETTINGS } from '../../../../src/gateway/base/settings/describeSettings.ts';
import { readSettings } from '../../../../src/gateway/base/settings/readSettings.ts';

const mode: ServeMode = { check: async () => {}, start: () => Promise.reject(new Error('Nothing is started.')) };
const cwd = process.cwd();
const closing: (() => void)[] = [];
afterEach(() => {
  process.chdir(cwd);
  for (const close of closing.splice(0)) close();
});

const diagnose = (env: Record<string, string>, own: Partial<ServeMode> = {}) =>
  doctor(Object.keys(SETTINGS), env, async () => ({
    settings: readSettings({ PORT: '0', ...env }),
    mode: { ...mode, ...own },
  }));

/** The findings of one check. */
async function find(check: string, env: Record<string, string>, own?: Partial<ServeMode>) {
  const { json, ok } = await diagnose(env, own);
  const findings = json as { check: string; status: string; message: string }[];
  return {
    ok,
    findings: findings.filter((finding) => finding.check === check).map(({ status, message }) => [status, message]),
  };
}

async function serve(respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return String((server.address() as AddressInfo).port);
}

test('a start that would work is reported in lines, with exit code 0', async () => {
  const { text, ok } = await diagnose({}, { checks: [{ name: 'database', run: async () => 'It responds.' }] });
  expect(text).toMatch(
    /^ok {2}settings {4}All are valid\.\nok {2}documents {3}They can be served\.\nok {2}PORT {8}Any free port\.\nok {2}database {4}It responds\.\nok {2}\.env {8}This folder has none\.\nok {2}open files {2}A process can have [\w ]+ files and connections open\.\n\nEverything that a start needs works\.\n$/,
  );
  expect(ok).toBe(true);
});

test('every invalid setting fails, and names that are almost those of settings are warned of', async () => {
  const { text, ok } = await diagnose({
    PORT: 'x',
    WORKERS: '0',
    RATE_LIMITS: '1/1',
    REDIS_URL_FILE: '',
    HOSTS_FILE: 'x',
  });
  expect(text).toBe(
    'failed   settings  PORT must be a whole number from 0 to 65535, not "x".\n' +
      'failed   settings  WORKERS must be a whole number from 1 to 999, or auto, not "0".\n' +
      'warning  settings  RATE_LIMITS is not a setting; did you mean RATE_LIMIT?\n' +
      '\n2 checks failed; 1 warning.\n',
  );
  expect(ok).toBe(false);
});

test('what a mode checks fails, or is a warning, with each line of its message', async () => {
  const checks = [
    { name: 'upstream', run: () => Promise.reject(new Error('It has no field.\nQuery.a')) },
    { name: 'database', run: () => Promise.reject(new Warning('It is slow.')) },
  ];
  const check = () => Promise.reject(new Error('rest/v1/a.graphql: it is not valid.'));
  const { text, ok } = await diagnose({}, { checks, check });
  expect(text).toContain('failed   documents   rest/v1/a.graphql: it is not valid.\n');
  expect(text).toContain(
    'failed   upstream    It has no field.\n                     Query.a\nwarning  database    It is slow.\n',
  );
  expect(text).toMatch(/\n\n2 checks failed; 1 warning\.\n$/);
  expect(ok).toBe(false);
});

describe('a port', () => {
  test('of another server fails', async () => {
    const PORT = await serve((_, response) => response.end('hello'));
    expect(await find('PORT', { PORT })).toEqual({
      ok: false,
      findings: [
        [
          'failed',
          `Port ${PORT} of 127.0.0.1 is in use. Stop the process that uses it, or set PORT to another port (0 takes any free one).`,
        ],
      ],
    });
  });

  test.each([
    ['HEALTH_PORT', '/health/live', 'application/json'],
    ['METRICS_PORT', '/metrics', 'text/plain; version=0.0.4'],
  ])('of a server that responds as it should is that of a running Portico: %s', async (setting, page, type) => {
    const port = await serve(({ url }, response) => {
      response.writeHead(url === page ? 200 : 404, { 'content-type': type }).end('{}');
    });
    expect(await find(setting, { [setting]: port })).toEqual({
      ok: true,
      findings: [['ok', `A server that responds at http://127.0.0.1:${port}${page} uses it.`]],
    });
  });
});

describe('the issuer', async () => {
  const { publicKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  const verdictOf = async (body: string, headers: Record<string, string> = {}, status = 200) => {
    const url = `http://127.0.0.1:${await serve((_, response) => response.writeHead(status, headers).end(body))}/jwks`;
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
    ['{"keys":[]}', 200, 'The response is no JWK set with a key that verifies tokens.'],
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
  const inFolder = (text: string, permissions: number) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portico-'));
    closing.push(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, '.env'), text, { mode: permissions });
    process.chdir(folder);
  };

  test.each([
    ['PORT=1\n', 0o644, 'ok', 'It is read; variables of the environment come first.'],
    ['AUTH_SECRET=x\n', 0o600, 'ok', 'It is read; variables of the environment come first.'],
    [
      'PORT=1\nexport DATABASE_URL=x\n',
      0o644,
      'warning',
      'Other users of this machine can read its secrets. Run: chmod 600 .env',
    ],
  ])('%j with mode %i is %s', async (text, permissions, status, message) => {
    inFolder(text, permissions);
    expect(await find('.env', {})).toEqual({ ok: true, findings: [[status, message]] });
  });
});

test('a Redis that does not respond fails, without its password', async () => {
  expect(await find('Redis', { REDIS_URL: 'redis://:hunter2@127.0.0.1:1' })).toEqual({
    ok: false,
    findings: [['failed', 'The Redis of REDIS_URL does not respond. Check that it runs, and that the URL is correct.']],
  });
});
