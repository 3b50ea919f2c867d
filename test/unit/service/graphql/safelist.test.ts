import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { SettingsError } from '../../../../src/gateway/config/SettingsError.ts';
import { readSafelist } from '../../../../src/service/graphql/safelist.ts';

const schema = buildSchema('type Query { hello(name: String): String self: Query }');
const folder = mkdtempSync(path.join(tmpdir(), 'portico-safelist-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const file = path.join(folder, 'operations.json');

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
const SELF = 'query Self { self { ...S } } fragment S on Query { hello }';

describe('readSafelist', () => {
  it('reads a manifest of Apollo', () => {
    const operations = [HELLO, SELF].map((body) => ({ id: hashOf(body), name: 'x', type: 'query', body }));
    expect([...read(manifest(...operations))]).toEqual([
      [hashOf(HELLO), HELLO],
      [hashOf(SELF), SELF],
    ]);
  });

  it('reads an object of hash and document, as Relay and GraphQL Code Generator write it', () => {
    expect([...read({ [hashOf(HELLO)]: HELLO, [hashOf(SELF)]: SELF })]).toEqual([
      [hashOf(HELLO), HELLO],
      [hashOf(SELF), SELF],
    ]);
  });

  it('reads a document of several operations, and introspection', () => {
    const several = 'query A { hello } query B { __schema { queryType { name } } }';
    expect(read({ [hashOf(several)]: several }).size).toBe(1);
  });

  const FORMATS =
    'FILE must contain operations: {"format": "apollo-persisted-query-manifest", "version": 1, ' +
    '"operations": [{"id", "body"}]}, or {"<SHA-256>": "<document>"}.';
  it.each([
    ['a list', [HELLO]],
    ['null', 'null'],
    ['a text', '"x"'],
    ['no operation', {}],
    ['no operation in its manifest', manifest()],
    ['another version', { ...manifest({ id: hashOf(HELLO), body: HELLO }), version: 2 }],
    ['another format', { ...manifest({ id: hashOf(HELLO), body: HELLO }), format: 'x' }],
    ['no list of operations', { format: 'apollo-persisted-query-manifest', version: 1 }],
    ['an operation without a body', manifest({ id: hashOf(HELLO) })],
    ['an operation without an id', manifest({ body: HELLO })],
    ['an operation that is null', manifest(null)],
    ['a document that is no text', { [hashOf(HELLO)]: { body: HELLO } }],
  ])('refuses %s', (_, content) => {
    expect(problemsOf(content)).toEqual([FORMATS]);
  });

  it('refuses a file that is not JSON', () => {
    expect(problemsOf('{')).toEqual([expect.stringMatching(/^FILE is not valid JSON: .+\.$/)]);
  });

  it('refuses a file that does not exist', () => {
    const missing = path.join(folder, 'missing.json');
    expect(() => readSafelist(missing, schema)).toThrow(
      new SettingsError([`GRAPHQL_SAFELIST: ${missing} cannot be read. ENOENT: no such file or directory.`]),
    );
  });

  it('lists every problem, each with the name of its operation', () => {
    const unknown = 'query Unknown {\n  helo\n}';
    const deep = `query Deep { ${'self { '.repeat(12)} hello ${'} '.repeat(12)} }`;
    const anonymous = '{ nobody }';
    const long = `query Long { ${'hello '.repeat(6000)} }`;
    const entry = (body: string, name?: string) => ({ id: hashOf(body), body, ...(name && { name }) });
    expect(
      problemsOf(
        manifest(
          { id: 'd41d8cd98f00b204e9800998ecf8427e', body: HELLO },
          entry(SELF),
          entry(unknown),
          { ...entry(SELF), id: hashOf(HELLO) },
          entry(deep),
          entry(anonymous),
          entry('query Torn {', 'Torn'),
          entry(long, 'Long'),
          entry('mutation Write { write }'),
          entry('{a'.repeat(50_000), 'Nested'),
        ),
      ),
    ).toEqual([
      `FILE: Hello: the id must be the SHA-256 of the document, ${hashOf(HELLO)}, not "d41d8cd98f00b204e9800998ecf8427e".`,
      'FILE: Unknown: Cannot query field "helo" on type "Query". Did you mean "hello" or "self"? (line 2, column 3).',
      `FILE: Self: the id must be the SHA-256 of the document, ${hashOf(SELF)}, not "${hashOf(HELLO)}".`,
      expect.stringMatching(/^FILE: Deep: Query depth limit of 12 exceeded/),
      `FILE: ${hashOf(anonymous)}: Cannot query field "nobody" on type "Query" (line 1, column 3).`,
      'FILE: Torn: Syntax Error: Expected Name, found <EOF> (line 1, column 13).',
      expect.stringMatching(/^FILE: Long: Syntax Error: .* 5000 tokens/),
      'FILE: Write: The schema has no mutation type (line 1, column 1).',
      expect.stringMatching(/^FILE: Nested: .*/),
    ]);
  });

  it('lists at most fifty problems', () => {
    const problems = problemsOf(
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`md5-${n}`, `{ a${n}: hello }`])),
    );
    expect([problems.length, problems.at(-1)]).toEqual([51, 'FILE: 10 more problems.']);
  });
});
