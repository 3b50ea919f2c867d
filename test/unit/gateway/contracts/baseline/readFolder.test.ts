import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BaselineError } from '../../../../../src/gateway/contracts/baseline/BaselineError.ts';
import { readFolder } from '../../../../../src/gateway/contracts/baseline/readFolder.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'contracts-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const TEXT = '{"openapi": "3.1.0"}';
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const seen = () => readFolder(folder, './old').map(({ file, since }) => ({ file, since }));

describe('the contracts of a folder', () => {
  test.each(['', 'contracts/'])('are its files %s, but for others', (below) => {
    for (const name of ['openapi.json', 'openapi.v12.json']) write(below + name, TEXT);
    for (const name of ['schema.graphql', 'corrections.json', 'openapi.v1.json.bak', 'partner.json'])
      write(below + name, 'x');
    expect(seen()).toEqual(
      ['openapi.json', 'openapi.v12.json', 'schema.graphql'].map((name) => ({
        file: `contracts/${name}`,
        since: { against: './old' },
      })),
    );
  });

  test('may have a component that contains itself', () => {
    const tree = {
      type: 'object',
      properties: { $ref: { type: 'string' }, child: { $ref: '#/components/schemas/Tree' } },
    };
    write('openapi.v1.json', JSON.stringify({ openapi: '3.1.0', components: { schemas: { Tree: tree } } }));
    expect(seen()).toHaveLength(1);
  });

  test.each([
    ['there are none', 'README.md', '', 'The folder ./old has no contracts: '],
    ['one is not JSON', 'openapi.v1.json', '<<<<<<<', 'openapi.v1.json is not JSON: '],
    [
      'a reference refers to itself',
      'openapi.v1.json',
      '{"openapi":"3.1.0","components":{"schemas":{"A":{"$ref":"#/components/schemas/A"}}}}',
      'openapi.v1.json is not valid: the reference #/components/schemas/A refers to itself.',
    ],
    [
      'references refer to each other',
      'openapi.v1.json',
      '{"openapi":"3.1.0","components":{"schemas":{"A":{"$ref":"#/components/schemas/B"},"B":{"$ref":"#/components/schemas/A"}}}}',
      'openapi.v1.json is not valid: the reference #/components/schemas/A refers to itself.',
    ],
    ['one is something else', 'openapi.v1.json', '[]', 'openapi.v1.json is not an OpenAPI document.'],
  ])('cannot be read where %s', (_, file, text, message) => {
    write(file, text);
    expect(seen).toThrow(BaselineError);
    expect(seen).toThrow(message);
  });
});
