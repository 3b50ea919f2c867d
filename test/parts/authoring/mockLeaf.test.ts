import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql';
import { DateTimeResolver, EmailAddressResolver, UUIDResolver } from 'graphql-scalars';
import { expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';
import { prepareLeaf } from '../../../src/authoring/mock/mockLeaf.ts';
import type { ScalarConvention } from '../../../src/gateway/plan/conventions/Conventions.ts';
import { prepareToWire } from '../../../src/gateway/plan/conventions/scalarConversions.ts';

/** The value on the wire of a field of an order, of a scalar with this convention. */
function onWire(type: GraphQLScalarType, convention: ScalarConvention | undefined, fieldName: string): unknown {
  const conventions = { scalars: convention ? { [type.name]: convention } : {} };
  const value: unknown = type.serialize(prepareLeaf(type, { typeName: 'Order', fieldName }, conventions)('7'));
  return JSON.parse(JSON.stringify(prepareToWire(type.name, conventions)?.(value) ?? value));
}
const scalar = (name: string) => new GraphQLScalarType({ name });

test.each<[ScalarConvention, string, unknown]>([
  [{ type: 'string', format: 'date-time' }, 'created', '2026-01-02T19:00:00Z'],
  [{ type: 'string', format: 'date' }, 'created', '2026-01-02'],
  [{ type: 'string', format: 'time' }, 'opens', '19:00:00Z'],
  [{ type: 'string', format: 'uuid' }, 'token', '00000000-0000-4000-8000-000000000007'],
  [{ type: 'string', format: 'uri' }, 'link', 'https://example.com/order/7'],
  [{ type: 'string', format: 'email' }, 'contact', 'order-7@example.com'],
  [{ type: 'string', format: 'byte' }, 'content', expect.stringMatching(/^[\w+/]+=*$/)],
  [{ type: 'string', pattern: '[A-Z]{3}' }, 'unit', 'EUR'],
  [{ type: 'string', maxLength: 4 }, 'description', expect.stringMatching(/^.{4}$/)],
  [{ type: 'integer', minimum: 500, maximum: 500 }, 'weight', 500],
  [{ type: 'integer', format: 'unixtime', upstream: 'date-time' }, 'created', 1_767_380_400],
  [{ type: 'string', format: 'date-time', upstream: 'unixtime' }, 'created', '2026-01-02T19:00:00Z'],
  [{ type: 'number' }, 'price', expect.any(Number)],
  [{ type: 'boolean' }, 'paid', true],
  [{ type: 'any' }, 'metadata', { text: 'Metadata 7' }],
  [{ type: 'any', upstream: 'json' }, 'metadata', { text: 'Metadata 7' }],
])('%j', (convention, field, expected) => {
  expect(onWire(scalar('Custom'), convention, field)).toEqual(expected);
});

test.each([
  ['DateTime', '2026-01-02T19:00:00Z'],
  ['URL', 'https://example.com/order/7'],
  ['JSONString', '{"text":"Order.value:7"}'],
  ['Decimal', expect.stringMatching(/^\d+\.\d\d$/)],
  ['BigInt', expect.stringMatching(/^\d+$/)],
  ['UUID', '00000000-0000-4000-8000-000000000007'],
  ['Unheard', 'Value 7'],
])('a scalar without a convention is a text by its name: %s', (name, expected) => {
  expect(onWire(scalar(name), undefined, 'value')).toEqual(expected);
});

test.each([
  [DateTimeResolver, { type: 'string', format: 'date-time' }],
  [EmailAddressResolver, { type: 'string', format: 'email' }],
  [UUIDResolver, { type: 'string', format: 'uuid' }],
  [strict('Cents', (value) => typeof value === 'bigint', Number), { type: 'integer' }],
  [strict('Price', (value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value)), { type: 'number' }],
  [strict('Moment', (value) => value instanceof Date), { type: 'string', format: 'date-time' }],
] as [GraphQLScalarType, ScalarConvention][])('a scalar of code accepts its values: %s', (type, convention) => {
  const value = onWire(type, convention, 'value');
  expect(typeof value).toBe(convention.type === 'integer' ? 'number' : convention.type);
});

function strict(
  name: string,
  accepts: (value: unknown) => boolean,
  convert: (value: unknown) => unknown = (value) => value,
): GraphQLLeafType {
  return new GraphQLScalarType({
    name,
    serialize: (value) => {
      if (!accepts(value)) throw new TypeError(`${name} cannot be ${String(value)}.`);
      return convert(value);
    },
  });
}

test.each([
  [GraphQLString, 'Product.name', 'Product 7'],
  [GraphQLString, 'ProductVariant.title', 'Product variant 7'],
  [GraphQLString, 'User.email', 'user-7@example.com'],
  [GraphQLString, 'Article.slug', 'article-7'],
  [GraphQLString, 'Shop.websiteUrl', 'https://example.com/shop/7'],
  [GraphQLString, 'Money.currency', 'EUR'],
  [GraphQLString, 'Order.number', '7'],
  [GraphQLString, 'Order.createdAt', '2026-01-02T19:00:00Z'],
  [GraphQLString, 'Variant.material', 'Material 7'],
  [GraphQLInt, 'Order.position', 7],
  [GraphQLInt, 'Order.createdAt', 1_767_380_400],
  [GraphQLBoolean, 'Payload.success', true],
  [GraphQLBoolean, 'Payload.hasErrors', false],
])('a value of the type %s by its name: %s', (type, coordinate, expected) => {
  const [typeName, fieldName] = coordinate.split('.') as [string, string];
  expect(prepareLeaf(type, { typeName, fieldName }, DEFAULT_CONVENTIONS)('7')).toBe(expected);
});

test('a decimal has at most two decimals', () => {
  const make = prepareLeaf(GraphQLFloat, { typeName: 'Product', fieldName: 'rating' }, DEFAULT_CONVENTIONS);
  const texts = Array.from({ length: 500 }, (_, index) => String(make(String(index))));
  expect(texts.filter((text) => !/^\d+(?:\.\d\d?)?$/.test(text))).toEqual([]);
});
