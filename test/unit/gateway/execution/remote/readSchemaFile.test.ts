import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSchema, introspectionFromSchema, printSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { readSchemaFile } from '../../../../../src/gateway/execution/remote/readSchemaFile.ts';

const SDL = 'type Query {\n  hello(name: String): String\n}';
const introspection = introspectionFromSchema(buildSchema(SDL));
const folder = mkdtempSync(path.join(tmpdir(), 'portico-schema-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(name: string, text: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return printSchema(readSchemaFile({ file, access: true }));
}

test.each([
  ['SDL', 'schema.graphql', SDL],
  ['an introspection', 'schema.json', JSON.stringify(introspection)],
  ['an introspection with a byte order mark', 'schema.json', `\uFEFF${JSON.stringify(introspection)}`],
  ['the response to an introspection', 'schema.json', JSON.stringify({ data: introspection })],
])('reads %s', (_, name, text) => {
  expect(read(name, text)).toBe(SDL);
});

test.each<[name: string, text: string, message: RegExp]>([
  ['schema.json', '{', /schema.json is not the result of an introspection. /],
  ['schema.json', '{"data": {}}', /schema.json is not the result of an introspection. /],
  ...['null', '1', '[]', '{"data": null}', '{"__schema": null}', '{"data": {"__schema": 1}}'].map(
    (json): [string, string, RegExp] => [
      'schema.json',
      json,
      /^\S+schema.json is .* introspection. It must have the property __schema, or data.__schema.$/,
    ],
  ),
  ...['{"__schema": {}}', '{"__schema": {"types": [null]}}', '{"data": {"__schema": {"types": null}}}'].map(
    (json): [string, string, RegExp] => [
      'schema.json',
      json,
      /^\S+schema.json is .* introspection. It is not complete.$/,
    ],
  ),
  ['schema.graphql', 'type', /schema.graphql:1:5: Syntax Error: /],
])('refuses %s with %s', (name, text, message) => {
  expect(() => read(name, text)).toThrow(message);
});

test('names a file that cannot be read', () => {
  expect(() => readSchemaFile({ file: '/nowhere.graphql', access: true })).toThrow(
    'The schema /nowhere.graphql cannot be read. ENOENT: no such file or directory.',
  );
});

test.each([
  ['compressed', gzipSync(SDL)],
  ['UTF-16', Buffer.from(`\uFEFF${SDL}`, 'utf16le')],
])('refuses a file that is %s without printing it', (_, bytes) => {
  const message = /^The schema \S+ cannot be read. It is not a text in UTF-8; it may be compressed, or UTF-16.$/;
  expect(() => read('schema.graphql', bytes)).toThrow(message);
  expect(() => read('schema.json', bytes)).toThrow(message);
});
