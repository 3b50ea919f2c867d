// The documents that the service serves are clean under the strictest rules of two linters.
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAlone } from '../../promises/support/startForSpec.ts';

const run = promisify(execFile);
const bin = fileURLToPath(new URL('node_modules/.bin/', import.meta.url));
const portico = await startAlone();
afterAll(() => portico.close());

const NAMES = ['v1/openapi.json', 'v2/openapi.json', 'openapi.json'];
let files: string[];

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'openapi-'));
  files = await Promise.all(
    NAMES.map(async (name) => {
      const { status, body } = await portico.get(`/${name}`, { scope: null });
      expect(status).toBe(200);
      const file = path.join(folder, name.replace('/', '.'));
      await writeFile(file, body);
      return file;
    }),
  );
  await writeFile(path.join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');
});

test.each(NAMES)("%s is clean under Redocly's recommended-strict", async (name) => {
  const lint = ['lint', '--extends=recommended-strict', '--format=json', files[NAMES.indexOf(name)]!];
  const { stdout } = await run(`${bin}redocly`, lint).catch((failed: { stdout: string }) => failed);
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
});

test('all documents are clean under spectral:oas', async () => {
  const rules = path.join(path.dirname(files[0]!), 'spectral.yaml');
  const lint = ['lint', '--ruleset', rules, '--fail-severity=hint', '--format=json', ...files];
  const { stdout } = await run(`${bin}spectral`, lint).catch((failed: { stdout: string }) => failed);
  expect(JSON.parse(stdout.replace(/[^\]}]*$/, ''))).toEqual([]);
});
