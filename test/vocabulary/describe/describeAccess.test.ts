import { describe, expect, test } from 'vitest';
import type { Presence } from '../../../src/gateway/plan/conventions/Conventions.ts';
import {
  type RequiredScopes,
  describeAuth,
  describeScopes,
  formatRequirements,
} from '../../../src/gateway/describe/describeAccess.ts';
import type { ScopeRule } from '../../../src/gateway/plan/ScopeRule.ts';

const expands = ['x', 'y'].map((name) => ({ name, variables: [`with${name}`] }));
const rule = (anyOf: ScopeRule['anyOf'], ...variables: string[]): ScopeRule => ({
  anyOf,
  when: variables.map((variable) => ({ variable, leftOutWhen: false, defaultValue: false })),
});

describe('describeAuth', () => {
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
});

describe('describeScopes', () => {
  const EXPANDS = ['x', 'y'].map((name) => ({ name, variables: [`with${name}`] }));

  /** A rule of an operation; `variables` are those of `@include` directives around it. */
  function ruleOf(anyOf: ScopeRule['anyOf'], ...variables: string[]): ScopeRule {
    return { anyOf, when: variables.map((variable) => ({ variable, leftOutWhen: false, defaultValue: false })) };
  }

  test.each<[name: string, rules: ScopeRule[], always: RequiredScopes['always'], expand: object, text: string]>([
    ['no rule', [], [], {}, 'none'],
    ['one scope, in two rules', [ruleOf([['a']]), ruleOf([['a']])], [['a']], {}, 'a'],
    ['alternatives', [ruleOf([['b', 'c'], ['d']]), ruleOf([['a']])], [['a'], ['b c', 'd']], {}, 'a, b and c or d'],
    ['an alternative without scopes', [ruleOf([['a'], []])], [], {}, 'none'],
    ['a rule of a value of expand', [ruleOf([['a']], 'withx')], [], { x: [['a']] }, 'none'],
    ['a rule of expand that always applies too', [ruleOf([['a']]), ruleOf([['a']], 'withx')], [['a']], {}, 'a'],
    ['a rule of two values of expand', [ruleOf([['a']], 'withx', 'withy')], [], { 'x,y': [['a']] }, 'none'],
    [
      'a rule of two values, and of one of them',
      [ruleOf([['a']], 'withx'), ruleOf([['a']], 'withx', 'withy')],
      [],
      { x: [['a']] },
      'none',
    ],
    [
      'a variable that skips',
      [{ anyOf: [['a']], when: [{ variable: 'withx', leftOutWhen: true, defaultValue: false }] }],
      [['a']],
      {},
      'a',
    ],
    [
      'a variable with true as its default',
      [{ anyOf: [['a']], when: [{ variable: 'other', leftOutWhen: false, defaultValue: true }] }],
      [['a']],
      {},
      'a',
    ],
  ])('requires the scopes of %s', (_, scopes, always, expand, text) => {
    const required = describeScopes({ scopes, expands: EXPANDS });
    expect(required).toEqual({ always, expand });
    expect(formatRequirements(required.always)).toBe(text);
  });
});
