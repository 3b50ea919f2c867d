import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Folder, usageError } from '../support/runPortico.ts';

const folder = new Folder({
  'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
  'schema.graphql': 'type Query { hello(name: String): String }',
  'rest/v1/getGreeting.graphql':
    'query getGreeting($name: String) @endpoint(method: GET, path: "/greeting", unwrap: false) { hello(name: $name) }',
});
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const BODIES = ['query getGreeting($name:String){hello(name:$name)}', 'query porticoPing{__typename}'];
const [APOLLO, GENERIC] = ['persisted-query-manifest.json', 'persisted-documents.json'] as const;

test('a folder gets the manifest of Apollo and the generic one, with the same ids', async () => {
  const files = [`new/both/${APOLLO}`, `new/both/${GENERIC}`] as const;
  expect(await folder.run('documents --out new/both')).toEqual({
    code: 0,
    stdout: `Wrote ${files.join(' and ')}: 2 documents.\n`,
    stderr: '',
  });
  const operations = BODIES.map((body, index) => ({
    id: sha256(body),
    name: ['getGreeting', 'porticoPing'][index],
    type: 'query',
    body,
  }));
  expect(folder.json(files[0])).toEqual({ format: 'apollo-persisted-query-manifest', version: 1, operations });
  expect(folder.json(files[1])).toEqual(Object.fromEntries(BODIES.map((body) => [sha256(body), body])));
  const before = files.map((file) => folder.read(file));
  // Again, over itself: the same documents make the same files.
  expect((await folder.runJson('documents --out new/both')).json).toEqual({
    files,
    documents: operations.map(({ id, name, type }) => ({ id, name, type })),
  });
  expect(files.map((file) => folder.read(file))).toEqual(before);
});

test.each([
  ['generic', '', sha256(BODIES[0]!)],
  ['generic', ' --format generic', sha256(BODIES[0]!)],
  ['of Apollo', ' --format apollo', 'format'],
])('a file gets one manifest: the %s one with "%s"', async (_, format, key) => {
  expect((await folder.run(`documents --out a.json${format}`)).stdout).toBe('Wrote a.json: 2 documents.\n');
  expect(folder.json('a.json')).toHaveProperty([key]);
});

test('a folder gets one of them with a format', async () => {
  await folder.run('documents --out apollo --format apollo');
  expect(readdirSync(folder.at('apollo'))).toEqual([APOLLO]);
});

test('there is no other format', async () => {
  const { code, stderr } = await folder.run('documents --out b.json --format relay');
  expect(code).toBe(2);
  expect(stderr).toContain("argument 'relay' is invalid. Allowed choices are apollo, generic.");
});

test.each(['{"name": "package"}', 'null', '[]', '{}', 'text'])('a file with %s is not overwritten', async (text) => {
  folder.write({ 'foreign.json': text });
  expect(await folder.run('documents --out foreign.json')).toEqual(
    usageError('--out: the file foreign.json exists and is no manifest. Name another file.'),
  );
  expect(folder.read('foreign.json')).toBe(text);
});

test('a file that cannot be written is reported', async () => {
  folder.write({ file: '' });
  const { code, stderr } = await folder.run('documents --out file/a.json');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^portico: --out: the file file\/a\.json cannot be written\. .+\.\n$/);
});
