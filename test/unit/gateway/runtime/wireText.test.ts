import { expect, test } from 'vitest';
import { wireText } from '../../../../src/gateway/runtime/wireText.ts';
import { parameter } from '../request/support/coercion.ts';
import { versionOf } from './support/plans.ts';

const version = versionOf({ enums: { Genre: { FACT: 'fact' } } });

test.each<[string, unknown, string]>([
  ['Genre!', 'FACT', 'fact'],
  ['Genre', 'NEW', 'NEW'],
  ['Int!', 7, '7'],
  ['String!', 'a b', 'a b'],
  ['Boolean', true, 'true'],
])('of the type %s, %j is written %s', (type, value, text) => {
  expect(wireText(parameter('x', type), value, version)).toBe(text);
});
