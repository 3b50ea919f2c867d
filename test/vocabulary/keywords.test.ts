// The message of the conventions for a keyword of JSON Schema, wherever an input can violate it.
import { GraphQLScalarType, buildSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const KEYWORDS =
  'null required type enum minimum maximum minLength maxLength pattern format minItems maxItems minProperties maxProperties additionalProperties not';
const schema = buildSchema(/* GraphQL */ `
  scalar Moment
  scalar Even
  scalar Tree
  enum Colour {
    RED
  }
  input Book {
    title: String!
    pages: [Int!]
  }
  input Choice @oneOf {
    one: Int
    two: Int
  }
  type Query {
    read(
      int: Int
      float: Float
      flag: Boolean
      colour: Colour
      text: String
      list: [String!]
      moment: Moment
      even: Even
      tree: Tree
    ): Made
    rows(first: Int, after: String, offset: Int): Rows
  }
  type Mutation {
    write(book: Book, choice: Choice, flag: Boolean, even: Even, colour: Colour, int: Int): Int
  }
  type Made {
    id: ID
    more: ID
  }
  type Rows {
    nodes: [ID]
    totalCount: Int
    pageInfo: PageInfo!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
`);
(schema.getType('Even') as GraphQLScalarType).parseValue = (value) => {
  if (Number(value) % 2 !== 0) throw new Error('Even must be even');
  return value;
};

/** The parameters of a read: their types, and what is said of them. */
const PARAMETERS: Record<string, [type: string, constraint?: string]> = {
  int: ['Int'],
  float: ['Float'],
  flag: ['Boolean'],
  min: ['Int', 'min: 2'],
  max: ['Int', 'max: 2'],
  colour: ['Colour'],
  value: ['String', 'values: [{ text: "a", value: "A" }]'],
  long: ['String', 'minLength: 2'],
  short: ['String', 'maxLength: 2'],
  formed: ['String', 'pattern: "x+"'],
  many: ['[String!]', 'minItems: 2'],
  few: ['[String!]', 'maxItems: 1'],
  moment: ['Moment'],
  even: ['Even'],
  tree: ['Tree'],
  needed: ['Int!'],
};
const ARGUMENTS: Record<string, string> = {
  min: 'int',
  max: 'int',
  value: 'text',
  long: 'text',
  short: 'text',
  formed: 'text',
  many: 'list',
  few: 'list',
  needed: 'int',
};
const read = (place: 'query' | 'header', name: string) => {
  const [type, constraint] = PARAMETERS[name]!;
  const said = [constraint, place === 'header' && `in: HEADER, name: "X-${name}"`].filter(Boolean).join();
  return `query ${place}_${name}($${name}: ${type}${said && ` @param(${said})`}) @endpoint(method: GET, path: "/${place}/${name}") { read(${ARGUMENTS[name] ?? name}: $${name}) { id } }`;
};
const write = (name: string, type: string) =>
  `mutation ${name}($${name}: ${type}) @endpoint(method: POST, path: "/${name}", body: "${name}") { write(${name}: $${name}) }`;
const unreachable = () => Promise.reject(new Error('Nothing is executed.'));
const ready = serveSchema(
  schema,
  {
    'conventions.json': JSON.stringify({
      enums: { '*': 'lowercase' },
      scalars: {
        Moment: { type: 'string', format: 'date-time' },
        Even: { type: 'integer' },
        Tree: { type: 'any', upstream: 'json' },
      },
      page: { default: 5, max: 20 },
      errors: { messages: Object.fromEntries(KEYWORDS.split(' ').map((each) => [each, `violates ${each}`])) },
    }),
    ...Object.fromEntries(
      Object.keys(PARAMETERS).flatMap((name) => [
        [`v1/query_${name}.graphql`, read('query', name)],
        [`v1/header_${name}.graphql`, read('header', name)],
      ]),
    ),
    'v1/expanded.graphql':
      'query expanded($more: Boolean = false @expand) @endpoint(method: GET, path: "/expanded") { read { id more @include(if: $more) } }',
    'v1/rows.graphql': 'query rows @endpoint(method: GET, path: "/rows") { rows @paginate { nodes } }',
    'v1/book.graphql': write('book', 'Book!'),
    'v1/choice.graphql': write('choice', 'Choice!'),
    'v1/flag.graphql': write('flag', 'Boolean!'),
    'v1/even.graphql': write('even', 'Even!'),
    'v1/colour.graphql': write('colour', 'Colour!'),
    'v1/keyed.graphql': 'mutation keyed @endpoint(method: POST, path: "/keyed", idempotencyKey: REQUIRED) { write }',
    'v1/versioned.graphql':
      'mutation versioned($int: Int @param(in: HEADER, name: "If-Match")) @endpoint(method: POST, path: "/versioned") { write(int: $int) }',
  },
  {
    authenticate: () => ({ subject: 'ada', scopes: [] }),
    idempotency: { begin: unreachable, finish: unreachable },
  },
);
afterAll(async () => (await ready).close());

async function refusal(line: string, options: { headers?: Record<string, string>; body?: unknown } = {}) {
  const { status, json } = await (await ready).send(line, options);
  return [status, (json as { error: string }).error];
}

test.each<[keyword: string, name: string, text: string]>([
  ['type', 'int', 'x'],
  ['type', 'float', 'x'],
  ['type', 'flag', 'yes'],
  ['minimum', 'min', '1'],
  ['maximum', 'max', '3'],
  ['enum', 'colour', 'blue'],
  ['enum', 'value', 'c'],
  ['minLength', 'long', 'a'],
  ['maxLength', 'short', 'abc'],
  ['pattern', 'formed', 'abc'],
  ['minItems', 'many', 'a'],
  ['maxItems', 'few', 'a,b'],
  ['format', 'moment', 'yesterday'],
  ['format', 'even', '3'],
  ['type', 'tree', '{'],
])('%s, of the parameter %s in the query and in a header', async (keyword, name, text) => {
  expect(await refusal(`GET /v1/query/${name}?${name}=${text}`)).toEqual([400, `${name} violates ${keyword}`]);
  const headers = { [`x-${name}`]: text };
  expect(await refusal(`GET /v1/header/${name}`, { headers })).toEqual([400, `X-${name} violates ${keyword}`]);
});

test.each<[keyword: string, place: string, target: string]>([
  ['required', 'needed', 'query/needed'],
  ['required', 'X-needed', 'header/needed'],
  ['type', 'int', 'query/int?int=1&int=2'],
  ['format', 'long', 'query/long?long=%ff'],
  ['additionalProperties', 'b', 'query/int?b=1'],
  ['enum', 'expand', 'expanded?expand=x'],
  ['type', 'limit', 'rows?limit=x'],
  ['minimum', 'limit', 'rows?limit=0'],
  ['maximum', 'limit', 'rows?limit=21'],
  ['type', 'limit', 'rows?limit=1&limit=2'],
  ['maximum', 'offset', 'rows?offset=2147483648'],
  ['maximum', 'page', 'rows?page=429496731'],
  ['not', 'cursor', 'rows?offset=1&cursor=a'],
  ['format', 'cursor', 'rows?cursor=a'],
])('%s, of %s in the request %s', async (keyword, place, target) => {
  expect(await refusal(`GET /v1/${target}`)).toEqual([400, `${place} violates ${keyword}`]);
});

test.each<[keyword: string, place: string, path: string, body: unknown]>([
  ['required', 'body', 'book', undefined],
  ['null', 'body', 'book', 'null'],
  ['type', 'body', 'book', []],
  ['required', 'title', 'book', {}],
  ['null', 'title', 'book', { title: null }],
  ['type', 'title', 'book', { title: 1 }],
  ['type', 'pages', 'book', { title: '', pages: 1 }],
  ['null', 'pages.0', 'book', { title: '', pages: [null] }],
  ['additionalProperties', 'name', 'book', { title: '', name: '' }],
  ['minProperties', 'body', 'choice', {}],
  ['maxProperties', 'body', 'choice', { one: 1, two: 2 }],
  ['type', 'body', 'flag', '"true"'],
  ['format', 'body', 'even', '1'],
  ['enum', 'body', 'colour', '"blue"'],
])('%s, of %s in the body of %s: %j', async (keyword, place, path, body) => {
  expect(await refusal(`POST /v1/${path}`, { body })).toEqual([400, `${place} violates ${keyword}`]);
});

test.each<[keyword: string, name: string, path: string, value: string | undefined]>([
  ['required', 'Idempotency-Key', 'keyed', undefined],
  ['pattern', 'Idempotency-Key', 'keyed', 'a b'],
  ['pattern', 'Idempotency-Key', 'keyed', 'a, b'],
  ['type', 'If-Match', 'versioned', '5'],
  ['type', 'If-Match', 'versioned', '"5", "6"'],
])('%s, of the header %s', async (keyword, name, path, value) => {
  const headers: Record<string, string> = value === undefined ? {} : { [name.toLowerCase()]: value };
  expect(await refusal(`POST /v1/${path}`, { body: {}, headers })).toEqual([400, `${name} violates ${keyword}`]);
});
