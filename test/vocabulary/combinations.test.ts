// Random documents that combine words of the vocabulary, and random requests to them. Whatever is combined: the response
// validates against the OpenAPI document, the operation that executes validates against the schema, and nothing is a 500.
import { rmSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { buildSchema, print, validate } from 'graphql';
import { test } from 'vitest';
import { createPortico } from '../../src/gateway/index.ts';
import { runsOf } from '../promises/support/runsOf.ts';
import { executeRoots } from './support/executeRoots.ts';
import { sendTo } from './support/sendTo.ts';
import { type Documents, folderOf } from './support/toy.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    item(id: ID!, filter: Filter): Item
    thing(id: ID!, filter: Filter): Thing
    items(first: Int, after: String, offset: Int, filter: Filter): ItemConnection!
    list(limit: Int, skip: Int, filter: Filter): [Item]!
    count(filter: Filter): Int!
  }
  input Filter {
    name: NameFilter
    all: [Filter!]
  }
  input NameFilter {
    is: String
    in: [String]
  }
  union Thing = Item | Box
  enum Kind {
    BIG_ONE
    SMALL
  }
  type Item {
    id: ID!
    name: String!
    note: String
    kind: Kind!
    owner: Owner
    boxes: [Box!]!
    thing: Thing
    broken: String
  }
  type Owner {
    id: ID!
    title: String!
    motto: String
  }
  type Box {
    id: ID!
    width: Int
    label: String!
  }
  type ItemConnection {
    nodes: [Item]!
    edges: [ItemEdge!]!
    pageInfo: PageInfo!
    totalCount: Int!
  }
  type ItemEdge {
    node: Item!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
`);

/** One way to select something of an Item: its names for `@fields`, and the GraphQL. */
interface Part {
  names: readonly string[];
  text: string;
  expand?: string;
}

const part = (names: readonly string[], text: string, expand?: string): Part => ({
  names,
  text,
  ...(expand !== undefined && { expand }),
});

/** No two of one list have the same wire name, so that any of each can be combined. */
const PARTS: readonly (readonly Part[])[] = [
  [part(['name'], 'name'), part(['title'], 'title: name')],
  [part(['note'], 'note'), part(['note'], 'note @wrap(as: "text")')],
  [part(['kind'], 'kind'), part(['is'], '... @wrap(as: "kind") { is: kind }')],
  [part(['type'], 'type: __typename'), part(['made'], 'made: __typename @template(value: { of: "fixed" })')],
  [
    part(['owner'], 'owner { id title motto }'),
    part(['owner'], 'owner @unwrap { title }'),
    part(['owner'], 'owner @wrap(as: "data") { type: __typename id }'),
    part(['ownerId', 'motto'], 'owner @spread { ownerId: id motto }'),
    part(['owner'], 'owner @include(if: $owner) { title }', 'owner'),
    part(['ownerTitle'], 'owner @include(if: $owner) @spread { ownerTitle: title }', 'owner'),
    part(['by'], '... @include(if: $owner) @wrap(as: "owner") { by: owner @unwrap { title } }', 'owner'),
  ],
  [
    part(['boxes'], 'boxes { id width }'),
    part(['boxes'], 'boxes @wrap(as: "data") { id }'),
    part(['boxes'], 'boxes @unwrap { label }'),
    part(['boxes'], 'boxes @include(if: $boxes) { label width @template(value: { w: "{}", of: "{label}" }) }', 'boxes'),
  ],
  [
    part(['thing'], 'thing { ... on Item { id } ... on Box { id label } }'),
    part(['thing'], 'thing { ... on Box { label } }'),
    part(['thing'], 'thing { ... on Item @wrap(as: "item") { name } ... on Box { label } }'),
  ],
  [part(['broken'], 'broken @catch'), part(['broken'], 'broken @catch @wrap(as: "value")')],
  [
    part(['self'], 'self: id @template(value: "/items/{}")'),
    part(['self'], '... @wrap(as: "links") { self: id @template(value: "/items/{}") }'),
  ],
];

const HEADER = part([], 'code: note @header(name: "X-Note")');

const ROOTS = ['item', 'wrapped', 'thing', 'nodes', 'edges', 'list'] as const;

/** An API of one endpoint. */
const api = fc.record({
  parts: fc.tuple(...PARTS.map((ways) => fc.option(fc.constantFrom(...ways), { nil: undefined, freq: 2 }))),
  root: fc.constantFrom(...ROOTS),
  hasHeader: fc.boolean(),
  hasFields: fc.boolean(),
  conventions: fc.record({
    nulls: fc.constantFrom('keep', 'omit'),
    case: fc.constantFrom('schema', 'snake_case'),
    enums: fc.constantFrom({ '*': 'kebab-case' }, { '*': 'schema', __typename: 'snake_case' }),
    urls: fc.constantFrom('relative', 'absolute'),
    body: fc.constantFrom(null, { data: '{body}' }),
    page: fc.constantFrom(
      {},
      { envelope: null },
      { body: { '{list}': '{items}', has_more: '{hasMore}', next: '{next?}', total: '{total?}' } },
    ),
  }),
});

type Api = typeof api extends fc.Arbitrary<infer Value> ? Value : never;

/** The documents of an API, the names of `@fields`, and the values of `expand`. */
function documentsOf({ parts, root, hasHeader, hasFields, conventions }: Api) {
  const isOne = root === 'item' || root === 'wrapped';
  const chosen = [
    part(['id'], 'id'),
    ...parts.filter((each) => each !== undefined),
    ...(hasHeader && isOne ? [HEADER] : []),
  ];
  const expands = [...new Set(chosen.flatMap(({ expand }) => expand ?? []))];
  const selected = chosen.map(({ text }) => text).join(' ');
  const fields = hasFields ? ' @fields' : '';
  const variables = ['$name: String', '$names: String', ...expands.map((name) => `$${name}: Boolean = false @expand`)];
  const filter = 'filter: { name: { is: $name }, all: [{ name: { in: [$names] } }] }';
  const operation = (path: string, body: string, own: readonly string[] = [], endpoint = '') =>
    `query read(${[...own, ...variables].join(', ')}) @endpoint(method: GET, path: "${path}"${endpoint}) { ${body} }`;
  const documents: Record<(typeof ROOTS)[number], string> = {
    item: operation('/items/{id}', `item(id: $id, ${filter})${fields} { ${selected} }`, ['$id: ID!'], ', maxAge: 5'),
    wrapped: operation(
      '/items/{id}',
      `found: item(id: $id, ${filter})${fields} { ${selected} }`,
      ['$id: ID!'],
      ', unwrap: false',
    ),
    thing: operation(
      '/items/{id}',
      `thing(id: $id, ${filter})${fields} { ... on Item { ${selected} } ... on Box { id label } }`,
      ['$id: ID!'],
    ),
    nodes: operation('/items', `items(${filter}) @paginate${fields} { nodes { ${selected} } }`),
    edges: operation('/items', `items(${filter}) @paginate${fields} { edges @unwrap { node { ${selected} } } }`),
    list: operation(
      '/items',
      `list(${filter}) @paginate(styles: [OFFSET, PAGE], connection: { first: "limit", offset: "skip" })${fields} { ${selected} } count(${filter}) @total`,
    ),
  };
  const names = chosen.flatMap((each) => each.names);
  return {
    documents: { 'conventions.json': JSON.stringify(conventions), 'v1/read.graphql': documents[root] } as Documents,
    names,
    expands,
    isPaged: root === 'nodes' || root === 'edges' || root === 'list',
  };
}

/** One request to any of these APIs. */
const request = fc.record({
  expand: fc.subarray(['owner', 'boxes']),
  fields: fc.option(fc.array(fc.nat({ max: 20 }), { maxLength: 4 }), { nil: undefined }),
  page: fc.constantFrom('', 'offset=1', 'page=2', 'limit=1'),
  filter: fc.constantFrom('', 'name=a', 'names=a'),
  id: fc.constantFrom('1', '2', '3', '4'),
});

const ITEMS = [
  {
    id: '1',
    name: 'one',
    note: 'n',
    kind: 'BIG_ONE',
    owner: { id: '7', title: 'T', motto: null },
    boxes: [],
    thing: null,
  },
  { id: '2', name: 'two', note: null, kind: 'SMALL', owner: null, boxes: [{ id: '8', width: null, label: 'l' }] },
  {
    id: '3',
    name: 'three/3',
    note: '',
    kind: 'SMALL',
    owner: { id: '7', title: 'T', motto: 'M' },
    boxes: [{ id: '9', width: 2, label: 'm' }],
  },
].map((item, index) => ({
  __typename: 'Item',
  thing:
    index === 1
      ? { __typename: 'Box', id: '8', label: 'l', width: null }
      : { __typename: 'Item', id: '9', name: 'inner' },
  ...item,
  broken: () => {
    if (index === 2) throw new Error('broken');
    return index === 0 ? 'whole' : null;
  },
}));

const slice = (from: number, count: number) => ITEMS.slice(from, from + count);
const rootValue = {
  item: ({ id }: { id: string }) => ITEMS.find((each) => each.id === id) ?? null,
  thing: ({ id }: { id: string }) =>
    id === '3' ? { __typename: 'Box', id, label: 'box', width: 1 } : (ITEMS.find((each) => each.id === id) ?? null),
  items: ({ first = 9, after, offset = 0 }: { first?: number; after?: string; offset?: number }) => {
    const from = after === undefined ? offset : Number(after);
    const page = slice(from, first);
    return {
      nodes: [...page, null],
      edges: page.map((node) => ({ node })),
      pageInfo: {
        hasNextPage: from + first < ITEMS.length,
        endCursor: page.length > 0 ? String(from + page.length) : null,
      },
      totalCount: ITEMS.length,
    };
  },
  list: ({ limit = 9, skip = 0 }: { limit?: number; skip?: number }) => slice(skip, limit),
  count: () => ITEMS.length,
};

const executed = executeRoots(schema, rootValue);

type Request = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** The target of a request to an API: parameters that it does not have are left out. */
function targetOf(
  { hasFields }: Api,
  { names, expands, isPaged }: ReturnType<typeof documentsOf>,
  given: Request,
): string {
  const expanded = given.expand.filter((name) => expands.includes(name));
  const listed = hasFields && names.length > 0 ? given.fields?.map((index) => names[index % names.length]) : undefined;
  const query = [
    expanded.length > 0 && `expand=${expanded.join(',')}`,
    listed && `fields=${[...new Set(listed)].join(',')}`,
    isPaged && given.page,
    given.filter,
  ];
  return `/v1/items${isPaged ? '' : `/${given.id}`}?${query.filter(Boolean).join('&')}`;
}

/** Validates bodies of successes by the OpenAPI document. */
function compileValidator(openApi: { paths: object }): ValidateFunction {
  const [path = ''] = Object.keys(openApi.paths);
  const ajv = addFormats.default(
    new Ajv2020({ strict: false, allErrors: true, validateFormats: false, validateSchema: false }),
  );
  const pointer = encodeURI(path.replaceAll('~', '~0').replaceAll('/', '~1'));
  const $ref = `api#/paths/${pointer}/get/responses/200/content/application~1json/schema`;
  return ajv.addSchema(openApi, 'api').compile({ $ref });
}

