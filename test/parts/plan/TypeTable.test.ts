import { print } from 'graphql';
import { expect, test } from 'vitest';
import { nullableNode, typeName, typeNode } from '../../../src/gateway/plan/TypeTable.ts';

test.each([
  ['ID', 'ID', 'ID'],
  ['ID!', 'ID', 'ID'],
  ['[[Item!]]!', '[[Item!]]', 'Item'],
])('%s without null is %s, and is named %s', (type, nullable, name) => {
  expect(print(typeNode(type))).toBe(type);
  expect(print(nullableNode(typeNode(type)))).toBe(nullable);
  expect(typeName(type)).toBe(name);
});
