import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';
import type { ErrorMarkers, TracedInput } from '../../../../src/gateway/plan/ResultPlan.ts';
import type { TypeTable } from '../../../../src/gateway/plan/TypeTable.ts';
import { prepareErrorMarkers, prepareInputTrace } from '../../../../src/gateway/handle/render/prepareErrorMarkers.ts';
import { endpointPlan } from '../../../vocabulary/describe/support/plans.ts';
import { seen, toyEngine } from '../../../vocabulary/support/toy.ts';
import { field, parameter } from '../read/support/coercion.ts';
import { versionOf } from '../support/plans.ts';

const types: TypeTable = {
  enums: {},
  inputs: {
    Input: {
      fields: [
        field('productType', 'String', { wireName: 'product_type' }),
        field('lines', '[Line!]'),
        field('line2', 'Int', { wireName: 'line_2' }),
      ],
    },
    Line: { fields: [field('unitPrice', 'Int', { wireName: 'unit_price' })] },
  },
};

const MARKERS: ErrorMarkers = {
  fields: [
    { key: 'errors', status: 422 },
    { key: 'warning', status: 409 },
  ],
  types: [{ names: ['Denied', 'Banned'], status: 403 }],
};

const compile = (markers: ErrorMarkers, codes = {}) =>
  prepareErrorMarkers(
    markers,
    versionOf({ conventions: { errors: { ...DEFAULT_CONVENTIONS.errors, codes } } }),
    ([first]) => (first === 'known' ? { field: 'wire', source: { parameter: 'wire' } } : undefined),
  );

/** The status, code, message and problems that are thrown; undefined for none. */
function errorIn(object: Record<string, unknown>, markers = MARKERS, codes = {}) {
  try {
    compile(markers, codes).throwErrors(object);
    return undefined;
  } catch (error) {
    const { status, code, message, problems, headers } = error as ServiceError;
    return { status, code, message, problems, headers };
  }
}

