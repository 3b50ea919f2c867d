// An error as data names a field of the mutation: the client is told which of its inputs that is.
import { buildSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    hello: String
  }
  type Mutation {
    act(input: Input, id: ID, key: String, a: Input): Payload!
    shop(id: ID!): Shop
  }
  type Shop {
    act(input: Input): Payload!
  }
  input Input {
    productType: String
    tags: [String!]
    q: String
    lines: [Line!]
    lineItem2: Int
  }
  input Line {
    unitPrice: Int
  }
  type Payload {
    done: Boolean
    errors: [Entry!]
  }
  type Entry {
    message: String!
    field: [String!]
  }
`);
let field: string[] = [];
schema.getQueryType()!.getFields()['hello']!.resolve = () => 'x';
const act = () => ({ errors: [{ message: 'no', field }] });
schema.getMutationType()!.getFields()['act']!.resolve = act;
schema.getMutationType()!.getFields()['shop']!.resolve = () => ({ act });

const post = (path: string, parameters: string, values: string, more = '') =>
  `mutation ${path.slice(1)}(${parameters}) @endpoint(method: POST, path: "${more || path}"${path === '/whole' ? ', body: "all"' : ''}) {
    act(${values}) { done errors @error(status: 422) { message field } } }`;
const PARAMETERS = [
  '$productType: String',
  '$tags: [String!] @param(name: "meta.tags")',
  '$id: ID!',
  '$q: String @param(in: QUERY)',
  '$key: String @param(in: HEADER, name: "X-Key")',
].join();
const ready = serveSchema(schema, {
  'conventions.json': JSON.stringify({
    case: 'snake_case',
    errors: {
      body: [{ field: '{field}', pointer: '{pointer?}', parameter: '{parameter?}', header: '{header?}' }],
    },
  }),
  'v1/literal.graphql': post(
    '/literal',
    PARAMETERS,
    'input: { productType: $productType, tags: $tags, q: $q }, id: $id, key: $key',
    '/literal/{id}',
  ),
  'v1/part.graphql': post('/part', '$data: Input', 'input: $data'),
  'v1/whole.graphql': post('/whole', '$all: Input!', 'input: $all'),
  'v1/inner.graphql': post(
    '/inner',
    '$q: String @param(in: QUERY), $data: Input',
    'a: { productType: $q }, input: $data',
  ),
  'v1/nested.graphql': `mutation nested($id: ID!, $tag: String!, $price: Int) @endpoint(method: POST, path: "/nested") {
    shop(id: $id) @unwrap { act(input: { tags: ["x", $tag], lines: [{ unitPrice: $price }] }) @unwrap { done errors @error(status: 422) { message field } } } }`,
  'v1/found.graphql': `query find { hello @export(as: "key") } ${post('/found', '$key: String!', 'key: $key')}`,
});
afterAll(async () => (await ready).close());

const BASE = { field: 'base' };
test.each<[string, string, string, object]>([
  [
    'a variable in an input object',
    'literal/1',
    'input.productType',
    { field: 'product_type', pointer: '/product_type' },
  ],
  ['without its argument', 'literal/1', 'productType', { field: 'product_type', pointer: '/product_type' }],
  ['an item', 'literal/1', 'input.tags.0', { field: 'meta.tags.0', pointer: '/meta/tags/0' }],
  ['a path parameter', 'literal/1', 'id', { field: 'id', parameter: 'id' }],
  ['a query parameter', 'literal/1', 'input.q', { field: 'q', parameter: 'q' }],
  ['a header', 'literal/1', 'key', { field: 'X-Key', header: 'X-Key' }],
  ['several variables together', 'literal/1', 'input', BASE],
  ['a property', 'part', 'input.productType', { field: 'data.product_type', pointer: '/data/product_type' }],
  [
    'a list of objects',
    'whole',
    'input.lines.2.unitPrice',
    { field: 'lines.2.unit_price', pointer: '/lines/2/unit_price' },
  ],
  [
    'an index of two digits',
    'whole',
    'input.lines.10.unitPrice',
    { field: 'lines.10.unit_price', pointer: '/lines/10/unit_price' },
  ],
  ['an index before a field', 'whole', '0.productType', { field: '0.product_type', pointer: '/0/product_type' }],
  ['a field whose name ends in a digit', 'whole', 'input.lineItem2', { field: 'line_item2', pointer: '/line_item2' }],
  ['what only begins as an index', 'whole', 'input.2nd', { field: '2nd' }],
  ['the whole body', 'whole', 'input', { field: 'body', pointer: '' }],
  ['a field of the whole body', 'whole', 'productType', { field: 'product_type', pointer: '/product_type' }],
  ['a field that the type does not have', 'whole', 'input.base', BASE],
  ['the innermost', 'inner', 'productType', { field: 'q', parameter: 'q' }],
  ['a field that no type of an input has', 'whole', 'other', { field: 'other' }],
  ['no input', 'literal/1', 'input.other', { field: 'input.other' }],
  ['an item of a literal list', 'nested', 'input.tags.1', { field: 'tag', pointer: '/tag' }],
  ['a variable in objects of objects', 'nested', 'input.lines.0.unitPrice', { field: 'price', pointer: '/price' }],
  ['an argument of a field around it', 'nested', 'id', { field: 'id', pointer: '/id' }],
  ['what a lookup fills', 'found', 'key', { field: 'key' }],
])('%s', async (_, path, at, expected) => {
  field = at.split('.');
  const body = { whole: { product_type: 'x' }, nested: { id: '1', tag: 'x' } }[path] ?? {};
  const { status, json } = await (await ready).send(`POST /v1/${path}`, { body });
  expect([status, json]).toEqual([422, [expected]]);
});
