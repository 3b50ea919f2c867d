// Absent parameters over a schema in the manner of Hasura: what its resolvers get, however the operation is executed.
import { execute, parse } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { openFacade, stubUpstream } from './support/upstreams.ts';
import { serveSchema } from './support/serveSchema.ts';
import { SDL, calls, cases, documents, resolvable } from './support/pruned.ts';
import { seen, toyEngine } from './support/toy.ts';

const inVersion = Object.fromEntries(Object.entries(documents).map(([name, text]) => [`v1/${name}`, text]));
const served = await serveSchema(resolvable(), inVersion);
const upstreamSchema = resolvable();
const stub = await stubUpstream();
const facade = await openFacade({ upstream: stub, sdl: SDL, files: documents });
beforeEach(() => {
  calls.length = 0;
  stub.received.length = 0;
});
afterAll(async () => {
  served.close();
  await facade.close();
  await stub.close();
});

type Send = (line: string, body?: unknown) => Promise<number>;
const executions: Readonly<Record<string, Send>> = {
  'graphql-js': async (line, body) => (await served.send(line, body === undefined ? {} : { body })).status,
  'an upstream': async (line, body) => {
    const [method = '', target = ''] = line.split(' ');
    stub.answer = ({ body: { query, variables: variableValues } }) => ({
      body: execute({ schema: upstreamSchema, document: parse(query), variableValues }),
    });
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await facade.send(target, { method, ...(body !== undefined && json) })).status;
  },
};
describe.each(Object.entries(executions))('with %s', (_, send) => {
  test.each(cases)('%s with %j', async (line, body, ...expected) => {
    for (let time = 0; time < 2; time++) {
      calls.length = 0;
      expect(await send(line, body)).toBe(200);
      expect(calls).toEqual(expected);
    }
  });
});

test('an upstream gets the pruned document, without variables that it does not use', async () => {
  await executions['an upstream']!('GET /v1/notebooks?b=2');
  expect(stub.received.map(({ body }) => body)).toEqual([
    {
      query: 'query list_list($b:ID$limit:Int){notebook(ids:[$b]limit:$limit){id}}',
      operationName: 'list_list',
      variables: { b: '2' },
    },
  ]);
});

test('a variable that is absent has no value, whatever its name', async () => {
  const toy = toyEngine({
    'v1/a.graphql': `mutation m($constructor: Genre) @endpoint(method: POST, path: "/a") {
      fill(filter: { genre: $constructor }, pages: 1) { json } }`,
  });
  expect(seen(await toy.send('POST /v1/a', { body: {} }))).toEqual([200, { json: '{"pages":1}' }]);
});

