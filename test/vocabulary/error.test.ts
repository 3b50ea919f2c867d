// Errors as data whose codes and fields are those of an upstream.
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedSchema, serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(`
  type Query { ok: Boolean }
  type Mutation { productCreate(input: ProductInput!, dryRun: Boolean): Payload pay(amount: Int!): Payment }
  input ProductInput { name: String productType: ID lines: [LineInput!] }
  input LineInput { unitPrice: Int }
  type Payload { product: Product errors: [Fault!]! reason: String }
  type Product { id: ID! }
  type Fault { field: String message: String code: Code limit: Int }
  enum Code { UNIQUE REQUIRED OTHER }
  union Payment = Receipt | Declined
  type Receipt { id: ID! }
  type Declined { limit: Int currency: String }
`);
const FAULTS = {
  unique: [{ field: 'input.productType', message: 'taken', code: 'UNIQUE', limit: 3 }],
  both: [
    { field: 'lines.1.unitPrice', message: 'must be positive', code: 'OTHER', limit: null },
    { field: 'name', message: null, code: 'REQUIRED', limit: null },
  ],
} as const;
schema.getMutationType()!.getFields()['productCreate']!.resolve = (_, { input }: { input: { name: string } }) => ({
  product: { id: '1' },
  errors: FAULTS[input.name as keyof typeof FAULTS] ?? [],
  reason: 'no stock',
});
schema.getMutationType()!.getFields()['pay']!.resolve = (_, { amount }: { amount: number }) =>
  [
    { __typename: 'Receipt', id: '1' },
    { __typename: 'Declined', limit: 5, currency: null },
  ][amount];

const document = (
  name: string,
  errors: string,
) => `mutation ${name}($name: String!, $productType: ID @param(name: "product_type"),
  $lines: [LineInput!]) @endpoint(method: POST, path: "/${name}") {
    productCreate(input: { name: $name, productType: $productType, lines: $lines }) @unwrap { product { id } ${errors} }
  }`;
const CONVENTIONS = {
  mediaType: 'application/vnd.errors+json',
  body: {
    code: '{code}',
    message: '{message}',
    'errors?': [{ field: '{field?}', pointer: '{pointer?}', code: '{code}', message: '{message}' }],
  },
  codes: { UNIQUE: 409, REQUIRED: { status: 422, code: 'blank', message: "{field} can't be blank" } },
};
let api: ServedSchema;
beforeAll(async () => {
  api = await serveSchema(schema, {
    'conventions.json': JSON.stringify({ case: 'snake_case', errors: CONVENTIONS }),
    'v1/entries.graphql': document('entries', 'errors @error { field message code }'),
    'v1/texts.graphql': document(
      'texts',
      'errors @error(message: "{code} within {limit}: {reason}") { code limit } reason @error',
    ),
    'v1/pay.graphql': `mutation pay($amount: Int!) @endpoint(method: POST, path: "/pay") {
      pay(amount: $amount) {
        ... on Receipt { id }
        ... on Declined @error(status: 402, message: "{limit} {currency}") { limit currency }
      }
    }`,
  });
});
afterAll(() => api.close());

test.each<[string, object, number, object]>([
  [
    'entries',
    { name: 'unique' },
    409,
    {
      code: 'UNIQUE',
      message: 'taken',
      errors: [{ field: 'product_type', pointer: '/product_type', code: 'UNIQUE', message: 'taken' }],
    },
  ],
  [
    'entries',
    { name: 'both' },
    422,
    {
      code: 'OTHER',
      message: "must be positive; name can't be blank",
      errors: [
        { field: 'lines.1.unit_price', pointer: '/lines/1/unit_price', code: 'OTHER', message: 'must be positive' },
        { field: 'name', pointer: '/name', code: 'blank', message: "name can't be blank" },
      ],
    },
  ],
  [
    'texts',
    { name: 'unique' },
    409,
    {
      code: 'UNIQUE',
      message: 'UNIQUE within 3: no stock',
      errors: [{ code: 'UNIQUE', message: 'UNIQUE within 3: no stock' }],
    },
  ],
  [
    'pay',
    { amount: 1 },
    402,
    { code: 'BAD_USER_INPUT', message: '5 ', errors: [{ code: 'BAD_USER_INPUT', message: '5 ' }] },
  ],
])('%s of %j is %i', async (path, body, status, json) => {
  const reply = await api.send(`POST /v1/${path}`, { body });
  expect([reply.status, reply.json]).toEqual([status, json]);
  expect(reply.headers.get('content-type')).toBe('application/vnd.errors+json');
});

test('what has no error is a success', async () => {
  const reply = await api.send('POST /v1/pay', { body: { amount: 0 } });
  expect([reply.status, reply.json]).toEqual([200, { id: '1' }]);
});
