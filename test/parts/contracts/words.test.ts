// Which changes of a word break clients: what is found between the OpenAPI documents of two sets of endpoint documents.
import { rmSync } from 'node:fs';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { compareOpenApi } from '../../../src/gateway/describe/contracts/openapi/compareOpenApi.ts';
import { createPortico } from '../../../src/gateway/index.ts';
import { memoryStore } from '../../support/memoryStore.ts';
import { pagedSchema } from '../../vocabulary/support/pagedSchema.ts';
import { shopSchema } from '../../vocabulary/support/shop.ts';
import { type Documents, folderOf, toySchema } from '../../vocabulary/support/toy.ts';

function openApiOf(schema: GraphQLSchema, documents: Documents) {
  const endpoints = folderOf(documents);
  const { openApi } = createPortico({ schema, endpoints, authenticate: () => null, idempotency: memoryStore() });
  rmSync(endpoints, { recursive: true });
  return openApi.get('/v1/openapi.json')!;
}

/** A word, documents before and after its change, and what breaks clients: by that change, and by the change back. */
type Case = [word: string, before: Documents, after: Documents, breaks: string[], breaksBack: string[]];

const get = (path: string, selection: string, more = '', variables = '') =>
  `query get${variables} @endpoint(method: GET, path: "${path}"${more}) { ${selection} }`;
const one = (document: string, conventions?: object): Documents => ({
  'v1/a.graphql': document,
  ...(conventions && { 'v1/conventions.json': JSON.stringify(conventions) }),
});
const API = 'application/vnd.api+json';

const book = (selection: string) => one(get('/a/{id}', `book(id: $id) { id ${selection} }`, '', '($id: SafeInt!)'));
const produced = (types: string) => one(get('/a', 'shelves { name }', `, produces: [${types}]`));
const both = (types: string) =>
  one(
    `mutation m($title: String!) @endpoint(method: POST, path: "/a", consumes: [${types}], produces: [${types}]) { addBook(input: { title: $title }) { id } }`,
  );
const streamed = (stream: boolean) =>
  one(get('/a', 'books @paginate { nodes { id } }', `, stream: ${stream}, produces: ["application/json", "text/csv"]`));
const echo = (param: string) => one(get('/e', 'echo(text: $text) { json }', '', `($text: String ${param})`));
const ignoredInPath = (names: string) =>
  one(get('/{tenant}/echo', 'echo(text: $text) { json }', `, ignore: [${names}]`, '($text: String)'));
const order = (names: string, conventions?: object) =>
  one(
    `mutation m($filter: Filter! @param(name: "data.filter")) @endpoint(method: POST, path: "/order", ignore: [${names}]) { order(filter: $filter) { json } }`,
    conventions,
  );
const IGNORED = '"data.filter.orElse.kind"';
const FACT = '{ text: "fact", value: { genre: FACT } }';
const filled = (values: string) =>
  one(`mutation fill($filters: [Filter!] @param(name: "sort", in: QUERY, values: ${values}), $filter: Filter @param(name: "data.preset", values: ${values}))
    @endpoint(method: POST, path: "/fill") { fill(filters: $filters, filter: $filter) { json } }`);
const MORE = `[${FACT}, { text: "-fact", value: { and: [{ genre: FICTION }] } }]`;
const coded = (codes: object) =>
  one(
    get('/echo', 'echo(number: $number, text: $text) { json }', '', '($number: Int! @param(min: 1), $text: String)'),
    {
      errors: {
        body: { error: '{message}', code: '{code}', 'all?': [{ name: '{field?}', code: '{code}', text: '{message}' }] },
        codes,
      },
    },
  );

