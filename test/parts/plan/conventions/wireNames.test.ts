import { GraphQLEnumType } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { EnumConvention } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import {
  enumTexts,
  fieldOnWire,
  nameOnWire,
  typeNameOnWire,
} from '../../../../src/gateway/plan/conventions/wireNames.ts';

const names = { 'Book.isbnCode': 'ISBN' };

describe('fieldOnWire', () => {
  test.each<[type: string, field: string, style: 'schema' | 'snake_case', name: string]>([
    ['Book', 'isbnCode', 'schema', 'ISBN'],
    ['Book', 'isbnCode', 'snake_case', 'ISBN'],
    ['Book', 'pageCount', 'snake_case', 'page_count'],
    ['Reel', 'isbnCode', 'schema', 'isbnCode'],
    ['toString', 'constructor', 'schema', 'constructor'],
  ])('%s.%s is in case %s %s', (type, field, style, name) => {
    expect(fieldOnWire(type, field, { case: style, names })).toBe(name);
  });
});

describe('nameOnWire', () => {
  test.each([
    ['createdAt', 'created_at'],
    ['htmlURL', 'html_url'],
    ['HTMLPage', 'html_page'],
    ['page2Size', 'page2_size'],
    ['already_snake', 'already_snake'],
    ['__typename', '__typename'],
    ['ID', 'id'],
  ])('%s is %s in snake case', (name, wire) => {
    expect(nameOnWire(name, { case: 'snake_case' })).toBe(wire);
    expect(nameOnWire(name, { case: 'schema' })).toBe(name);
  });
});

describe('typeNameOnWire', () => {
  test.each<[convention: EnumConvention | undefined, text: string]>([
    [undefined, 'OrderItem'],
    ['schema', 'OrderItem'],
    ['lowercase', 'orderitem'],
    ['snake_case', 'order_item'],
    ['kebab-case', 'order-item'],
    [{ OrderItem: 'items' }, 'items'],
    [{ Order: 'orders' }, 'OrderItem'],
  ])('by %j, OrderItem is %s', (convention, text) => {
    const enums = { '*': 'lowercase' as const, ...(convention && { __typename: convention }) };
    expect(typeNameOnWire('OrderItem', { enums })).toBe(text);
  });
});

const REASON = new GraphQLEnumType({ name: 'Reason', values: { TOO_HEATED: {}, SPAM: {} } });

describe('enumTexts', () => {
  test.each<[Record<string, EnumConvention>, string[]]>([
    [{}, ['TOO_HEATED', 'SPAM']],
    [{ '*': 'schema' }, ['TOO_HEATED', 'SPAM']],
    [{ '*': 'lowercase' }, ['too_heated', 'spam']],
    [{ '*': 'lowercase', Reason: 'schema' }, ['TOO_HEATED', 'SPAM']],
    [{ '*': 'lowercase', Reason: { TOO_HEATED: 'too heated' } }, ['too heated', 'SPAM']],
    [{ Other: 'lowercase' }, ['TOO_HEATED', 'SPAM']],
  ])('with %j the values are written %j', (enums, texts) => {
    expect([...enumTexts(REASON, { ...DEFAULT_CONVENTIONS, enums })]).toEqual([
      ['TOO_HEATED', texts[0]],
      ['SPAM', texts[1]],
    ]);
  });
});
