import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import { buildSchema } from 'graphql';
import { Folder, usageError } from '../support/runPortico.ts';

const SDL = 'type Query { hello: String } type Mutation { touch: Boolean }';
const folder = new Folder({
  'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
  'schema.graphql': SDL,
  'rest/v1/touch.graphql': 'mutation touch @endpoint(method: POST, path: "/touches", status: 204) { touch }',
});

test('writes a plan that createPortico takes', async () => {
  expect(await folder.run('build --out plan.json')).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Wrote plan\.json: 1 endpoint in 1 version, \d+ bytes\.\n$/) as string,
    stderr: '',
  });
  expect(folder.read('plan.json').endsWith('}\n')).toBe(true);
  const { openApi } = createPortico({ schema: buildSchema(SDL), plan: folder.json('plan.json') as never });
  expect(Object.keys((openApi.get('/v1/openapi.json') as { paths: object }).paths)).toEqual(['/touches']);
});

test.each([
  ['a schema', 'type Query { a: String }'],
  ['other JSON', '{"openapi": "3.1.0", "versions": []}'],
  ['JSON that is no object', 'null'],
])('does not overwrite %s', async (_, text) => {
  folder.write({ other: text });
  expect(await folder.run('build --out other')).toEqual(
    usageError('--out: the file other exists and is not a plan. Name another file.'),
  );
  expect(folder.read('other')).toBe(text);
});

test.each([
  ['a plan of another format', '{"format":3,"versions":[]}'],
  ['an empty file', ''],
])('overwrites %s', async (_, text) => {
  folder.write({ 'earlier.json': text });
  expect((await folder.run('build --out earlier.json')).code).toBe(0);
  expect(folder.json('earlier.json')).toHaveProperty('coordinates');
});

test('writes to a device', async () => {
  expect((await folder.run('build --out /dev/null')).code).toBe(0);
});

test('refuses a file that cannot be written', async () => {
  const { code, stderr } = await folder.run('build --out missing/plan.json');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^portico: --out: the file missing\/plan\.json cannot be written\. ENOENT.*\.\n$/);
  expect(readdirSync(folder.path)).not.toContain('missing');
});
