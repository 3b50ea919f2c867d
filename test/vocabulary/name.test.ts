// `@name` and the names of the conventions, which are free texts beside the response keys.
import { describe, expect, test } from 'vitest';
import { openShop } from './support/shop.ts';
import type { Documents } from './support/toy.ts';

const MORE = ', $more: Boolean = false @expand(name: "more")';
/** Properties of a product, or a whole selection. */
const rooted = (selection: string) =>
  /^\w+(?:\(|: \w+\()/.test(selection) ? selection : `product(id: $id) { ${selection} }`;
const get = (selection: string, more: Documents = {}, options = '') =>
  openShop({
    'v1/a.graphql': `query get($id: ID!${selection.includes('$more') ? MORE : ''})
      @endpoint(method: GET, path: "/p/{id}"${options}) { ${rooted(selection)} }`,
    ...more,
  });

describe('the name of a property in JSON', () => {
  test.each<[promise: string, selection: string, body: string, target?: string]>([
    [
      'is any text',
      'id @name(as: "@odata.etag") name @name(as: "+1 \\"é\\"")',
      '{"@odata.etag":"p2","+1 \\"é\\"":"Sock"}',
    ],
    [
      'can be the same in two groups',
      '... @wrap(as: "head") { name @name(as: "ref") id } ... @wrap(as: "base") { created @name(as: "ref") }',
      '{"head":{"ref":"Sock","id":"p2"},"base":{"ref":null}}',
    ],
    [
      'is another where the same field is in a group',
      'name ... @wrap(as: "a") { name @name(as: "b") } ... @wrap(as: "c") { name @name(as: "d") }',
      '{"name":"Sock","a":{"b":"Sock"},"c":{"d":"Sock"}}',
    ],
    [
      'is that of an object, of a list and of what is in it',
      'variants @name(as: "$variants") { category @name(as: "a/b") { name @name(as: "~c") } tags @name(as: " ") }',
      '{"$variants":[{"a/b":{"~c":"Shoes"}," ":["warm","dry"]}]}',
    ],
    ['can be that of another field', 'id @name(as: "name") name @name(as: "id")', '{"name":"p2","id":"Sock"}'],
    [
      'can be one of every object, in lists and groups, and beside what is spread',
      'id variants { id @name(as: "__proto__") category @spread { name @name(as: "toString") } } ... @wrap(as: "__proto__") { name @wrap(as: "__proto__") }',
      '{"id":"p2","variants":[{"__proto__":"p/1","toString":"Shoes"}],"__proto__":{"name":{"__proto__":"Sock"}}}',
    ],
    [
      'can be __proto__ in an object that is spread',
      'id category @spread { name @name(as: "__proto__") }',
      '{"id":"p/1","__proto__":"Shoes"}',
      'p%2F1',
    ],
    [
      'can be __proto__ in an object that is null and spread',
      'id category @spread { name @name(as: "__proto__") }',
      '{"id":"p2","__proto__":null}',
    ],
    [
      'is not there without the property',
      'id name @include(if: $more) @name(as: "constructor") tags @include(if: $more) @name(as: "__proto__")',
      '{"id":"p2"}',
    ],
    [
      'is there when the property is expanded',
      'id name @include(if: $more) @name(as: "constructor") tags @include(if: $more) @name(as: "__proto__")',
      '{"id":"p2","constructor":"Sock","__proto__":[]}',
      'p2?expand=more',
    ],
    [
      'is that of the object of @wrap, of the child of @unwrap, of a template and of a @catch',
      'name @wrap(as: "en") @name(as: "title") variants @unwrap @name(as: "the names") { name } __typename @template(value: "#P") @name(as: "@odata.type") created @catch @name(as: "c d")',
      '{"title":{"en":"Sock"},"the names":["Boot"],"@odata.type":"#P","c d":null}',
    ],
    [
      'can be that of two fields of different members of a union',
      'product(id: $id) { id } found { ... on Product { size @name(as: "value") id } ... on Category { name @name(as: "value") } }',
      '{"product":{"id":"p2"},"found":[{"value":"EXTRA_LARGE","id":"p/1"},{"value":"Shoes"}]}',
    ],
    [
      'can be that of a spread object and of a field of another type',
      'product(id: $id) { id } found { ... on Product { category @spread { name } } ... on Category { id @name(as: "name") } }',
      '{"product":{"id":"p2"},"found":[{"name":"Shoes"},{"name":"c1"}]}',
    ],
    [
      'can be that of one of several root fields',
      'product(id: $id) @name(as: "the product") { id } shop { name }',
      '{"the product":{"id":"p2"},"shop":{"name":"Warm feet"}}',
    ],
  ])('%s', async (_, selection, body, target = 'p2') => {
    const { status, headers, body: text } = await get(selection).send(`GET /v1/p/${target}`);
    expect([status, text]).toEqual([200, body]);
    expect(headers['content-type']).toBe('application/json');
  });
  test('is that of the root field with unwrap: false', async () => {
    const shop = get('product(id: $id) @name(as: "d.product") { id }', {}, ', unwrap: false');
    expect(await shop.ask('GET /v1/p/p2')).toEqual([200, { 'd.product': { id: 'p2' } }]);
  });
  test('is that of the items of a page, and of a page that is sent as it is', async () => {
    const list = `query list @endpoint(method: GET, path: "/p") {
      products @paginate(styles: [CURSOR], default: 1) { nodes ITEMS { id @name(as: "@id") } } }`;
    const page = openShop({ 'v1/a.graphql': list.replace(' ITEMS', '') });
    expect(await page.ask('GET /v1/p')).toEqual([
      200,
      expect.objectContaining({ data: [{ '@id': 'p/1' }, { '@id': 'p2' }] }),
    ]);
    const selection = openShop({
      'v1/a.graphql': list.replace('ITEMS', '@name(as: "value")'),
      'conventions.json': '{ "page": { "body": "{selection}" } }',
    });
    expect(await selection.ask('GET /v1/p')).toEqual([200, { value: [{ '@id': 'p/1' }, { '@id': 'p2' }] }]);
  });
  test('is left out with nulls: omit', async () => {
    const shop = get('id @name(as: "#") created @name(as: "c")', {
      'conventions.json': '{ "nulls": "omit" }',
    });
    expect(await shop.ask('GET /v1/p/p2')).toEqual([200, { '#': 'p2' }]);
  });
  test('wins over case and names', async () => {
    const shop = openShop({
      'v1/login.graphql': `mutation add($email: String!) @endpoint(method: POST, path: "/logins", status: 200) {
        login(email: $email) { userErrors @name(as: "userErrors") { message @name(as: "Message") } account { email } }
      }`,
      'conventions.json': '{ "case": "snake_case", "names": { "UserError.message": "text", "Login.userErrors": "x" } }',
    });
    expect(await shop.ask('POST /v1/logins', { email: 'ada@example.com' })).toEqual([
      200,
      { userErrors: [], account: { email: 'ada@example.com' } },
    ]);
  });
});

describe('placeholders name the response key', () => {
  test('in templates, of fields and of what is spread', async () => {
    const shop = get(
      'name @name(as: "id") key: id @name(as: "@id") category @spread { id @name(as: "category") } self: __typename @template(value: "/p/{key}/{name}") @name(as: "@odata.id")',
    );
    expect(await shop.ask('GET /v1/p/p%2F1')).toEqual([
      200,
      { id: 'Boot', '@id': 'p/1', category: 'c1', '@odata.id': '/api/v1/p/p%2F1/Boot' },
    ]);
  });
  test('in locations, whose values are of the body', async () => {
    const shop = openShop({
      'v1/add.graphql': `mutation add($name: String!) @endpoint(method: POST, path: "/p", status: 201, location: "/p/{ref.id}") {
        addProduct(name: $name) @unwrap { product @wrap(as: "ref") { id @name(as: "@odata.id") } }
      }`,
    });
    const { status, headers, body } = await shop.send('POST /v1/p', { name: 'Hat' });
    expect([status, headers['location'], body]).toEqual([201, '/api/v1/p/p%203', '{"ref":{"@odata.id":"p 3"}}']);
  });
});

describe('@fields', () => {
  const shop = get(
    'product(id: $id) @fields { id @name(as: "@id") name @name(as: "__proto__") tags @name(as: "a,b") category @name(as: "the.category") { id name @name(as: "constructor") } }',
  );
  test.each([
    ['__proto__', '{"@id":"p/1","__proto__":"Boot"}'],
    ['a%2Cb', '{"@id":"p/1","a,b":["warm","dry"]}'],
    ['the.category', '{"@id":"p/1","the.category":{"id":"c1","constructor":"Shoes"}}'],
    ['the.category.constructor', '{"@id":"p/1","the.category":{"id":"c1","constructor":"Shoes"}}'],
    [
      'constructor',
      '{"error":"fields does not support \\"constructor\\"; known values are \\"@id\\", \\"__proto__\\", \\"a,b\\", \\"the.category\\", \\"the.category.id\\", \\"the.category.constructor\\""}',
    ],
  ])('names properties as JSON does: %s', async (fields, body) => {
    expect((await shop.send(`GET /v1/p/p%2F1?fields=${fields}`)).body).toBe(body);
  });
});

test('@fields selects all properties of one name', async () => {
  const fields = openShop({
    'v1/a.graphql': `query get @endpoint(method: GET, path: "/found") {
      found @fields { ... on Product { size @name(as: "a.v") id } ... on Category { name @name(as: "a.v") parent @name(as: "t") { id } } }
    }`,
  });
  expect(await fields.ask('GET /v1/found?fields=a.v')).toEqual([
    200,
    [{ 'a.v': 'EXTRA_LARGE', id: 'p/1' }, { 'a.v': 'Shoes' }],
  ]);
  expect(await fields.ask('GET /v1/found?fields=t')).toEqual([200, [{ id: 'p/1' }, { t: null }]]);
});

describe('names of the conventions', () => {
  const conventions = {
    names: {
      'Product.name': '@name',
      'Product.id': '__proto__',
      'Product.category': 'constructor',
      'ProductInput.sizeLabel': '@odata.size',
      'ProductInput.productName': '__proto__',
    },
  };
  const shop = openShop({
    'v1/make.graphql': `mutation make($product: ProductInput!) @endpoint(method: POST, path: "/p", body: "product", status: 200) {
      makeProduct(product: $product) @unwrap { product { id name category { id } title: name } }
    }`,
    'conventions.json': JSON.stringify(conventions),
  });
  test('are any text, of fields without an alias and of input fields', async () => {
    const body = JSON.parse('{"@odata.size":"XL","__proto__":"Hat"}') as object;
    expect((await shop.send('POST /v1/p', body)).body).toBe(
      '{"__proto__":"p/1","@name":"Hat XL","constructor":{"id":"c1"},"title":"Hat XL"}',
    );
  });
  test('are the fields of errors', async () => {
    const body = JSON.parse('{"@odata.size":7,"__proto__":null}') as object;
    const { status, body: text } = await shop.send('POST /v1/p', body, { accept: 'application/problem+json' });
    const { errors } = JSON.parse(text!) as { errors: object[] };
    expect([status, errors]).toEqual([
      400,
      [
        { field: '@odata.size', message: 'must be a string' },
        { field: '__proto__', message: 'must not be null' },
      ],
    ]);
  });
  test('are whole names in bodies, whose dots do not descend', async () => {
    const wrong = await shop.ask('POST /v1/p', { '@odata': { size: 'XL' } });
    expect(wrong).toEqual([
      400,
      { error: '__proto__ is required; @odata is not a known property; did you mean "@odata.size"?' },
    ]);
  });
});

describe('OpenAPI', () => {
  test('has the names as they are sent, in schemas and in examples', () => {
    const selection =
      'id @name(as: "__proto__") name @name(as: "constructor") variants @name(as: "@v") { created @name(as: "__proto__") }';
    const { components } = get(`${selection}`).describe(1) as unknown as Record<
      string,
      Record<string, Record<string, { value?: object }>>
    >;
    const item = '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"type":["string","null"]}}}';
    expect(JSON.stringify(components!['schemas']!['Product'])).toBe(
      `{"type":"object","required":["__proto__","constructor","@v"],"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"@v":{"type":"array","items":${item}}}}`,
    );
    const { value } = components!['examples']!['Product']!;
    expect(Object.keys(value!)).toEqual(['__proto__', 'constructor', '@v']);
  });
  test('requires nothing of what @fields chooses', () => {
    const { components } = get(
      'product(id: $id) @fields { related { ... on Product { name @name(as: "a") } ... on Category { id @name(as: "a") } ... on User { email @name(as: "a") } } }',
    ).describe(1);
    expect(JSON.stringify(components.schemas['Product'])).not.toContain('required');
  });
});
