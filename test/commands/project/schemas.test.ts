// The schema of an API: SDL, a supergraph or an introspection in a file, or what an upstream says of itself.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { GraphQLError, buildSchema, graphqlSync, introspectionFromSchema, parse, visit } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fixture, playFixtures } from '../cli/replay/support/playFixtures.ts';
import { Folder } from '../support/runPortico.ts';

const SDL = 'type Query {\n  hello(name: String): String\n}';
const HELLO = 'query getHello @endpoint(method: GET, path: "/hello", unwrap: false) { hello }';
const CHECKED = { code: 0, stdout: 'No errors in 1 endpoint of 1 version\n', stderr: '' };

/** What `portico check` prints of a schema in a file. */
const checkFile = (name: string, content: string | Buffer, document = HELLO) =>
  new Folder({ [name]: content, 'rest/v1/a.graphql': document }).run([
    'check',
    '--schema',
    name,
    '--endpoints',
    'rest',
  ]);
/** What it prints of the schema, or of the document in spite of it. */
async function saidOf(sdl: string, document = HELLO): Promise<string[]> {
  const { stdout, stderr } = await checkFile('a.graphql', sdl, document);
  return (stderr + stdout)
    .trim()
    .split('\n')
    .filter((line) => !/^ {2}hint: |^\d errors?$/.test(line));
}
const get = (selection: string) => `query get @endpoint(method: GET, path: "/a", unwrap: false) { ${selection} }`;

