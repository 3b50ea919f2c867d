import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT, freePort } from '../../promises/support/startProgram.ts';
import { buildImage } from './support/Image.ts';

const image = buildImage(ROOT);
const data = mkdtempSync(path.join(tmpdir(), 'data-'));
chownSync(data, 1000, 1000);
const env = { PORT: String(await freePort()), DRAIN_SECONDS: '0' };
const container = image.run([...image.entrypoint, ...image.command], { data, env });
let output = '';
for (const stream of [container.stdout!, container.stderr!]) stream.on('data', (chunk: Buffer) => (output += chunk));
afterAll(() => {
  container.kill('SIGKILL');
  rmSync(data, { recursive: true });
  image.remove();
});

async function end(command: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = image.run(command, { data, env });
  const texts = { stdout: '', stderr: '' };
  child.stdout!.on('data', (chunk: Buffer) => (texts.stdout += chunk));
  child.stderr!.on('data', (chunk: Buffer) => (texts.stderr += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...texts };
}

test('the image serves from a root file system that is only read, not as root, and ends at SIGTERM', async () => {
  await expect.poll(async () => (await end(image.healthcheck)).code, { timeout: 60_000, interval: 1_000 }).toBe(0);
  expect(readFileSync(`/proc/${container.pid}/status`, 'utf8')).toMatch(/^Uid:\s1000\s1000\s1000\s1000$/m);
  expect(await end(['touch', '/app/x'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Read-only file system'),
  });

  const token = (await end([...image.entrypoint, 'token', '--scope', 'products:read'])).stdout.trim();
  const url = `http://127.0.0.1:${env.PORT}/v1/products?limit=1`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ data: [{ id: 1 }], pagination: { total: 240 } });

  expect((await end([...image.entrypoint, 'doctor'])).stdout).toMatch(/Everything that a start needs works/);
  const closed = once(container, 'close');
  container.kill('SIGTERM');
  expect([await closed, output]).toEqual([[0, null], expect.stringContaining('Portico is ready at http://')]);
  // Its health check fails then.
  expect((await end(image.healthcheck)).code).toBe(1);
});