const inToy: Case[] = [
  [
    '@header',
    book(''),
    book('title @header(name: "X-Title")'),
    [],
    ['The header `X-Title` of the response 200 was removed.'],
  ],
  [
    'produces and consumes',
    both(`"${API}"`),
    both(`"${API}", "application/json"`),
    [],
    [
      'The media type `application/json` of the request body was removed.',
      'The media type `application/json` of the response 200 was removed.',
    ],
  ],
  [
    'produces: a format',
    produced('"text/csv"'),
    produced('"text/csv", "application/jsonl"'),
    [],
    ['The media type `application/jsonl` of the response 200 was removed.'],
  ],
  [
    'stream',
    streamed(false),
    streamed(true),
    ['`text/csv` of the response 200 was one page and is now the whole list.'],
    ['`text/csv` of the response 200 was the whole list and is now one page.'],
  ],
  ['@param(template:)', echo(''), echo(String.raw`@param(template: "%{}%", escape: "%_\\")`), [], []],
  [
    '@param(values:)',
    filled(`[${FACT}]`),
    filled(MORE),
    [],
    [
      'An item of the query parameter `sort` can no longer be `"-fact"`.',
      '`data.preset` of the request body can no longer be `"-fact"`.',
    ],
  ],
  [
    'ignore: a parameter',
    ignoredInPath('"tenant", "a.b"'),
    ignoredInPath('"tenant", "other.x"'),
    ['The query parameter `a.b` was removed.'],
    ['The query parameter `other.x` was removed.'],
  ],
  [
    'ignore: a property',
    order(`${IGNORED}, "links.self.href"`),
    order(`${IGNORED}, "other.x"`),
    ['`links` of the request body was removed.'],
    ['`other` of the request body was removed.'],
  ],
  [
    'unknown: body',
    order(IGNORED),
    order(IGNORED, { unknown: { body: 'ignore' } }),
    [],
    [
      'The additionalProperties of `Filter` was none and is now `false`.',
      'The additionalProperties of `data.filter.orElse` of the request body was none and is now `false`.',
      'The additionalProperties of `data.filter` of the request body was none and is now `false`.',
      'The additionalProperties of `data` of the request body was none and is now `false`.',
      'The additionalProperties of the request body was none and is now `false`.',
    ],
  ],
  [
    '@status: a further one',
    book('title genre @status(values: [{ value: FICTION, status: 201 }])'),
    book('title genre @status(values: [{ value: FICTION, status: 201 }, { value: FACT, status: 202 }])'),
    ['The response 202 was added.'],
    ['The response 202 was removed.'],
  ],
  [
    '@status: another one',
    book('title genre @status(values: [{ value: FICTION, status: 201 }])'),
    book('title genre @status(values: [{ value: FICTION, status: 202 }])'),
    ['The response 201 was removed.'],
    ['The response 202 was removed.'],
  ],
  [
    'errors.codes of keywords',
    coded({}),
    coded({ 'BAD_USER_INPUT.required': { status: 422, code: 20001, message: 'is missing' } }),
    ['`Error.code` can now also be `integer`.', '`Error.all[].code` can now also be `integer`.'],
    [
      '`Error.code` can no longer be `integer`.',
      '`Error.all[].code` can no longer be `integer`.',
      'The response 422 was removed.',
    ],
  ],
];

