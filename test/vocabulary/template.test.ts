import { describe, expect, test } from 'vitest';
import { openShop } from './support/shop.ts';
import { seen, toyEngine } from './support/toy.ts';

const MORE = ', $more: Boolean = false @expand(name: "more")';
const get = (selection: string, conventions = {}) =>
  openShop({
    'v1/a.graphql': `query get($id: ID!${selection.includes('$more') ? MORE : ''}) @endpoint(method: GET, path: "/p/{id}") { product(id: $id) { ${selection} } }`,
    'conventions.json': JSON.stringify(conventions),
  });

describe('a field with @template is', () => {
  test.each<[promise: string, selection: string, body: unknown, target?: string]>([
    [
      'a text',
      'label: name @template(value: "{} ({sku}), {size}") sku: id size',
      { label: 'Boot (p/1), EXTRA_LARGE', sku: 'p/1', size: 'EXTRA_LARGE' },
      'p%2F1',
    ],
    [
      'any JSON',
      'meta: name @template(value: { type: "product", of: [1, true, { name: "{}" }] })',
      { meta: { type: 'product', of: [1, true, { name: 'Sock' }] } },
    ],
    ['null', 'id none: __typename @template(value: null)', { id: 'p2', none: null }],
    ['a constant', 'kind: __typename @template(value: { a: [null, "x"] }) id', { kind: { a: [null, 'x'] }, id: 'p2' }],
    [
      'a path of the API',
      'name self: name @template(value: "/a b/{id}?name={}&of={name}")',
      { name: 'Boot', self: '/api/v1/a%20b/p%2F1?name=Boot&of=Boot' },
      'p%2F1',
    ],
    [
      'a URI template, in the API as well',
      'id url: id @template(value: "https://x.example/{}{{/gist_id}{{?page}}") self: id @template(value: "/p/{}/x{{/y}}")',
      { id: 'p/1', url: 'https://x.example/p/1{/gist_id}{?page}', self: '/api/v1/p/p%2F1/x{/y}' },
      'p%2F1',
    ],
    [
      'null where a value in it is null, and not where it has only optional ones',
      'created a: id @template(value: "{created}") b: id @template(value: "{}, {created? }.") c: created @template(value: { x: "{}" })',
      { created: null, a: null, b: 'p2, .', c: null },
    ],
    [
      'left out without a value for anything in it',
      'created id a: id @template(value: { created: "{created?}" }) b: id @template(value: { created: "{created?}", id: "{}" })',
      { created: null, id: 'p2', b: { id: 'p2' } },
    ],
    [
      'absent where a value in it is not expanded',
      'a: id @template(value: "{name}") b: id @template(value: "{}") name @include(if: $more) c: tags @template(value: "{name}")',
      { b: 'p/1' },
      'p%2F1',
    ],
    ['each item of a list', 'tags @template(value: "#{}")', { tags: ['#warm', '#dry'] }, 'p%2F1'],
    [
      'unwrapped before it is filled, and wrapped after it',
      'id category @unwrap @template(value: "{id}: {}") @wrap(as: "label") { name }',
      { id: 'p/1', category: { label: 'p/1: Shoes' } },
      'p%2F1',
    ],
    [
      'filled with properties in its group, else around it, and of spread objects',
      'id ... @wrap(as: "links") { name self: id @template(value: "/p/{id}/{name}/{title}") } category @spread { title: name }',
      { id: 'p/1', links: { name: 'Boot', self: '/api/v1/p/p%2F1/Boot/Shoes' }, title: 'Shoes' },
      'p%2F1',
    ],
  ])('%s', async (_, selection, body, target = 'p2') => {
    expect(await get(selection).ask(`GET /v1/p/${target}`)).toEqual([200, body]);
  });
  test('in an OpenAPI document with its braces', () => {
    const selection =
      'id of: __typename @template(value: "{{}}") url: id @template(value: "https://x.example/{}{{/y}}") self: id @template(value: "/p/{}{{/y}}")';
    expect(get(selection).describe(1).components.schemas['Product']?.['properties']).toEqual({
      id: { type: 'string' },
      of: { type: 'string', const: '{}' },
      url: { type: 'string', pattern: '^https:\\/\\/x\\.example\\/[\\s\\S]*\\{\\/y\\}$' },
      self: { type: 'string', format: 'uri-template', pattern: '\\/p\\/[^/?#]*\\{\\/y\\}$' },
    });
  });
  test('an absolute address where the conventions say so', async () => {
    const [, body] = await get('self: id @template(value: "/p/{}")', { urls: 'absolute' }).ask('GET /v1/p/p2');
    expect(body).toEqual({ self: 'http://shop.example/api/v1/p/p2' });
  });
  test('filled with the wire values of enums and path parameters', async () => {
    const shop = openShop({
      'v1/a.graphql': `query get($number: Int!, $size: Size!) @endpoint(method: GET, path: "/{size}/{number}") {
        shopOf(number: $number, size: $size) { name @template(value: { size: "{size}", text: "{size}", number: "{number}", all: "{number} {}" }) } }`,
      'conventions.json': JSON.stringify({ enums: { Size: 'kebab-case' } }),
    });
    const name = { size: 'extra-large', text: 'extra-large', number: 7, all: '7 Warm feet' };
    expect(await shop.ask('GET /v1/extra-large/7')).toEqual([200, { name }]);
  });
  test.each([
    ['/b/{}', '..', null],
    ['/b/{+}/c', 'a/../../d', null],
    ['/b/{+}', '.', null],
    ['/b/{+}', '.a/b..', '/b/.a/b..'],
    ['/b?text={}', '..', '/b?text=..'],
    ['/{}/a', '', '/.//a'],
    ['/{}//', 'a', '/a//'],
    ['a/{}', 'c/d e', 'a/c/d e'],
  ])('no address that clients resolve to another one: %s with "%s" is %j', async (template, title, self) => {
    const toy = toyEngine({
      'v1/a.graphql': `mutation add($title: String!) @endpoint(method: POST, path: "/books") {
        addBook(input: { title: $title }) { self: title @template(value: "${template}") } }`,
    });
    expect(seen(await toy.send('POST /books', { body: { title } }))).toEqual([200, { self }]);
  });
  test('never the address of another host', async () => {
    const toy = toyEngine({
      'v1/a.graphql': `mutation add($title: String!) @endpoint(method: POST, path: "/books") {
        addBook(input: { title: $title }) { self: title @template(value: "/{}/{genre}") genre } }`,
    });
    const answer = await toy.send('POST /books', { body: { title: '' } });
    // Relative to any address of this API it is the path //FICTION.
    expect(seen(answer)).toEqual([200, { self: '/.//FICTION', genre: 'FICTION' }]);
  });
});

