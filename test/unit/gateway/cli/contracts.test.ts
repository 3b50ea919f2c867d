import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contracts } from '../../../../src/gateway/cli/contracts.ts';

const schema = fileURLToPath(new URL('./support/greeting.graphql', import.meta.url));
const endpoints = fileURLToPath(new URL('./support/endpoints', import.meta.url));
const own = { schema, endpoints };
let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args]);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-contracts-'));
  git('init', '--quiet');
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('writes the contracts of an API to the working directory, as the environment would serve it', async () => {
  const { text, ok } = await contracts(own, { API_NAME: 'acme' });
  expect({ text, ok }).toEqual({ text: expect.stringContaining('Wrote contracts/openapi.v1.json.'), ok: true });
  expect(readFileSync(path.join(folder, 'contracts/openapi.v1.json'), 'utf8')).toContain(
    'application/vnd.acme.v1+json',
  );
});

test('only checks with --check: contracts must be current and committed', async () => {
  expect(await contracts({ ...own, check: true }, {})).toMatchObject({ ok: false });
  expect(existsSync(path.join(folder, 'contracts'))).toBe(false);
  await contracts(own, {});
  git('add', '.');
  git('commit', '--quiet', '--message', 'Publish');
  expect(await contracts({ ...own, check: true }, {})).toEqual({
    text: 'The contracts are current, committed and compatible with every published version.',
    ok: true,
  });
});

test('reports a breaking change', async () => {
  const wide = path.join(folder, 'wide.graphql');
  writeFileSync(wide, 'type Query { hello(name: String): String! bye: String }');
  await contracts({ ...own, schema: wide }, {});
  git('add', '.');
  git('commit', '--quiet', '--message', 'Publish');
  const { text, ok } = await contracts(own, {});
  expect({ text, ok }).toEqual({ text: expect.stringContaining('`bye`'), ok: false });
});

test('rejects for a default API whose installation has no contracts', async () => {
  const defaults = {
    loadSchema: async () => buildSchema('type Query { hello(name: String): String! }'),
    endpoints,
    createPublisher: () => ({ contact: {}, license: {} }),
    root: folder,
  };
  await expect(contracts({}, {}, defaults)).rejects.toThrow('an installed package has no contracts');
});
