// The step of `.ci/run` that audits dependencies, against registries of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const cache = mkdtempSync(path.join(tmpdir(), 'npm-cache-'));

afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** Runs the audit against a registry; resolves with its exit code and its output. */
async function audit(registry: string): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: cache, npm_config_fetch_retries: '0' };
  const child = spawn(process.execPath, ['.ci/audit.mjs'], { cwd: ROOT, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

/** Runs the audit against a registry whose audits have this response; it has no packages. */
async function auditAt(status: number, advisories: object): Promise<{ code: number | null; output: string }> {
  const respond: RequestListener = ({ url = '' }, response) => {
    const isAudit = url.includes('/advisories/');
    response.writeHead(isAudit ? status : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAudit ? advisories : {}));
  };
  const server = createServer((request, response) => {
    request.resume().once('end', () => respond(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await audit(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const advisory = (severity: string, id: number) => ({
  express: [
    { id, severity, url: 'https://example.com', title: 'A title', vulnerable_versions: '*', cwe: [], cvss: {} },
  ],
});

test('passes without vulnerabilities', async () => {
  expect(await auditAt(200, {})).toMatchObject({ code: 0, output: expect.stringContaining('found 0 vulnerabilities') });
});

test.each([
  ['moderate', 0],
  ['high', 1],
  ['critical', 1],
] as const)('a %s vulnerability has the exit code %i, and is named', async (severity, code) => {
  const audited = await auditAt(200, advisory(severity, code + severity.length));
  expect(audited).toMatchObject({ code, output: expect.stringContaining(`Severity: ${severity}`) });
});

test.each([404, 405])('a registry without audits, %i, is reported and does not fail', async (status) => {
  const output = `NOT AUDITED: the npm registry of this machine has no audits (status ${status}).\n`;
  expect(await auditAt(status, {})).toEqual({ code: 0, output });
});

test('an audit that fails is not passed', async () => {
  expect(await auditAt(500, {})).toMatchObject({ code: 1, output: expect.stringContaining('The audit failed: 500') });
  // Nothing listens at the port of a closed server.
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const audited = await audit(`http://127.0.0.1:${port}`);
  expect(audited).toMatchObject({ code: 1, output: expect.stringContaining('The audit failed: ') });
});
