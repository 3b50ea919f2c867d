import { expect, test } from 'vitest';
import { type ScopeRule, missingScopes } from '../../../src/gateway/plan/ScopeRule.ts';

const a = [['a']];
const either = [['b'], ['c', 'd']];
const include = { variable: 'x', leftOutWhen: false, defaultValue: false };
const skip = { variable: 'y', leftOutWhen: true };
const rules: ScopeRule[] = [
  { anyOf: a, when: [] },
  { anyOf: either, when: [include] },
];

test.each<[rules: ScopeRule[], scopes: string[], variables: Record<string, unknown>, missing: unknown[]]>([
  [rules, [], {}, [a]],
  [rules, ['a'], {}, []],
  [rules, [], { x: true }, [a, either]],
  [rules, ['a', 'b'], { x: true }, []],
  [rules, ['a', 'c', 'd'], { x: true }, []],
  [rules, ['a', 'c'], { x: true }, [either]],
  [rules, ['a'], { x: false }, []],
  [rules, ['a'], { x: undefined }, []],
  [[{ anyOf: a, when: [skip] }], [], {}, [a]],
  [[{ anyOf: a, when: [skip] }], [], { y: true }, []],
  [[{ anyOf: a, when: [include, skip] }], [], { x: true, y: true }, []],
  [[{ anyOf: a, when: [include, skip] }], [], { x: true, y: false }, [a]],
  [[{ anyOf: a, when: [{ ...include, variable: 'toString' }] }], [], {}, []],
])('of %j the scopes %j lack under %j: %j', (given, scopes, variables, missing) => {
  expect(missingScopes(given, new Set(scopes), variables)).toEqual(missing);
});
