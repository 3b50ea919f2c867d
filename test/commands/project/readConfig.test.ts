import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/project/UsageError.ts';
import { findConfig, parseConfig } from '../../../src/project/readConfig.ts';

const ENDPOINTS = 'endpoints must be the path of the folder of endpoint documents, such as "rest".';
const SCHEMA = 'schema must be the path of a file, such as "schema.graphql", or a GraphQLSchema.';
const DEFAULT = 'must export an object by default: export default defineConfig({ … }).';

describe('parseConfig', () => {
  test.each([
    { schema: 'schema.graphql', endpoints: 'rest' },
    { upstream: 'https://x/graphql', headers: { a: 'b', c: undefined }, endpoints: 'rest' },
    { schema: 'schema.ts', endpoints: 'rest', context: () => ({}), authenticate: undefined, apiName: 'shop' },
    { upstream: 'https://x/graphql', endpoints: 'rest', context: undefined },
    {
      upstream: 'https://x/graphql',
      client: { name: 'a', version: undefined },
      trustedDocuments: 'hive',
      endpoints: 'rest',
    },
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
        '"plugins" is not a known key; the keys are schema, upstream, headers, client, trustedDocuments, endpoints, and the options of createPortico.',
      ],
    ],
    [{ schema: 3, endpoints: '' }, [SCHEMA, ENDPOINTS]],
    [
      { upstream: 'router', endpoints: 'rest' },
      ['upstream must be an http or https URL such as http://localhost:4100/graphql.'],
    ],
    [
      { headers: [], endpoints: 'rest' },
      ['headers must be an object of names and values, such as { authorization: "Bearer …" }.'],
    ],
    [
      { client: { version: '1' }, trustedDocuments: true, endpoints: 'rest' },
      ['client.name must be the name of a client.', 'trustedDocuments must be one of "id", "hash", "hive".'],
    ],
    [
      { client: { name: 'a', vers: '1' }, endpoints: 'rest' },
      ['client must be an object with name and version, such as { name: "rest", version: "1.0.0" }.'],
    ],
    [{ headers: { a: 1 }, endpoints: 'rest' }, ['headers.a must be a string.']],
    [
      { headers: { Host: 'x', 'X-Key': 'secret\u0000' }, endpoints: 'rest' },
      [
        'headers: host cannot be set; Portico sets it for each upstream request.',
        'headers: the value of x-key has invalid characters.',
      ],
    ],
    [{ schema: {}, endpoints: new URL('https://x/rest') }, [SCHEMA, ENDPOINTS]],
    [
      { endpoints: 'rest', basePath: 'api/', contxt: () => ({}), plan: {} },
      [
        'basePath must be a path such as /api, without a trailing slash, percent-encoding or a query.',
        '"contxt" is not a known key; did you mean "context"?',
        '"plan" is not a known key; the keys are schema, upstream, headers, client, trustedDocuments, endpoints, and the options of createPortico.',
      ],
    ],
    [
      { upstream: 'https://x/graphql', endpoints: 'rest', context: () => ({}), cors: undefined },
      ['context is an option of createPortico, and cannot be combined with upstream, whose resolvers run elsewhere.'],
    ],
  ])('refuses %j with a line for each problem', (content, problems) => {
    const message = problems.map((problem) => `portico.config.ts: ${problem}`).join('\n');
    expect(() => parseConfig(content, 'portico.config.ts')).toThrow(new UsageError(message));
  });
});

test('the folder of endpoint documents may be a URL', () => {
  const endpoints = new URL('./my rest', import.meta.url);
  expect(parseConfig({ endpoints }, 'portico.config.ts')).toEqual({ endpoints: fileURLToPath(endpoints) });
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
