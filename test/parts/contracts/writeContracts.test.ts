import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ForeignFileError, writeContracts } from '../../../src/gateway/describe/contracts/writeContracts.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), 'project-'))));
afterEach(() => rmSync(root, { recursive: true }));

const OPEN_API = '{"openapi": "3.1.0", "info": {"version": "1"}}';
const compiled = new Map([
  ['contracts/openapi.v1.json', `${OPEN_API}\n`],
  ['contracts/changes.md', '# Changes between versions\n\nNone.\n'],
]);
const write = (file: string, text: string) => {
  mkdirSync(path.join(root, 'contracts'), { recursive: true });
  writeFileSync(path.join(root, 'contracts', file), text);
};
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('writing contracts', () => {
  test('creates the folder, and changes nothing the second time', () => {
    expect(writeContracts(root, compiled)).toEqual([...compiled.keys()]);
    expect([...compiled.keys()].map(read)).toEqual([...compiled.values()]);
    expect(writeContracts(root, compiled)).toEqual([]);
  });

  test.each([
    ['an earlier contract', 'openapi.v1.json', '{"openapi": "3.1.0", "info": {"version": "1"}, "paths": {}}'],
    ['a contract with conflicts', 'openapi.v1.json', '{\n<<<<<<< HEAD\n  "openapi": "3.1.0"\n=======\n'],
    ['an empty file', 'openapi.v1.json', '\n'],
    ['an earlier page of changes', 'changes.md', '# Changes between versions\n\nOther.\n'],
  ])('replaces %s', (_, file, text) => {
    write(file, text);
    writeContracts(root, compiled);
    expect(read(`contracts/${file}`)).toBe(compiled.get(`contracts/${file}`));
  });

  test.each([
    ['openapi.v1.json', '{"openapi": "3.0.3", "info": {"version": "1"}}'],
    ['openapi.v1.json', '{"openapi": "3.1.0", "info": {"version": "2.3.1"}}'],
    ['openapi.v1.json', 'openapi: 3.1.0'],
    ['openapi.json', '{"openapi": "3.0.3", "info": {"version": "1"}}'],
    ['changes.md', '# Our changes\n'],
  ])('refuses to replace or remove %s of another tool: %s', (file, text) => {
    write(file, text);
    expect(() => writeContracts(root, compiled)).toThrow(ForeignFileError);
    expect(() => writeContracts(root, compiled)).toThrow(
      `contracts/${file} was not written by portico contracts. Move`,
    );
    expect(readdirSync(path.join(root, 'contracts'))).toEqual([file]);
    expect(read(`contracts/${file}`)).toBe(text);
  });

  test('removes an OpenAPI document that is obsolete, and nothing else', () => {
    for (const file of ['openapi.json', 'openapi.v12.json']) write(file, OPEN_API);
    const others = ['openapi.v1.yaml', 'my.openapi.json', 'openapi.v1.json.bak', 'schema.graphql', 'corrections.json'];
    for (const file of others) write(file, 'x');
    expect(writeContracts(root, compiled)).toEqual([
      ...compiled.keys(),
      'contracts/openapi.json',
      'contracts/openapi.v12.json',
    ]);
    expect(existsSync(path.join(root, 'contracts/openapi.v12.json'))).toBe(false);
    for (const file of others) expect(read(`contracts/${file}`)).toBe('x');
  });
});
