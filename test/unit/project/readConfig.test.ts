import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/project/UsageError.ts';
import { findConfig, parseConfig } from '../../../src/project/readConfig.ts';

const ENDPOINTS = 'endpoints must be the path of the folder of endpoint documents, such as "rest".';
const DEFAULT = 'must export an object by default: export default defineConfig({ … }).';

describe('parseConfig', () => {
  test.each([
    { schema: 'schema.graphql', endpoints: 'rest' },
    { upstream: 'https://x/graphql', headers: { a: 'b', c: undefined }, endpoints: 'rest' },
  ])('accepts %j', (content) => {
    expect(parseConfig(content, 'portico.config.ts')).toEqual(content);
  });

  test.each<[unknown, string[]]>([
    [undefined, [DEFAULT]],
    [[], [DEFAULT]],
    [() => ({}), [DEFAULT]],
    [{}, [ENDPOINTS]],
    [
      { endpoints: 'rest', schma: 'x', plugins: [] },
      [
        '"schma" is not a known key; did you mean "schema"?',
        '"plugins" is not a known key; the keys are schema, upstream, headers, endpoints.',
      ],
    ],
    [{ schema: 3, endpoints: '' }, ['schema must be the path of a file, such as "schema.graphql".', ENDPOINTS]],
    [
      { upstream: 'router', endpoints: 'rest' },
      ['upstream must be an http or https URL such as http://localhost:4100/graphql.'],
    ],
    [
      { headers: [], endpoints: 'rest' },
      ['headers must be an object of names and values, such as { authorization: "Bearer …" }.'],
    ],
    [{ headers: { a: 1 }, endpoints: 'rest' }, ['headers.a must be a string.']],
    [
      { headers: { Host: 'x', 'X-Key': 'secret\u0000' }, endpoints: 'rest' },
      [
        'headers: host cannot be set; Portico sets it for each upstream request.',
        'headers: the value of x-key has invalid characters.',
      ],
    ],
  ])('refuses %j with a line for each problem', (content, problems) => {
    const message = problems.map((problem) => `portico.config.ts: ${problem}`).join('\n');
    expect(() => parseConfig(content, 'portico.config.ts')).toThrow(new UsageError(message));
  });
});

let folder: string;
describe('findConfig', () => {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'portico-config-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test.each(['portico.config.ts', 'portico.config.js', 'portico.config.json'])('finds %s', (name) => {
    expect(findConfig(folder)).toBeUndefined();
    writeFileSync(path.join(folder, name), '');
    expect(findConfig(folder)).toBe(path.join(folder, name));
  });

  test('refuses several', () => {
    for (const name of ['portico.config.ts', 'portico.config.json']) writeFileSync(path.join(folder, name), '');
    expect(() => findConfig(folder)).toThrow(
      'There are portico.config.ts and portico.config.json; remove all but one.',
    );
  });
});
