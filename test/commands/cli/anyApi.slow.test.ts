// Every command reads any API: each kind of source, as an option and in a configuration.
import { buildSchema, graphqlSync, introspectionFromSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { Folder } from '../support/runPortico.ts';
import { playFixtures } from './replay/support/playFixtures.ts';

const SDL = 'type Query {\n  hello(name: String): String!\n}\n';
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
const upstream = await playFixtures({
  'POST /graphql': (body) => {
    if (upstream.received.at(-1)!.headers['x-key'] !== 'secret') {
      return { status: 401, body: { errors: [{ message: 'Who are you?' }] } };
    }
    return { body: graphqlSync({ schema, source: (JSON.parse(body) as { query: string }).query }) };
  },
});
afterAll(() => upstream.close());
const UPSTREAM = `${upstream.origin}/graphql`;

const folder = new Folder({
  'rest/v1/getGreeting.graphql':
    'query getGreeting($name: String) @endpoint(method: GET, path: "/greeting", unwrap: false) {\n  text: hello(name: $name)\n}\n',
  'schema.graphql': SDL,
  'supergraph.graphql': SUPERGRAPH,
  'introspection.json': JSON.stringify(introspectionFromSchema(schema)),
  'schema.ts': MODULE,
  'schema.mjs': MODULE,
  'schema.cjs': `exports.schema = require('graphql').buildSchema(${JSON.stringify(SDL)});`,
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
  [['build', '--out', 'plan.json'], '1 endpoint in 1 version', 'plan.json'],
  [['contracts'], 'Wrote contracts/openapi.v1.json', 'contracts/openapi.v1.json'],
];

/** Runs a command, and expects its result. */
async function run(
  [command, printed, file]: (typeof COMMANDS)[number],
  options: readonly string[] = [],
): Promise<void> {
  const { code, stdout, stderr } = await folder.run([...command, ...options]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(printed);
  if (file === undefined) return;
  expect(folder.read(file)).toContain('greeting');
  folder.remove(file.split('/')[0]!);
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
    folder.write({ [name]: text });
    for (const command of COMMANDS) await run(command);
    folder.remove(name);
  }
});

test.each(SOURCES)('options that name %s replace the configuration', async (_, options) => {
  folder.write({ 'portico.config.json': '{ "schema": "nowhere.graphql", "endpoints": "rest" }' });
  for (const command of COMMANDS) await run(command, options);
  folder.remove('portico.config.json');
});

describe('a schema that graphql-js can read in spite of its faults', () => {
  const faulty = SDL.replace('type Query {', 'type Query @tag(name: "a") {\n  odd: Int\n  odd: String\n');
  const warnings = [
    'warning: faulty.graphql:1:12: Unknown directive "@tag". It has no effect here; directive @tag on … defines it.\n',
    'warning: faulty.graphql:2:3: Field "Query.odd" can only be defined once. Correct the schema; until then no endpoint can use it.\n',
  ];
  folder.write({ 'faulty.graphql': faulty });
  const checkWith = (documents: string) => folder.run(`check --schema faulty.graphql --endpoints ${documents}`);

  test('is warned of with positions, and is no error', async () => {
    const stdout = `${warnings.join('')}No errors in 1 endpoint of 1 version\n`;
    expect(await checkWith('rest')).toEqual({ code: 0, stdout, stderr: '' });
  });

  test('is refused where an endpoint uses what is not valid', async () => {
    folder.write({
      'odd/v1/getOdd.graphql': 'query getOdd @endpoint(method: GET, path: "/odd", unwrap: false) { odd }',
    });
    const { code, stdout } = await checkWith('odd');
    expect(code).toBe(1);
    expect(stdout).toContain(
      'odd/v1/getOdd.graphql:1:1: getOdd uses Query.odd, which is not valid in the schema: faulty.graphql:2:3: Field "Query.odd" can only be defined once.',
    );
  });
});