const page = (conventions: object, selection: string) => one(get('/a', selection), conventions);
const listed = (total: string) => `item @paginate(connection: { first: "limit" }, styles: [OFFSET]) { id } ${total}`;
const ALL = 'allItems @paginate(styles: [CURSOR]) { nodes { id } }';
const from = (first: number): Documents => ({
  'v1/conventions.json': JSON.stringify({ page: { first, default: 10, body: { items: '{items}' } } }),
  'v1/items.graphql': get(
    '/items',
    `item @paginate(connection: { first: "limit", offset: "offset" }, styles: [OFFSET, PAGE]) { id }
     item_aggregate @unwrap { aggregate @unwrap { count @total } }`,
  ),
  'v1/albums.graphql': get(
    '/albums',
    'albums @paginate(connection: { first: "perPage", page: "page", nodes: "items", totalCount: "meta.total" }, styles: [PAGE]) { items { id } }',
  ),
});
const inPaged: Case[] = [
  [
    'page: a total',
    page({}, listed('item_aggregate { aggregate { count @total } }')),
    page({}, listed('')),
    ['`ItemList.pagination` can no longer be `OffsetPagination`.'],
    ['`ItemList.pagination` can now also be `OffsetPagination`.'],
  ],
  [
    'page.parameters: the way back',
    page({ page: { parameters: { before: 'before' } } }, ALL),
    page({}, ALL),
    ['The query parameter `before` was removed.', '`TwoWayCursorPagination.prevCursor` was removed.'],
    [],
  ],
  [
    'page.over',
    page({ page: { over: 'clamp' } }, ALL),
    page({}, ALL),
    [
      'The query parameter `limit` was at least 0 and is now at least 1.',
      'The query parameter `limit` was unbounded and is now at most 100.',
    ],
    [],
  ],
  [
    'page.first',
    from(1),
    from(0),
    [
      'The default of the query parameter `page` was `1` and is now `0`.',
      'The query parameter `page` was at most 2147483647 and is now at most 2147483646.',
      'The query parameter `page` was at most 2147483648 and is now at most 2147483647.',
    ],
    [
      'The default of the query parameter `page` was `0` and is now `1`.',
      'The query parameter `page` was at least 0 and is now at least 1.',
    ],
  ],
];

const product = (name: string) =>
  one(get('/p/{id}', `product(id: $id) { id @name(as: "${name}") name }`, '', '($id: ID!)'));
const bytes = (consumes: string) =>
  one(
    `mutation a($content: Bytes!) @endpoint(method: PUT, path: "/a", body: "content", consumes: [${consumes}]) { upload(content: $content) }`,
    { scalars: { Bytes: { type: 'string', format: 'byte' } } },
  );
const created = (errors: string) =>
  one(
    `mutation m($name: String!) @endpoint(method: POST, path: "/a") { create(name: $name) @unwrap { product { id } ${errors} } }`,
  );
const me = (selection: string) => one(get('/me', `me ${selection}`));
const hello = (conventions: object) => one(get('/a', 'hello', ', auth: NONE'), conventions);
const schema = buildSchema(`
  scalar Bytes
  type Query { hello: String! me: Author book(id: Int!): Int list(first: Int, after: String, offset: Int): List! }
  type Mutation { upload(content: Bytes!): String create(name: String): Payload }
  type Author { id: ID! name: String! email: String books: [Author!]! }
  type Payload { product: Author errors: [Fault!]! success: Boolean }
  type Fault { message: String }
  type List { nodes: [String!]! totalCount: Int! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`);
const removed = (name: string) => `The header \`${name}\` of the response 200 was removed.`;
const ACCEPTED = 'application/vnd.github+json';
const pageHeaders = (headers: object) =>
  one(get('/a', 'list @paginate(default: 2) @unwrap { nodes }'), {
    page: { envelope: null, headers, cursor: 'plain' },
  });