describe('prepareErrorMarkers', () => {
  test.each<[string, Record<string, unknown>]>([
    ['absent', {}],
    ['null', { errors: null }],
    ['an empty list', { errors: [] }],
    ['a list of nulls', { errors: [null, ''], warning: '' }],
    ['true', { warning: true }],
    ['another type', { _type: 'Book' }],
  ])('%s is no error', (_, object) => {
    expect(errorIn(object)).toBeUndefined();
  });

  test.each<[string, Record<string, unknown>, object]>([
    [
      'a text',
      { warning: 'careful' },
      { status: 409, code: 'CONFLICT', message: 'careful', problems: [{ field: '', message: 'careful' }] },
    ],
    ['0', { warning: 0 }, { status: 409, message: '0' }],
    [
      'objects',
      {
        errors: [
          { message: 'is bad', field: ['input', 'title'], code: 'TASTE' },
          null,
          { message: 'is late', field: 'date', code: null },
        ],
      },
      {
        status: 422,
        code: 'TASTE',
        message: 'is bad; is late',
        problems: [
          { field: 'input.title', message: 'is bad', code: 'TASTE' },
          { field: 'date', message: 'is late' },
        ],
      },
    ],
    ['an object', { errors: { message: 'x', field: 7 } }, { status: 422, problems: [{ field: '', message: 'x' }] }],
    ['the first field that has errors', { errors: ['a'], warning: 'b' }, { status: 422, message: 'a' }],
    ['a type', { _type: 'Banned', message: 'no' }, { status: 403, code: 'FORBIDDEN', message: 'no' }],
    ['a type before a field', { _type: 'Denied', message: 'no', errors: ['a'] }, { status: 403, message: 'no' }],
  ])('%s is an error', (_, object, expected) => {
    expect(errorIn(object)).toMatchObject(expected);
  });

  test.each([
    [400, 'BAD_USER_INPUT', {}],
    [401, 'UNAUTHENTICATED', { 'www-authenticate': 'Bearer' }],
    [404, 'NOT_FOUND', {}],
    [409, 'CONFLICT', {}],
    [418, 'BAD_USER_INPUT', {}],
    [499, 'BAD_USER_INPUT', {}],
    [500, 'INTERNAL_SERVER_ERROR', {}],
    [503, 'UNAVAILABLE', { 'retry-after': '1' }],
    [599, 'INTERNAL_SERVER_ERROR', {}],
  ])('an error of status %i without a code has the code %s, and the headers of its status', (status, code, headers) => {
    expect(errorIn({ e: 'x' }, { fields: [{ key: 'e', status }], types: [] })).toMatchObject({ status, code, headers });
  });

  describe('a message', () => {
    const messageOf = (message: string | undefined, object: Record<string, unknown>) =>
      errorIn(object, { fields: [{ key: 'e', status: 422, ...(message !== undefined && { message }) }], types: [] });
    test.each<[string | undefined, Record<string, unknown>, string]>([
      [undefined, { e: false }, 'Unprocessable Entity'],
      [undefined, { e: [{ code: 'X' }, 'b'] }, 'Unprocessable Entity; b'],
      ['{e} of {b}', { e: 'x', b: 7 }, 'x of 7'],
      ['{e} of {b}', { e: { e: 'inner' }, b: null }, 'inner of '],
      ['{b}', { e: false, b: ['y'] }, '["y"]'],
      ['no {b? }way', { e: false }, 'no way'],
    ])('%j of %j is %j', (message, object, expected) => {
      expect(messageOf(message, object)).toMatchObject({ status: 422, message: expected });
    });
  });

  describe('the code', () => {
    const CODES = { TAKEN: 409, ODD: { status: 410 }, LIMIT: { code: 'limit' } };
    const errorWith = (e: unknown, code?: string) =>
      errorIn({ e }, { fields: [{ key: 'e', status: 422, ...(code !== undefined && { code }) }], types: [] }, CODES);
    test.each<[string, unknown, string | undefined, number, string]>([
      ['of an entry decides', { message: 'x', code: 'TAKEN' }, undefined, 409, 'TAKEN'],
      ['of an entry that has a status decides', [{ code: 'NEW' }, { code: 'ODD' }], undefined, 410, 'NEW'],
      ['of an entry decides before that of the marker', { code: 'NEW' }, 'TAKEN', 422, 'NEW'],
      ['of the marker decides', false, 'TAKEN', 409, 'TAKEN'],
      ['of the table decides nothing', { code: 'NOT_FOUND' }, undefined, 422, 'NOT_FOUND'],
      ['without a status decides nothing', { code: 'LIMIT' }, undefined, 422, 'LIMIT'],
    ])('%s', (_, value, code, status, expected) => {
      expect(errorWith(value, code)).toMatchObject({ status, code: expected });
    });
  });

  test('the field of an entry is traced to the input', () => {
    const errors = [
      { message: 'a', field: ['known', 'x'] },
      { message: 'b', field: 'known' },
      { message: 'c', field: ['other', 0] },
    ];
    expect(errorIn({ errors })?.problems).toEqual([
      { field: 'wire', message: 'a', source: { parameter: 'wire' } },
      { field: 'wire', message: 'b', source: { parameter: 'wire' } },
      { field: 'other.0', message: 'c' },
    ]);
  });

  test('the object is without its errors', () => {
    const object = { book: 1, errors: [], warning: null, _type: 'Book' };
    expect(compile(MARKERS).withoutErrors(object)).toEqual({ book: 1 });
    expect(compile({ ...MARKERS, types: [] }).withoutErrors(object)).toEqual({ book: 1, _type: 'Book' });
    expect(object).toHaveProperty('errors');
  });

  describe('over the engine', () => {
    const attempt = (selection: string) =>
      `mutation m($title: String!) @endpoint(method: POST, path: "/tries") { tryBook(title: $title) ${selection} }`;
    const toy = toyEngine({
      'v1/a.graphql': attempt(
        '@unwrap { book { title } errors @error(status: 422) { message field code } warning @error(status: 409) }',
      ),
      'v1/b.graphql': `query get($kind: String!) @endpoint(method: GET, path: "/outcomes/{kind}") {
      result(kind: $kind) { ... on Denied @error(status: 403) { message } ... on Book { id title } } }`,
      'v1/c.graphql': `mutation m($about: String) @endpoint(method: POST, path: "/complaints", status: 204) {
      complain(about: $about) @error(status: 410) }`,
      'v2/a.graphql': attempt('{ book { title } errors @error { message } }'),
    });
    const send = (version: string, title: string, headers: Record<string, string> = {}) =>
      toy.send(`POST /${version}/tries`, { body: { title }, headers });

    test('an error has its status, its problems and its code', async () => {
      expect(seen(await send('v1', 'bad'))).toEqual([422, { error: 'is bad; is late' }]);
      expect(seen(await send('v1', 'bad', { accept: 'application/problem+json' }))[1]).toMatchObject({
        status: 422,
        code: 'TASTE',
        errors: [{ field: 'input.title', message: 'is bad', code: 'TASTE' }, { message: 'is late' }],
      });
    });
    test('an error has the status that the conventions list for its code', async () => {
      const strict = toyEngine({
        'conventions.json': JSON.stringify({ errors: { invalid: 422, codes: { TASTE: 418 } } }),
        'v1/a.graphql': attempt('{ book { title } errors @error(status: 400) { message field code } }'),
      });
      expect((await strict.send('POST /v1/tries', { body: { title: 'bad' } })).status).toBe(418);
    });
    test('an error may be all that a root field selects', async () => {
      expect(seen(await toy.send('POST /v1/complaints', { body: { about: 'noise' } }))).toEqual([
        410,
        { error: 'noise' },
      ]);
      expect((await toy.send('POST /v1/complaints', { body: {} })).status).toBe(204);
    });
    test('an error has each of its entries in a template', async () => {
      const template = toyEngine({
        'conventions.json': JSON.stringify({
          errors: { body: [{ on: '{field}', code: '{code}', text: '{message}' }] },
        }),
        'v1/a.graphql': attempt('{ book { title } errors @error(status: 409) { ...Refusal } }'),
        'v1/shapes/Refusal.graphql': 'fragment Refusal on Refusal { message field code }',
      });
      expect(seen(await template.send('POST /v1/tries', { body: { title: 'bad' } }))).toEqual([
        409,
        [
          { on: 'input.title', code: 'TASTE', text: 'is bad' },
          { on: 'base', code: 'TASTE', text: 'is late' },
        ],
      ]);
    });
    test('an error may be a text', async () => {
      expect(seen(await send('v1', 'warn'))).toEqual([409, { error: 'careful' }]);
    });
    test('an error has the headers that its status requires', async () => {
      const failing = toyEngine({ 'v1/a.graphql': attempt('@unwrap { book { title } warning @error(status: 401) }') });
      const { status, headers } = await failing.send('POST /v1/tries', { body: { title: 'warn' } });
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    });
    test('an error may be a type', async () => {
      expect(seen(await toy.send('GET /v1/outcomes/book'))).toEqual([200, { id: 1, title: 'Book 1' }]);
      expect(seen(await toy.send('GET /v1/outcomes/none'))).toEqual([403, { error: 'not for you' }]);
    });
    test('errors are never sent, and OpenAPI has none of them', async () => {
      expect(seen(await send('v1', 'good'))).toEqual([200, { title: 'good' }]);
      expect(seen(await send('v2', 'good'))).toEqual([200, { book: { title: 'good' } }]);
      expect((await send('v2', 'bad')).status).toBe(400);
      const described = (version: string, path: string, method: string) => {
        const { paths, components } = toy.openApi.get(`/${version}/openapi.json`) as never;
        const { schema } = paths[path][method]['responses']['200']['content']['application/json'];
        const name = String(schema['$ref'] ?? '')
          .split('/')
          .at(-1)!;
        return Object.keys((name === '' ? schema : components['schemas'][name])['properties']);
      };
      expect(described('v1', '/tries', 'post')).toEqual(['title']);
      expect(described('v2', '/tries', 'post')).toEqual(['book']);
      expect(described('v1', '/outcomes/{kind}', 'get')).toEqual(['id', 'title']);
    });
  });
});