/** Compiles an API. The function that is returned throws where a response is not what OpenAPI and the schema say. */
function open(chosen: Api): (given: Request) => Promise<void> {
  const own = documentsOf(chosen);
  const folder = folderOf(own.documents);
  const failures: unknown[] = [];
  const portico = createPortico({
    schema,
    endpoints: folder,
    report: ({ isCaught, error }) => void (isCaught || failures.push(error.cause)),
    publicUrl: 'https://a.example',
  });
  rmSync(folder, { recursive: true });
  const isValid = compileValidator(portico.openApi.get('/v1/openapi.json') as { paths: object });
  return async (given) => {
    const target = targetOf(chosen, own, given);
    const { status, body } = (await sendTo(portico, `GET ${target}`)).reply;
    const operations = executed.splice(0);
    const faults = [
      ...failures.splice(0).map(String),
      ...operations.flatMap((run) => validate(schema, run).map(String)),
      ...(status === 200 && !isValid(JSON.parse(String(body))) ? [JSON.stringify(isValid.errors)] : []),
      ...(status === 200 || status === 404 ? [] : [`${status} is not expected`]),
    ];
    if (faults.length === 0) return;
    const context = [...Object.values(own.documents), ...operations.map(print)].join('\n');
    throw new Error(`${target} is ${status}: ${String(body)}\n${faults.join('\n')}\n${context}`);
  };
}

test('combined words give what OpenAPI says, and operations that the schema allows', async () => {
  const requests = fc.array(request, { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(api, requests, async (own, all) => {
    const send = open(own);
    for (const each of all) await send(each);
  });
  await fc.assert(property, runsOf(60, 20_261_122));
}, 240_000);