const named = (headers: object) => one(get('/a', 'hello'), { headers, rateLimit: { get_a: '1/86400' } });
const others: Case[] = [
  [
    'consumes: a type of texts or bytes',
    bytes('"image/png"'),
    bytes('"image/png", "text/plain", "application/json"'),
    [],
    [
      'The media type `text/plain` of the request body was removed.',
      'The media type `application/json` of the request body was removed.',
    ],
  ],
  [
    '@error(status:)',
    created('errors @error(status: 422) { message }'),
    created('errors @error(status: 418) { message }'),
    ['The response 422 was removed.'],
    ['The response 418 was removed.'],
  ],
  [
    '@error beside another',
    created('errors @error(status: 422) { message }'),
    created('errors @error(status: 422) { message } success @error(status: 418)'),
    [],
    ['The response 418 was removed.'],
  ],
  [
    'errors.body: a code',
    one(get('/books/{id}', 'book(id: $id)', '', '($id: Int!)')),
    one(get('/books/{id}', 'book(id: $id)', '', '($id: Int!)'), {
      errors: { body: { error: '{message}', code: '{code}' } },
    }),
    [],
    ['`Error.code` was removed.'],
  ],
  [
    '@fields: a further name',
    me('@fields { id name email }'),
    me('@fields { id name email books { id } }'),
    [],
    [
      'An item of the query parameter `fields` can no longer be `"books"`, `"books.id"`.',
      '`Author.books` was removed.',
    ],
  ],
  [
    '@fields',
    me('@fields { id name email }'),
    me('{ id name email }'),
    ['The query parameter `fields` was removed.'],
    ['`Author.name` is now optional.', '`Author.email` is now optional.'],
  ],
  [
    'accepts',
    hello({ produces: ['application/json', API] }),
    hello({ accepts: { [ACCEPTED]: 'application/json' }, produces: ['application/json', API] }),
    [],
    ['The media type in Accept `application/vnd.github+json` was answered by `"application/json"` and is now by none.'],
  ],
  [
    'accepts: another type',
    hello({ accepts: { [ACCEPTED]: API }, produces: ['application/json', API] }),
    hello({ accepts: { [ACCEPTED]: 'application/json' }, produces: ['application/json', API] }),
    [
      'The media type in Accept `application/vnd.github+json` was answered by `"application/vnd.api+json"` and is now by `"application/json"`.',
    ],
    [
      'The media type in Accept `application/vnd.github+json` was answered by `"application/json"` and is now by `"application/vnd.api+json"`.',
    ],
  ],
  [
    'headers: another name, a split one and a further one',
    named({
      'X-Request-Id': 'X-GitHub-Request-Id',
      RateLimit: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
      'X-Trace': '{version}/{requestId}',
    }),
    named({ RateLimit: ['X-Limit', 'X-Left', 'X-Wait'] }),
    ['X-GitHub-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Trace'].map(removed),
    ['X-Request-Id', 'X-Limit', 'X-Left', 'X-Wait'].map(removed),
  ],
  [
    'page.headers',
    pageHeaders({ 'X-Page': '{page}', 'X-Total': '{total}' }),
    pageHeaders({ 'X-Total': '{total?}' }),
    [removed('X-Page'), 'The header `X-Total` of response 200 is now optional.'],
    [],
  ],
];

const inShop: Case[] = [
  [
    '@name',
    product('__proto__'),
    product('constructor'),
    ['`Product.__proto__` was removed.'],
    ['`Product.constructor` was removed.'],
  ],
];

const all: [GraphQLSchema, Case[]][] = [
  [toySchema, inToy],
  [pagedSchema, inPaged],
  [shopSchema, inShop],
  [schema, others],
];
test.each(all.flatMap(([of, cases]) => cases.map(([word, ...rest]) => [word, of, ...rest] as const)))(
  '%s',
  (_, of, before, after, breaks, breaksBack) => {
    const [old, now] = [openApiOf(of, before), openApiOf(of, after)];
    const changes = (first: typeof old, second: typeof old) =>
      compareOpenApi(first, second)
        .map(({ change }) => change)
        .filter((change) => !/^The header .* response [45]/.test(change));
    expect([changes(old, now), changes(now, old)]).toEqual([breaks, breaksBack]);
    expect([compareOpenApi(old, old), compareOpenApi(now, now)]).toEqual([[], []]);
  },
);

test('says whom a change of `accepts` affects, and what restores it', () => {
  const accepts = hello({ accepts: { [ACCEPTED]: 'application/json' } });
  expect(compareOpenApi(openApiOf(schema, accepts), openApiOf(schema, hello({})))).toEqual([
    {
      change: `The media type in Accept \`${ACCEPTED}\` was answered by \`"application/json"\` and is now by none.`,
      affected: 'clients that accept it',
      hint: 'Restore it',
      endpoints: [],
    },
  ]);
});