describe('a file', () => {
  const introspection = introspectionFromSchema(buildSchema(SDL));

  test.each([
    ['SDL', 'schema.graphql', SDL],
    ['SDL with a byte order mark', 'schema.graphql', `\uFEFF${SDL}`],
    ['an introspection', 'schema.json', JSON.stringify(introspection)],
    ['an introspection with a byte order mark', 'schema.json', `\uFEFF${JSON.stringify(introspection)}`],
    ['the response to an introspection', 'schema.json', JSON.stringify({ data: introspection })],
    [
      'SDL with words of supergraphs of its own',
      'a.graphql',
      `${SDL} type Other { join(link: String): link } type link { core: String }`,
    ],
    [
      'definitions of what GraphQL itself has',
      'a.graphql',
      `directive @deprecated(reason: String = "No longer supported") on FIELD_DEFINITION | ENUM_VALUE
       directive @include(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
       scalar String
       type Query { hello: String @deprecated(reason: "old") }`,
    ],
  ])('has %s', async (_, name, text) => {
    expect(await checkFile(name, text)).toEqual(CHECKED);
  });

  const PROPERTY = 'It must have the property __schema, or data.__schema.';
  const ENCODING = 'It is not a text in UTF-8; it may be compressed, or UTF-16.';
  test.each<[name: string, content: string | Buffer, message: RegExp | string]>([
    ['schema.json', '{', /^portico: schema.json is not the result of an introspection. /],
    ['schema.json', '{"data": {}}', PROPERTY],
    ...['null', '1', '[]', '{"data": null}', '{"__schema": null}', '{"data": {"__schema": 1}}'].map(
      (json): [string, string, string] => ['schema.json', json, PROPERTY],
    ),
    ...['{"__schema": {}}', '{"__schema": {"types": [null]}}', '{"data": {"__schema": {"types": null}}}'].map(
      (json): [string, string, string] => ['schema.json', json, 'It is not complete.'],
    ),
    ['schema.graphql', gzipSync(SDL), ENCODING],
    ['schema.json', gzipSync(SDL), ENCODING],
    ['schema.graphql', Buffer.from(`\uFEFF${SDL}`, 'utf16le'), ENCODING],
    ['schema.json', Buffer.from(`\uFEFF${SDL}`, 'utf16le'), ENCODING],
  ])('%s with %j is refused', async (name, content, message) => {
    const { stdout, stderr } = await checkFile(name, content);
    const start = `${name} is not the result of an introspection. `;
    const cannot = `The schema ${name} cannot be read. `;
    if (typeof message === 'string')
      expect(stderr).toBe(`portico: ${message === ENCODING ? cannot : start}${message}\n`);
    else expect(stderr).toMatch(message);
    expect(stdout).toBe('');
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
  ])('with %s is refused with its position', async (_, sdl, lines) => {
    expect(await saidOf(sdl)).toEqual(lines);
  });

  test.each([
    ['requiresScopes', 'url: "https://specs.apollo.dev/federation/v2.9", import: ["@requiresScopes"]'],
    ['scopes', 'url: "https://specs.apollo.dev/requiresScopes/v0.1", as: "scopes"'],
    ['scopes', 'url: "https://specs.apollo.dev/federation/v2.9", import: [{ name: "@requiresScopes", as: "@scopes" }]'],
    ['fed__requiresScopes', 'url: "https://specs.apollo.dev/federation/v2.9", as: "fed"'],
  ])('has scopes as @%s by its link: %s', async (directive, link) => {
    const sdl = `schema @link(url: "https://specs.apollo.dev/link/v1.0") @link(${link}) { query: Query }
    directive @link(url: String, as: String, import: [link__Import]) repeatable on SCHEMA
    directive @${directive}(scopes: [[String!]!]!) on FIELD_DEFINITION
    scalar link__Import
    type Query { hello: Int @${directive}(scopes: [["a"]]) }`;
    const folder = new Folder({ 'a.graphql': sdl, 'rest/v1/a.graphql': HELLO });
    const { stdout } = await folder.run('openapi --schema a.graphql --endpoints rest');
    expect(stdout).toMatch(/"x-scopes": \[\s+\[\s+"a"\s+\]\s+\]/);
  });

  test('has nothing that is inaccessible', async () => {
    const sdl = /* GraphQL */ `
      directive @inaccessible on FIELD_DEFINITION | OBJECT | ENUM_VALUE | ARGUMENT_DEFINITION
      type Query {
        open(a: Int, b: Int @inaccessible, c: Color): Color
        closed: Hidden @inaccessible
      }
      type Hidden @inaccessible {
        id: ID
      }
      enum Color {
        RED
        BLACK @inaccessible
      }
    `;
    expect(await saidOf(sdl, get('open(a: 1, c: RED)'))).toEqual([CHECKED.stdout.trim()]);
    for (const selection of ['open(b: 1)', 'closed { id }', 'open(c: BLACK)'])
      expect(await saidOf(sdl, get(selection))).not.toEqual([CHECKED.stdout.trim()]);
  });

  test('has each fault with its position, which no endpoint can use', async () => {
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
    const correct = 'Correct the schema; until then no endpoint can use it.';
    const faults = [
      'a.graphql:2:16: Unknown directive "@tag". It has no effect here; directive @tag on … defines it.',
      `a.graphql:4:7: Field "Query.twice" can only be defined once. ${correct}`,
      `a.graphql:6:13: Argument "Query.given(a:)" can only be defined once. ${correct}`,
      'a.graphql:9:39: Unknown directive "@shareable". It has no effect here; directive @shareable on … defines it.',
      `a.graphql:10:22: Interface field Node.id expected but One does not provide it. ${correct}`,
      'a.graphql:11:18: Enum value "Color.RED" can only be defined once. The definitions are the same; remove one.',
      'a.graphql:12:16: Field "In.a" can only be defined once. The definitions are the same; remove one.',
      'a.graphql:13:17: Union type Any can only include type One once. The definitions are the same; remove one.',
    ];
    expect(await saidOf(sdl, get('good'))).toEqual([
      ...faults.map((fault) => `warning: ${fault}`),
      CHECKED.stdout.trim(),
    ]);
    expect(await saidOf(sdl, get('twice given(a: 1) { x } all { id }'))).toEqual(
      [
        'Query.twice, which is not valid in the schema: a.graphql:4:7: Field "Query.twice" can only be defined once.',
        'Query.given(a:), which is not valid in the schema: a.graphql:6:13: Argument "Query.given(a:)" can only be defined once.',
        'Node.id, which is not valid in the schema: a.graphql:10:22: Interface field Node.id expected but One does not provide it.',
      ].map((fault) => `rest/v1/a.graphql:1:1: get uses ${fault}`),
    );
  });

  const described = (text: string) => {
    const { paths, components } = JSON.parse(text) as { paths: object; components: object };
    return { paths, components };
  };
  test('that is a supergraph describes the API that its subgraphs describe in one process', async () => {
    const root = new URL('../../../', import.meta.url).pathname;
    const folder = new Folder();
    for (const version of ['v1', 'v2']) {
      const args = `openapi --schema ${root}schema/supergraph.graphql --endpoints ${root}schema/rest --version ${version}`;
      const { stdout, stderr } = await folder.run(args);
      expect(stderr).toBe('');
      const contract = readFileSync(`${root}contracts/openapi.${version}.json`, 'utf8');
      expect(described(stdout)).toEqual(described(contract));
    }
  });
});

