// Every recipe of examples/hosts, as its README says, from an empty folder. RECIPES selects some, separated by commas.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { followRecipe } from './support/followRecipe.ts';

const HOSTS = fileURLToPath(new URL('../../../examples/hosts/', import.meta.url));
const recipes = readdirSync(HOSTS).filter((name) => existsSync(path.join(HOSTS, name, 'README.md')));
const selected = process.env['RECIPES']?.split(',') ?? recipes;

test('every selected recipe exists', () => {
  expect(selected.filter((name) => !recipes.includes(name))).toEqual([]);
});

describe('the recipe for', () => {
  test.each(selected)('%s', async (name) => {
    const ports = await freePorts(4);
    const markdown = readFileSync(path.join(HOSTS, name, 'README.md'), 'utf8');
    await followRecipe(markdown, { tarball: inject('tarball'), allocatePort: () => ports.pop()! });
  });
});

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
