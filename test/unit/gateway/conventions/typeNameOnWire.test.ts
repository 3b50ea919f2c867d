import { expect, test } from 'vitest';
import type { EnumConvention } from '../../../../src/gateway/conventions/Conventions.ts';
import { typeNameOnWire } from '../../../../src/gateway/conventions/typeNameOnWire.ts';

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