describe('an upstream', async () => {
  let answer: (query: string) => Fixture = () => ({});
  const server = await playFixtures({
    'POST /graphql': (body) => answer((JSON.parse(body) as { query: string }).query),
    'POST /': () => ({ body: '<html>' }),
    'POST /api': () => ({ status: 404, body: '{"message":"Not found"}' }),
  });
  afterAll(() => server.close());
  const at = (path = '/graphql') => server.origin + path;
  const introspect = async (document = HELLO, url = at(), more: string[] = []) => {
    const args = ['check', '--upstream', url, '--endpoints', 'rest', ...more];
    const { stdout, stderr } = await new Folder({ 'rest/v1/a.graphql': document }).run(args);
    return (stderr + stdout).trim();
  };
  beforeEach(() => void (answer = () => ({ body: { data: introspectionFromSchema(buildSchema(SDL)) } })));

  test('tells its schema, asked with the headers of options', async () => {
    expect(await introspect(HELLO, at(), ['--upstream-header', 'Authorization: Bearer own'])).toBe(
      CHECKED.stdout.trim(),
    );
    expect(server.received[0]!.headers.authorization).toBe('Bearer own');
  });

  const CREDENTIALS =
    ' Pass credentials with --upstream-header "Name: value", or the schema with --schema FILE; in portico.config they are headers and schema.';
  const FILE = ' The schema can be passed with --schema FILE instead; in portico.config it is schema.';
  test.each<[string, Fixture, string]>([
    [
      'that does not tell it',
      { body: { errors: [{ message: 'Introspection is off.' }] } },
      `Introspection is off.${CREDENTIALS}`,
    ],
    [
      'that refuses',
      { status: 401, body: '' },
      `The credentials are not accepted. (The upstream responded with status 401.)${CREDENTIALS}`,
    ],
    [
      'that forbids',
      { status: 403, body: '' },
      `The credentials do not permit this request. (The upstream responded with status 403.)${CREDENTIALS}`,
    ],
    [
      'that is not available',
      { status: 503, body: '' },
      `The upstream service is not available; try again shortly. (The upstream responded with status 503.)${FILE}`,
    ],
    ['whose schema is none', { body: { data: { __schema: {} } } }, FILE],
  ])('%s is named, with what may help', async (_, fixture, reason) => {
    answer = () => fixture;
    const said = await introspect();
    expect(said).toMatch(`portico: Introspection of ${at()} failed: `);
    expect(said.endsWith(reason)).toBe(true);
  });

  test.each([
    ['/', `it is not a GraphQL endpoint: it responded with status 200 and no GraphQL result. Did you mean ${at()}?`],
    [
      '/api',
      'it is not a GraphQL endpoint: it responded with status 404 and no GraphQL result. Expected the URL of a GraphQL API, which often ends with /graphql.',
    ],
  ])('at %s that is a page is no GraphQL endpoint', async (path, problem) => {
    expect(await introspect(HELLO, at(path))).toBe(`portico: Introspection of ${at(path)} failed: ${problem}`);
  });

  test('where nothing listens is named, with the reason', async () => {
    expect(await introspect(HELLO, 'http://127.0.0.1:1/graphql')).toBe(
      `portico: Introspection of http://127.0.0.1:1/graphql failed: nothing listens there (connect ECONNREFUSED 127.0.0.1:1).${FILE}`,
    );
  });

  describe('that refuses what it does not know of introspection', () => {
    const own = `
      type Query { find(by: Settings, old: Int @deprecated, pick: Pick): Int }
      input Settings { warehouse: String @deprecated(reason: "Use channels."), limit: Int = 3 @deprecated }
      input Pick @oneOf { id: ID name: String }`;
    /** Knows neither these fields of introspection nor these arguments, `field(argument)`. */
    function serve(sdl: string, unknown: readonly string[]): void {
      const schema = buildSchema(sdl);
      answer = (query) => {
        let refused: string | undefined;
        visit(parse(query), {
          Field: ({ name: { value }, arguments: given = [] }) => {
            const names = [value, ...given.map(({ name }) => `${value}(${name.value})`)];
            refused ??= names.find((name) => unknown.includes(name));
          },
        });
        const errors = [new GraphQLError(`${refused} is not known.`)];
        return { body: refused === undefined ? graphqlSync({ schema, source: query }) : { errors } };
      };
    }
    const OLDEST = [
      'args(includeDeprecated)',
      'inputFields(includeDeprecated)',
      'isOneOf',
      'specifiedByURL',
      'isRepeatable',
    ];
    const usesAll = get('find(by: { warehouse: "a", limit: 1 }, old: 1)');
    const picksTwo = get('find(pick: { id: 1, name: "a" })');

    test.each<[string, string[], boolean]>([
      ['knows everything', [], true],
      ['does not know @oneOf', ['isOneOf'], false],
      ['knows deprecated input values alone', ['isOneOf', 'specifiedByURL', 'isRepeatable'], false],
    ])('an upstream that %s', async (_, unknown, knowsOneOf) => {
      serve(own, unknown);
      expect(await introspect(usesAll)).toContain(CHECKED.stdout.trim());
      const said = await introspect(picksTwo);
      if (knowsOneOf) expect(said).toMatch(/OneOf Input Object "Pick" must specify exactly one key/);
      else expect(said).toBe(CHECKED.stdout.trim());
    });

    test('an upstream that knows neither has a schema without deprecated input values', async () => {
      serve('type Query { find(by: By): Int } input By { id: ID old: Int @deprecated }', OLDEST);
      expect(await introspect(get('find(by: { id: 1 })'))).toBe(CHECKED.stdout.trim());
      expect(await introspect(get('find(by: { old: 1 })'))).toMatch(/Field "old" is not defined by type "By"/);
    });

    test('an upstream whose schema cannot be told without them is named, with the option', async () => {
      serve(own, OLDEST);
      const said = await introspect();
      expect(said).toContain('Input Object type Settings must define one or more fields.');
      expect(said.endsWith(FILE)).toBe(true);
    });
  });
});
