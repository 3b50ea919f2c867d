// Every command reads any API: each kind of source, as an option and in a configuration.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, graphqlSync, introspectionFromSchema } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createProgram } from '../../../src/cli/createProgram.ts';
import { stubUpstream } from '../../parts/execute/remote/stubUpstream.ts';

const SUPPORT = fileURLToPath(new URL('./support', import.meta.url));
const SDL = readFileSync(path.join(SUPPORT, 'greeting.graphql'), 'utf8');
const SUPERGRAPH = `
  schema @link(url: "https://specs.apollo.dev/link/v1.0") @link(url: "https://specs.apollo.dev/join/v0.3", for: EXECUTION) { query: Query }
  directive @link(url: String, as: String, for: link__Purpose, import: [link__Import]) repeatable on SCHEMA
  directive @join__graph(name: String!, url: String!) on ENUM_VALUE
  directive @join__type(graph: join__Graph!) repeatable on OBJECT
  scalar link__Import
  enum link__Purpose { SECURITY EXECUTION }
  enum join__Graph { A @join__graph(name: "a", url: "http://a/") }
  ${SDL.replace('type Query', 'type Query @join__type(graph: A)')}`;
const MODULE = `import { buildSchema } from 'graphql'; export const schema = buildSchema(${JSON.stringify(SDL)});`;
const schema = buildSchema(SDL);
const stub = await stubUpstream();
stub.answer = ({ body, headers }) => {
  if (headers['x-key'] !== 'secret') return { status: 401, body: { errors: [{ message: 'Who are you?' }] } };
  return { body: graphqlSync({ schema, source: body.query }) };
};
const UPSTREAM = stub.url.href;

let folder: string;
const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
const cwd = vi.spyOn(process, 'cwd');

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-any-'));
  cpSync(path.join(SUPPORT, 'endpoints'), path.join(folder, 'rest'), { recursive: true });
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(
    path.dirname(createRequire(import.meta.url).resolve('graphql')),
    path.join(folder, 'node_modules/graphql'),
  );
  const files = {
    'schema.graphql': SDL,
    'supergraph.graphql': SUPERGRAPH,
    'introspection.json': JSON.stringify(introspectionFromSchema(schema)),
    'schema.ts': MODULE,
    'schema.mjs': MODULE,
    'schema.cjs': `exports.schema = require('graphql').buildSchema(${JSON.stringify(SDL)});`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  cwd.mockReturnValue(folder);
});
afterEach(() => {
  out.mockClear();
  process.exitCode = undefined;
});
afterAll(async () => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
  await stub.close();
});

const SOURCES: readonly (readonly [string, readonly string[], object])[] = [
  ...['schema.graphql', 'supergraph.graphql', 'introspection.json', 'schema.ts', 'schema.mjs', 'schema.cjs'].map(
    (file) => [file, ['--schema', file], { schema: file }] as const,
  ),
  [
    'an upstream',
    ['--upstream', UPSTREAM, '--upstream-header', 'X-Key: secret'],
    { upstream: UPSTREAM, headers: { 'X-Key': 'secret' } },
  ],
];

/** Each command, and a part of what it prints or writes. */
const COMMANDS: readonly (readonly [command: readonly string[], printed: string, file?: string])[] = [
  [['check'], 'No errors in 1 endpoint of 1 version'],
  [['routes'], 'rest/v1/getGreeting.graphql'],
  [['explain', 'GET', '/v1/greeting'], 'getGreeting'],
  [['openapi', '--version', '1'], '"/greeting"'],
  [['build', '--out', 'OUT'], '1 endpoint in 1 version', 'plan.json'],
  [['contracts'], 'Wrote contracts/openapi.v1.json', 'contracts/openapi.v1.json'],
];

/** Runs a command, and expects its result. */
async function run(
  [command, printed, file]: (typeof COMMANDS)[number],
  options: readonly string[] = [],
): Promise<void> {
  rmSync(path.join(folder, 'contracts'), { recursive: true, force: true });
  const given = command.map((each) => (each === 'OUT' ? path.join(folder, 'plan.json') : each));
  const program = createProgram({ version: '1', description: '' });
  await program.parseAsync([...given, ...options], { from: 'user' });
  expect(out.mock.calls.map(([text]) => String(text)).join('')).toContain(printed);
  if (file !== undefined) {
    expect(readFileSync(path.join(folder, file), 'utf8')).toContain('greeting');
    rmSync(path.join(folder, file));
  }
  out.mockClear();
}

test.each(SOURCES)('every command reads %s, which its options name', async (_, options) => {
  for (const command of COMMANDS) await run(command, [...options, '--endpoints', 'rest']);
});

test.each(SOURCES)('every command reads %s, which the configuration names', async (_, __, source) => {
  const texts: Record<string, string> = {
    'portico.config.json': JSON.stringify({ ...source, endpoints: 'rest' }),
    'portico.config.ts': `import { defineConfig } from 'portico'; export default defineConfig(${JSON.stringify({ ...source, endpoints: 'rest' })});`,
    'portico.config.js': `export default ${JSON.stringify({ ...source, endpoints: 'rest' })};`,
  };
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(path.join(folder, name), text);
    for (const command of COMMANDS) await run(command);
    rmSync(path.join(folder, name));
  }
});

test.each(SOURCES)('options that name %s replace the configuration', async (_, options) => {
  writeFileSync(path.join(folder, 'portico.config.json'), '{ "schema": "nowhere.graphql", "endpoints": "rest" }');
  for (const command of COMMANDS) await run(command, options);
  rmSync(path.join(folder, 'portico.config.json'));
});

describe('a schema that graphql-js can read in spite of its faults', () => {
  const faulty = SDL.replace('type Query {', 'type Query @tag(name: "a") {\n  odd: Int\n  odd: String\n');
  const warnings = [
    'warning: faulty.graphql:1:12: Unknown directive "@tag". It has no effect here; directive @tag on … defines it.\n',
    'warning: faulty.graphql:2:3: Field "Query.odd" can only be defined once. Correct the schema; until then no endpoint can use it.\n',
  ];
  const checkWith = async (documents: string) => {
    writeFileSync(path.join(folder, 'faulty.graphql'), faulty);
    const program = createProgram({ version: '1', description: '' });
    await program.parseAsync(['check', '--schema', 'faulty.graphql', '--endpoints', documents], { from: 'user' });
    return out.mock.calls.map(([text]) => String(text)).join('');
  };

  test('is warned of with positions, and is no error', async () => {
    expect(await checkWith('rest')).toBe(`${warnings.join('')}No errors in 1 endpoint of 1 version\n`);
    expect(process.exitCode).not.toBe(1);
  });

  test('is refused where an endpoint uses what is not valid', async () => {
    mkdirSync(path.join(folder, 'odd/v1'), { recursive: true });
    const document = 'query getOdd @endpoint(method: GET, path: "/odd", unwrap: false) { odd }';
    writeFileSync(path.join(folder, 'odd/v1/getOdd.graphql'), document);
    expect(await checkWith('odd')).toContain(
      'odd/v1/getOdd.graphql:1:1: getOdd uses Query.odd, which is not valid in the schema: faulty.graphql:2:3: Field "Query.odd" can only be defined once.',
    );
    expect(process.exitCode).toBe(1);
  });
});