describe('what is executed', () => {
  const SCHEMA = `
  directive @tag(by: Exp) on FIELD
  input Exp { _and: [Exp!], _or: [Exp!]! = [], not: Exp, id: IntExp, name: TextExp, size: Int! = 1 }
  input Strict { must: TextExp!, size: Int, inner: Strict }
  input IntExp { _eq: Int, _in: [Int] }
  input TextExp { _eq: String }
  type Query {
    list(where: Exp, wheres: [Exp!], ids: [Int], grid: [[Int]], strict: Strict, limit: Int): One
    must(where: Exp!, wheres: [Exp!]!, ids: [Int]!, strict: Strict!, default: Exp! = {}): One
  }
  type One { id: Int many(where: Exp): Int }
`;
  /** The document that is executed for a selection with the nullable variables $a, $b and $t, a text, of which some are given. */
  async function executedOf(
    selection: string,
    given: readonly string[] = [],
    types: Record<string, string> = {},
    more = '',
  ) {
    const used = [...new Set((selection + more).match(/\$\w/g))].map((each) => each.slice(1));
    const definitions = used.map((name) => `$${name}: ${types[name] ?? (name === 't' ? 'String' : 'Int')}`);
    const variables = definitions.length > 0 ? `(${definitions.join()})` : '';
    const document = `query q${variables} @endpoint(method: GET, path: "/q", unwrap: false) { ${selection} } ${more}`;
    const root = { list: { id: 1 }, must: { id: 1 } };
    const { executed } = await ask(SCHEMA, document, `GET /v1/q?${given.map((name) => `${name}=1`).join('&')}`, {
      root,
    });
    return executed;
  }

  test.each<[selection: string, pruned: string]>([
    ['list(where: {id: {_eq: $a}}) { id }', '{ list { id } }'],
    ['list(where: {_and: [{id: {_eq: $a}}, {name: {_eq: $t}}]}) { id }', '{ list { id } }'],
    ['list(where: {id: {_eq: $a}, size: 2}) { id }', '{ list(where: {size: 2}) { id } }'],
    ['list(where: {id: {_eq: $a}, not: null}) { id }', '{ list(where: {not: null}) { id } }'],
    ['list(ids: [$a, 2, $b]) { id }', '{ list(ids: [2]) { id } }'],
    ['list(ids: [$a]) { id }', '{ list { id } }'],
    ['list(grid: [[$a], [1, $b]]) { id }', '{ list(grid: [[1]]) { id } }'],
    ['list(wheres: {id: {_eq: $a}}) { id }', '{ list { id } }'],
    ['list { id @tag(by: {id: {_eq: $a}}) }', '{ list { id @tag } }'],
    ['list { ... on One { many(where: {id: {_eq: $a}}) } }', '{ list { ... on One { many } } }'],
    // A condition that GraphQL leaves out itself, or that is written empty.
    ['list(limit: $a) { id }', '($a: Int) { list(limit: $a) { id } }'],
    ['list(where: {}, ids: []) { id }', '{ list(where: {}, ids: []) { id } }'],
  ])('without variables, of %s: %s', async (selection, pruned) => {
    expect((await executedOf(selection)).map((text) => text.replace(/^query q ?/, ''))).toEqual([pruned]);
  });

  test.each<[argument: string, pruned: string]>([
    ['where: {id: {_eq: $a}}', 'where: {}'],
    ['where: {id: {_eq: $a}, not: {id: {_eq: $b}}}', 'where: {}'],
    ['where: {_or: [{id: {_eq: $a}}]}', 'where: {_or: []}'],
    ['wheres: [{id: {_eq: $a}}]', 'wheres: []'],
    ['ids: [$a]', 'ids: []'],
    // GraphQL leaves it out itself.
    ['strict: {must: {_eq: $t}}', 'strict: {must: {_eq: $t}}'],
    ['strict: {must: {_eq: $t}, inner: {must: {_eq: $t}}}', 'strict: {must: {}}'],
    // A default of the schema is no reason to leave out what the document writes.
    ['default: {id: {_eq: $a}}', 'default: {}'],
  ])('of what must not be null is empty, %s: %s', async (argument, pruned) => {
    const name = argument.slice(0, argument.indexOf(':'));
    const others = ['where: {}', 'wheres: []', 'ids: []', 'strict: {must: {}}'].filter(
      (each) => !each.startsWith(`${name}:`),
    );
    const must = (own: string) => `must(${[own, ...others].join(', ')}) { id }`;
    expect((await executedOf(must(argument))).map((text) => text.replace(/^query q(\(.*?\))? /, ''))).toEqual([
      `{ ${must(pruned)} }`,
    ]);
  });

  const both = 'list(where: {_and: [{id: {_eq: $a}}, {name: {_eq: $t}}]}, limit: $b) { id }';
  test.each<[given: string[], pruned: string]>([
    [['a'], 'query q($a: Int, $b: Int) { list(where: {_and: [{id: {_eq: $a}}]}, limit: $b) { id } }'],
    [['t'], 'query q($t: String, $b: Int) { list(where: {_and: [{name: {_eq: $t}}]}, limit: $b) { id } }'],
    [[], 'query q($b: Int) { list(limit: $b) { id } }'],
  ])('given %j', async (given, pruned) => {
    expect(await executedOf(both, given)).toEqual([pruned]);
  });

  test('is pruned in fragments', async () => {
    const fragment = 'fragment F on One { many(where: {id: {_eq: $a}}) }';
    expect(await executedOf('list { ...F }', [], {}, fragment)).toEqual([
      'query q { list { ...F } } fragment F on One { many }',
    ]);
  });

  test('keeps variables that are required or have a default', async () => {
    const selection = 'list(where: {id: {_eq: $a}, not: {id: {_eq: $b}}}, ids: [$c]) { id }';
    expect(await executedOf(selection, ['b'], { a: 'Int = 1', b: 'Int!', c: 'Int = null' })).toEqual([
      `query q($a: Int = 1, $b: Int!, $c: Int = null) { ${selection} }`,
    ]);
  });
});