const PARAMETERS = [
  parameter('product_type', 'String', { variable: 'productType', source: 'body' }),
  parameter('meta.tags', '[String!]', { variable: 'tags', source: 'body' }),
  parameter('id', 'ID!', { source: 'path' }),
  parameter('q', 'String'),
  parameter('X-Key', 'String', { variable: 'key', source: 'header' }),
  parameter('data', 'Input', { source: 'body' }),
  parameter('body', 'Input', { variable: 'all', source: 'whole' }),
];
const trace = (inputs: Record<string, string>, path: string) => {
  const tracedInputs = Object.entries(inputs).map(([key, variable]): TracedInput => ({
    path: key.split('.'),
    variable,
  }));
  const { result } = endpointPlan();
  const plan = endpointPlan({ parameters: PARAMETERS, result: { ...result, tracedInputs } });
  return prepareInputTrace(plan, types)(path.split('.'));
};
const LITERAL = { 'input.productType': 'productType', 'input.tags': 'tags', id: 'id', 'input.q': 'q', key: 'key' };

describe('prepareInputTrace', () => {
  test.each<[string, Record<string, string>, string, string | undefined, object | undefined]>([
    ['a variable in an input object', LITERAL, 'input.productType', 'product_type', { pointer: '/product_type' }],
    ['without its argument', LITERAL, 'productType', 'product_type', { pointer: '/product_type' }],
    ['an item', LITERAL, 'input.tags.0', 'meta.tags.0', { pointer: '/meta/tags/0' }],
    ['a path parameter', LITERAL, 'id', 'id', { parameter: 'id' }],
    ['a query parameter', LITERAL, 'input.q', 'q', { parameter: 'q' }],
    ['a header', LITERAL, 'key', 'X-Key', { header: 'X-Key' }],
    ['several variables together', LITERAL, 'input', '', undefined],
    ['a property', { input: 'data' }, 'input.productType', 'data.product_type', { pointer: '/data/product_type' }],
    [
      'a list of objects',
      { input: 'all' },
      'input.lines.2.unitPrice',
      'lines.2.unit_price',
      { pointer: '/lines/2/unit_price' },
    ],
    [
      'an index of two digits',
      { input: 'all' },
      'input.lines.10.unitPrice',
      'lines.10.unit_price',
      { pointer: '/lines/10/unit_price' },
    ],
    ['an index before a field', { input: 'all' }, '0.productType', '0.product_type', { pointer: '/0/product_type' }],
    ['a field whose name ends in a digit', { input: 'all' }, 'input.line2', 'line_2', { pointer: '/line_2' }],
    ['what only begins as an index', { input: 'all' }, 'input.2nd', '2nd', undefined],
    ['the whole body', { input: 'all' }, 'input', 'body', { pointer: '' }],
    ['a field of the whole body', { input: 'all' }, 'productType', 'product_type', { pointer: '/product_type' }],
    ['a field that the type does not have', { input: 'all' }, 'input.base', 'base', undefined],
    ['the innermost', { 'a.productType': 'q', input: 'all' }, 'productType', 'q', { parameter: 'q' }],
  ])('%s', (_, inputs, path, expected, source) => {
    expect(trace(inputs, path)).toEqual({ field: expected, ...(source && { source }) });
  });

  test('a field that no type of an input has is no input', () => {
    expect(trace({ input: 'all' }, 'base')).toBeUndefined();
  });

  test('nothing is an input of an operation without traced inputs', () => {
    expect(prepareInputTrace(endpointPlan(), types)(['id'])).toBeUndefined();
  });

  test.each(['base', 'input.other', 'productType.x'])('%s is no input', (path) => {
    const inputs = path === 'productType.x' ? { exported: 'exported' } : LITERAL;
    expect(trace(inputs, path)).toBeUndefined();
  });
});
