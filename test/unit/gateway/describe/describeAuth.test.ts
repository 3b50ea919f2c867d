import { expect, test } from 'vitest';
import type { Presence } from '../../../../src/gateway/conventions/Conventions.ts';
import { describeAuth } from '../../../../src/gateway/describe/describeAuth.ts';
import type { ScopeRule } from '../../../../src/gateway/plan/ScopeRule.ts';

const expands = ['x', 'y'].map((name) => ({ name, variables: [`with${name}`] }));
const rule = (anyOf: ScopeRule['anyOf'], ...variables: string[]): ScopeRule => ({
  anyOf,
  when: variables.map((variable) => ({ variable, leftOutWhen: false, defaultValue: false })),
});

test.each<[Presence, ScopeRule[], string[]]>([
  ['NONE', [], []],
  ['OPTIONAL', [], []],
  ['OPTIONAL', [rule([[]], 'withx')], ['x']],
  ['OPTIONAL', [rule([['a']], 'withx'), rule([[]], 'withy')], ['x', 'y']],
  ['OPTIONAL', [rule([[]], 'withx', 'withy')], ['x,y']],
  ['REQUIRED', [rule([[]], 'withx')], []],
])('under %s with %j, a caller is required by the values %j', (auth, scopes, expand) => {
  expect(describeAuth({ auth, scopes, expands })).toEqual({ auth, expand });
});
