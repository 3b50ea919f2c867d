// The files that GRAPHQL_SAFELIST may name. What their operations may be: test/promises/settings/safelist.test.ts.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { SettingsError } from '../../../src/gateway/server.ts';
import { readSafelist } from '../../../src/service/graphql/safelist.ts';
import { temporaryFolder } from '../database/support/temporaryFolder.ts';

const schema = buildSchema('type Query { hello(name: String): String self: Query }');
const folder = temporaryFolder();
const file = path.join(folder, 'operations.json');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

function read(content: unknown) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readSafelist(file, schema);
}

function problemsOf(content: unknown): readonly string[] {
  try {
    read(content);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).problems.map((problem) => problem.replace(`GRAPHQL_SAFELIST: ${file}`, 'FILE'));
  }
  return [];
}

const manifest = (...operations: unknown[]) => ({ format: 'apollo-persisted-query-manifest', version: 1, operations });
const HELLO = 'query Hello($name: String) {\n  hello(name: $name)\n}';
const SEVERAL = 'query A { ...S } query B { __schema { queryType { name } } } fragment S on Query { hello }';
const DOCUMENTS: [string, string][] = [HELLO, SEVERAL].map((body) => [hashOf(body), body]);

test.each([
  ['a manifest of Apollo', manifest(...DOCUMENTS.map(([id, body]) => ({ id, name: 'x', type: 'query', body })))],
  ['an object of hash and document, as Relay and GraphQL Code Generator write it', Object.fromEntries(DOCUMENTS)],
])('reads %s', (_, content) => {
  expect([...read(content)]).toEqual(DOCUMENTS);
});

const own = { id: hashOf(HELLO), body: HELLO };

test.each([
  ['a list', [HELLO]],
  ['null', 'null'],
  ['a text', '"x"'],
  ['no operation', {}],
  ['no operation in its manifest', manifest()],
  ['another version', { ...manifest(own), version: 2 }],
  ['another format', { ...manifest(own), format: 'x' }],
  ['no list of operations', { format: 'apollo-persisted-query-manifest', version: 1 }],
  ['an operation without a body', manifest({ id: own.id })],
  ['an operation without an id', manifest({ body: HELLO })],
  ['an operation that is null', manifest(null)],
  ['a document that is no text', { [own.id]: { body: HELLO } }],
])('refuses %s', (_, content) => {
  expect(problemsOf(content)).toEqual([
    'FILE must contain operations: {"format": "apollo-persisted-query-manifest", "version": 1, ' +
      '"operations": [{"id", "body"}]}, or {"<SHA-256>": "<document>"}.',
  ]);
});

test('refuses a file that is not JSON, or does not exist', () => {
  expect(problemsOf('{')).toEqual([expect.stringMatching(/^FILE is not valid JSON: .+\.$/)]);
  const missing = path.join(folder, 'missing.json');
  expect(() => readSafelist(missing, schema)).toThrow(
    new SettingsError([`GRAPHQL_SAFELIST: ${missing} cannot be read. ENOENT: no such file or directory.`]),
  );
});

test('lists at most fifty problems', () => {
  const operations = Array.from({ length: 60 }, (_, n) => [`md5-${n}`, `{ a${n}: hello }`]);
  const problems = problemsOf(Object.fromEntries(operations));
  expect([problems.length, problems.at(-1)]).toEqual([51, 'FILE: 10 more problems.']);
});
