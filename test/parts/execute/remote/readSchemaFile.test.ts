import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSchema, introspectionFromSchema, lexicographicSortSchema, parse, printSchema, validate } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { type Requirements, collectRequirements } from '../../../../src/gateway/guard/access/collectRequirements.ts';
import { DocumentError, renderDiagnostic, schemaFaultsOf } from '../../../../src/gateway/base/errors/Diagnostic.ts';
import { readApiSchema, readSchemaFile } from '../../../../src/gateway/execute/remote/readSchemaFile.ts';
import { mergedSchema } from '../../../service/federation/support/mergedSchema.ts';

const SDL = 'type Query {\n  hello(name: String): String\n}';
const introspection = introspectionFromSchema(buildSchema(SDL));
const folder = mkdtempSync(path.join(tmpdir(), 'portico-schema-'));

function readText(name: string, text: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return printSchema(readSchemaFile({ file, access: true }));
}

describe('readSchemaFile', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['SDL', 'schema.graphql', SDL],
    ['an introspection', 'schema.json', JSON.stringify(introspection)],
    ['an introspection with a byte order mark', 'schema.json', `\uFEFF${JSON.stringify(introspection)}`],
    ['the response to an introspection', 'schema.json', JSON.stringify({ data: introspection })],
  ])('reads %s', (_, name, text) => {
    expect(readText(name, text)).toBe(SDL);
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
    expect(() => readText(name, text)).toThrow(message);
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
    expect(() => readText('schema.graphql', bytes)).toThrow(message);
    expect(() => readText('schema.json', bytes)).toThrow(message);
  });
});

