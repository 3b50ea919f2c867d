import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema, parse } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { documents } from '../../../src/cli/documents.ts';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { composeSchema } from '../../../src/service/composeSchema.ts';
import { defaultApi } from '../../../src/service/defaultApi.ts';
import { readSafelist } from '../../../src/service/graphql/safelist.ts';
import { compileDocuments } from '../../vocabulary/compile/support/compileDocuments.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));
const schema = buildSchema('type Query { hello(name: String): String }');
const plan = compileDocuments(schema, {
  'v1/getGreeting.graphql':
    'query getGreeting($name: String) @endpoint(method: GET, path: "/greeting", unwrap: false) { hello(name: $name) }',
});
const api = { schema, plan };
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const BODIES = ['query getGreeting($name:String){hello(name:$name)}', 'query porticoPing{__typename}'];

test('a folder gets the manifest of Apollo and the generic one, with the same ids', () => {
  const out = path.join(folder, 'new/both');
  const { text, json, ok } = documents(api, { out });
  const [apollo, generic] = ['persisted-query-manifest.json', 'persisted-documents.json'].map((name) =>
    path.join(out, name),
  ) as [string, string];
  expect({ text, ok }).toEqual({ text: `Wrote ${apollo} and ${generic}: 2 documents.`, ok: true });
  expect(read(apollo)).toEqual({
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: BODIES.map((body, index) => ({
      id: sha256(body),
      name: ['getGreeting', 'porticoPing'][index],
      type: 'query',
      body,
    })),
  });
  expect(read(generic)).toEqual(Object.fromEntries(BODIES.map((body) => [sha256(body), body])));
  expect(json).toMatchObject({ files: [apollo, generic], documents: [{ name: 'getGreeting', type: 'query' }, {}] });
  for (const body of BODIES) expect(parse(body).definitions).toHaveLength(1);
});

test('the same documents make the same files', () => {
  const [one, other] = ['one', 'other'].map((name) => path.join(folder, name)) as [string, string];
  for (const out of [one, other]) documents(api, { out });
  for (const name of readdirSync(one)) {
    expect(readFileSync(path.join(one, name), 'utf8')).toBe(readFileSync(path.join(other, name), 'utf8'));
  }
});

test.each([
  ['generic', undefined, sha256(BODIES[0]!)],
  ['generic', 'generic' as const, sha256(BODIES[0]!)],
  ['of Apollo', 'apollo' as const, 'format'],
])('a file gets one manifest: the %s one for the format %s', (_, format, key) => {
  const out = path.join(folder, `${format}.json`);
  expect(documents(api, { out, ...(format && { format }) }).text).toBe(`Wrote ${out}: 2 documents.`);
  expect(read(out)).toHaveProperty([key]);
  // Again, over itself.
  expect(documents(api, { out, ...(format && { format }) }).ok).toBe(true);
});

test('a folder gets one of them with a format', () => {
  const out = path.join(folder, 'apollo');
  documents(api, { out, format: 'apollo' });
  expect(readdirSync(out)).toEqual(['persisted-query-manifest.json']);
});

test.each(['{"name": "package"}', 'null', '[]', '{}', 'text'])('a file with %s is not overwritten', (text) => {
  const out = path.join(folder, 'foreign.json');
  writeFileSync(out, text);
  expect(() => documents(api, { out })).toThrow(/^--out: the file .*foreign\.json exists and is no manifest\. /);
  expect(readFileSync(out, 'utf8')).toBe(text);
});

test('the service accepts both manifests of its own API as GRAPHQL_SAFELIST', () => {
  const { schema: own } = composeSchema();
  const out = path.join(folder, 'own');
  documents({ schema: own, plan: compileApi(defaultApi.endpoints, own) }, { out });
  const [one, other] = readdirSync(out).map((name) => readSafelist(path.join(out, name), own));
  expect(one!.size).toBeGreaterThan(20);
  expect(other).toEqual(one);
});

test('a file that cannot be written is reported', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(() => documents(api, { out: path.join(file, 'a.json') })).toThrow(/^--out: the file .* cannot be written\. /);
});