test('null is left out where nulls are, in objects of a template as well', async () => {
  const selection = `id none: __typename @template(value: null) some: __typename @template(value: { a: null, b: [null, { c: null }] })
    wrapped: __typename @template(value: null) @wrap(as: "x")`;
  const shop = get(selection, { nulls: 'omit' });
  expect(await shop.ask('GET /v1/p/p2')).toEqual([200, { id: 'p2', some: { b: [null, {}] }, wrapped: {} }]);
  const { required, properties } = shop.describe(1).components.schemas['Product']!;
  expect([required, Object.keys(properties as object)]).toEqual([
    ['id', 'some', 'wrapped'],
    ['id', 'some', 'wrapped'],
  ]);
});

test('doubled braces are literal ones in every template', async () => {
  const shop = openShop({
    'conventions.json': JSON.stringify({
      body: { '{{a}}': '{{self}}', data: '{body}' },
      page: { body: { '{{list}}': '{{items}}', '{list}s': '{items}' } },
      errors: {
        body: { '{{code}}': '{{{code}}}', 'errors?': [{ '{{at}}': '{{{field}}}' }], text: '{message}' },
        codes: { NOT_FOUND: { message: 'no {{id}}' }, BAD: { message: '{{{message}}}' } },
      },
    }),
    'v1/get.graphql': 'query get($id: ID!) @endpoint(method: GET, path: "/p/{id}") { product(id: $id) { id } }',
    'v1/list.graphql':
      'query list @endpoint(method: GET, path: "/p") { products @paginate(styles: [OFFSET], default: 1) { nodes { id } } }',
    'v1/add.graphql': `mutation add($name: String!) @endpoint(method: POST, path: "/p", status: 201, location: "/p{{/{id}}}") {
      addProduct(name: $name) @unwrap { product { id } } }`,
    'v1/login.graphql': `mutation login($email: String!) @endpoint(method: POST, path: "/login") {
      login(email: $email) { token userErrors @error(code: "BAD", message: "{{email}} {path}") { path: field } } }`,
  });
  expect(await shop.ask('GET /v1/p/p2')).toEqual([200, { '{a}': '{self}', data: { id: 'p2' } }]);
  expect(await shop.ask('GET /v1/p')).toEqual([200, { '{list}': '{items}', productss: [{ id: 'p/1' }, { id: 'p2' }] }]);
  expect(await shop.ask('GET /v1/p/none')).toEqual([404, { '{code}': '{NOT_FOUND}', text: 'no {id}' }]);
  expect((await shop.send('POST /v1/p', { name: 'x' })).headers['location']).toBe('/api/v1/p%7B/p%203%7D');
  const [status, body] = await shop.ask('POST /v1/login', { email: 'bad' });
  expect([status, body]).toEqual([
    400,
    { '{code}': '{BAD}', errors: [{ '{at}': '{base}' }], text: '{email} ["input","email"]' },
  ]);
  const { Error: error, ProductList: list } = shop.describe(1).components.schemas;
  expect(Object.keys(error!['properties'] as object)).toEqual(['{code}', 'errors', 'text']);
  expect(list).toMatchObject({
    required: ['{list}', 'productss'],
    properties: { '{list}': { const: '{items}' } },
  });
});