describe('readApiSchema', () => {
  const SUPERGRAPH = readFileSync(new URL('../../../../schema/supergraph.graphql', import.meta.url), 'utf8');
  const read = (sdl: string, access = true) => readApiSchema(sdl, { file: 'a.graphql', access });

  /** What a read is refused with. */
  function diagnosticsOf(work: () => unknown): string[] {
    try {
      work();
    } catch (error) {
      if (error instanceof DocumentError) return error.diagnostics.map(renderDiagnostic);
      throw error;
    }
    return [];
  }

  /** The types as text, without the directives' own definitions and what only these use, and what describes scalars. */
  function typesOf(schema: Parameters<typeof printSchema>[0]): string {
    const text = printSchema(lexicographicSortSchema(schema));
    return text
      .replaceAll(/"""[^"]*"""\n(?=scalar )/g, '')
      .split('\n\n')
      .filter((part) => !/^("""[^"]*"""\n)?directive /.test(part) && part !== 'scalar requiresScopes__Scope')
      .join('\n\n');
  }

  describe('a supergraph', () => {
    test('is the same schema as its subgraphs merged in one process', () => {
      expect(typesOf(read(SUPERGRAPH))).toBe(typesOf(mergedSchema()));
    });

    const operation = parse(`
    query ($user: Boolean = false) { orders { nodes { id user @include(if: $user) { name } } pageInfo { endCursor } } }
    mutation write { createOrder(input: { items: [] }) { id user { orders { totalCount } } } }
  `);
    /** The scopes without the selections that require them, whose nodes are those of one schema. */
    const scopesOf = ({ always, parts }: Requirements): object => ({
      always,
      parts: parts.map(({ conditions, requirements }) => ({ conditions, requirements: scopesOf(requirements) })),
    });

    test.each([undefined, 'write'])('asks the same scopes of an operation, %j', (name) => {
      const needs = (schema: ReturnType<typeof read>) =>
        scopesOf(collectRequirements(schema, operation, { operationName: name }));
      expect(needs(read(SUPERGRAPH))).toEqual(needs(mergedSchema()));
    });

    test('asks nothing where somebody else decides', () => {
      expect(collectRequirements(read(SUPERGRAPH, false), operation, { operationName: 'write' }).always.size).toBe(0);
    });
  });

  test.each([
    ['@scopes', 'url: "https://specs.apollo.dev/requiresScopes/v0.1", as: "scopes"'],
    [
      '@scopes',
      'url: "https://specs.apollo.dev/federation/v2.9", import: [{ name: "@requiresScopes", as: "@scopes" }]',
    ],
    ['@fed__requiresScopes', 'url: "https://specs.apollo.dev/federation/v2.9", as: "fed"'],
  ])('scopes are read as %s by its link: %s', (directive, link) => {
    const sdl = `schema @link(url: "https://specs.apollo.dev/link/v1.0") @link(${link}) { query: Query }
    directive @link(url: String, as: String, import: [link__Import]) repeatable on SCHEMA
    directive ${directive}(scopes: [[String!]!]!) on FIELD_DEFINITION
    scalar link__Import
    type Query { a: Int ${directive}(scopes: [["a"]]) }`;
    expect([...collectRequirements(read(sdl), parse('{ a }')).always]).toEqual([[['a']]]);
    expect(collectRequirements(read(sdl, false), parse('{ a }')).always.size).toBe(0);
  });

  test('what is inaccessible is not in the schema', () => {
    const schema = read(/* GraphQL */ `
      directive @inaccessible on FIELD_DEFINITION | OBJECT | ENUM_VALUE | ARGUMENT_DEFINITION
      type Query {
        open(a: Int, b: Int @inaccessible): Color
        closed: Hidden @inaccessible
      }
      type Hidden @inaccessible {
        id: ID
      }
      enum Color {
        RED
        BLACK @inaccessible
      }
    `);
    expect(printSchema(schema)).not.toMatch(/closed|Hidden {|b: Int|BLACK/);
    expect(printSchema(schema)).toContain('open(a: Int): Color');
  });

  test('any other SDL is the schema as it is', () => {
    const sdl = 'type Query {\n  join(link: String): link\n}\n\ntype link {\n  core: String\n}';
    expect(printSchema(read(sdl))).toBe(sdl);
  });

  test.each([
    ['what is no GraphQL', 'type Query {\n  a: }', ['a.graphql:2:6: Syntax Error: Expected Name, found "}".']],
    [
      'types that are not there',
      'type Query {\n  a: Absent\n  b: Elsewhere @tag\n}',
      [
        'a.graphql:2:6: Unknown type "Absent".',
        'a.graphql:3:6: Unknown type "Elsewhere".',
        'a.graphql:3:16: Unknown directive "@tag".',
      ],
    ],
    ['an operation', '{ a }', ['a.graphql:1:1: Query root type must be provided.']],
    ['a type without fields', 'type Query', ['a.graphql:1:1: Type Query must define one or more fields.']],
  ])('%s is refused with its position', (_, sdl, lines) => {
    expect(diagnosticsOf(() => read(sdl))).toEqual(lines);
  });

  test('definitions of what GraphQL itself has are no faults', () => {
    const schema = read(`
    directive @deprecated(reason: String = "No longer supported") on FIELD_DEFINITION | ENUM_VALUE
    directive @include(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    scalar String
    type Query { a: String @deprecated(reason: "old") }
  `);
    expect(schemaFaultsOf(schema)).toEqual([]);
  });

  describe('a schema that graphql-js can read in spite of its faults', () => {
    const sdl = `
    type Query @tag(name: "a") {
      good: Int
      twice: Int
      twice: String
      given(a: Int, a: ID, b: Int): One
      all: Node @tag(name: "b")
    }
    type One implements Node { x: Int @shareable }
    interface Node { id: ID }
    enum Color { RED RED }
    input In { a: Int, b: Int, a: Int }
    union Any = One | One
  `;
    const schema = read(sdl);

    test('is valid for graphql-js', () => {
      expect(validate(schema, parse('{ good twice all { id } }'))).toEqual([]);
    });

    test('has each fault with its position, once, and the coordinates that no endpoint can use: none of what is defined twice in the same words', () => {
      expect(schemaFaultsOf(schema).map((each) => [renderDiagnostic(each), each.coordinates])).toEqual([
        ['a.graphql:2:16: Unknown directive "@tag".', []],
        ['a.graphql:4:7: Field "Query.twice" can only be defined once.', ['Query.twice']],
        ['a.graphql:6:13: Argument "Query.given(a:)" can only be defined once.', ['Query.given(a:)']],
        ['a.graphql:9:39: Unknown directive "@shareable".', []],
        ['a.graphql:10:22: Interface field Node.id expected but One does not provide it.', ['Node.id', 'One']],
        ['a.graphql:11:18: Enum value "Color.RED" can only be defined once.', []],
        ['a.graphql:12:16: Field "In.a" can only be defined once.', []],
        ['a.graphql:13:17: Union type Any can only include type One once.', []],
      ]);
    });
  });
});
