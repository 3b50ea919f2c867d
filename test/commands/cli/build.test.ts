import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { build } from '../../../src/cli/build.ts';
import { readPlanFile } from '../../../src/cli/serve/createFacadeMode.ts';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { folderOf, toySchema } from '../../vocabulary/support/toy.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plans-'));
const documents = folderOf({
  'v1/touch.graphql': 'mutation touch @endpoint(method: POST, path: "/touches", status: 204) { touch }',
});
afterAll(() => [folder, documents].forEach((each) => rmSync(each, { recursive: true })));
const plan = compileApi(documents, toySchema);

it('writes a plan that can be read', () => {
  const file = path.join(folder, 'plan.json');
  const { text, ok } = build(plan, file);
  expect(ok).toBe(true);
  expect(text).toMatch(/^Wrote .*plan\.json: 1 endpoint in 1 version, \d+ bytes\.$/);
  expect(readPlanFile(file)).toEqual(plan);
  expect(readFileSync(file, 'utf8').endsWith('}\n')).toBe(true);
});

it.each([
  ['a schema', 'type Query { a: String }'],
  ['other JSON', '{"openapi": "3.1.0", "versions": []}'],
  ['JSON that is no object', 'null'],
])('refuses to overwrite %s', (_, text) => {
  const file = path.join(folder, 'other');
  writeFileSync(file, text);
  expect(() => build(plan, file)).toThrow(/^--out: the file .*other exists and is not a plan\. /);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it.each([
  ['a plan of another format', '{"format":3,"versions":[]}'],
  ['an empty file', ''],
])('overwrites %s', (_, text) => {
  const file = path.join(folder, 'earlier.json');
  writeFileSync(file, text);
  expect(build(plan, file).ok).toBe(true);
  expect(readPlanFile(file)).toEqual(plan);
});

it('writes to a device', () => {
  expect(build(plan, '/dev/null').ok).toBe(true);
});

it('refuses a file that cannot be written', () => {
  expect(() => build(plan, path.join(folder, 'missing/plan.json'))).toThrow(
    /^--out: the file .* cannot be written\. ENOENT/,
  );
});

it('refuses a plan that cannot be read', () => {
  expect(() => readPlanFile(path.join(folder, 'none.json'))).toThrow(/^--plan: the file .* cannot be read\. ENOENT/);
  expect(() => readPlanFile(import.meta.filename)).toThrow(
    /^--plan: the file .* is not valid JSON: Unexpected token .+ is not valid JSON\.$/,
  );
});
