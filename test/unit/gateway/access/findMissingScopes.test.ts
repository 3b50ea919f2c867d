import { describe, expect, test } from 'vitest';
import type { Condition, Requirements } from '../../../../src/gateway/access/compileRequirements.ts';
import { findMissingScopes } from '../../../../src/gateway/access/findMissingScopes.ts';

const either = [['report:read'], ['admin', 'all']];
const requires = (...always: (typeof either)[]): Requirements => ({ always: new Set(always), parts: [] });

test.each([
  [['report:read'], 0],
  [['admin', 'all'], 0],
  [['admin'], 1],
  [['all', 'other'], 1],
  [[], 1],
])('one alternative or both scopes of the other: %j leaves %i', (scopes, count) => {
  expect(findMissingScopes(requires(either), new Set(scopes), {})).toEqual(count === 0 ? [] : [either]);
});

test('an alternative without scopes requires nothing', () => {
  expect(findMissingScopes(requires([[]]), new Set(), {})).toEqual([]);
});

describe('a part', () => {
  const include = { variable: 'a', leftOutWhen: false, defaultValue: undefined };
  const skip = { variable: 'b', leftOutWhen: true, defaultValue: undefined };
  const missing = (conditions: Condition[], variables: Record<string, unknown>) =>
    findMissingScopes(
      { always: new Set(), parts: [{ conditions, requirements: requires(either) }] },
      new Set(),
      variables,
    ).length > 0;

  test.each<[string, Condition[], Record<string, unknown>, boolean]>([
    ['without conditions', [], {}, true],
    ['that is included', [include], { a: true }, true],
    ['that is not included', [include], { a: false }, false],
    ['that is skipped', [skip], { b: true }, false],
    ['that is not skipped', [skip], { b: false }, true],
    ['that is included and not skipped', [include, skip], { a: true, b: false }, true],
    ['that is included and skipped', [include, skip], { a: true, b: true }, false],
    ['whose variable is absent', [include], {}, true],
    ['whose variable is by default false', [{ ...include, defaultValue: false }], {}, false],
    [
      'whose variable is undefined, and by default false',
      [{ ...include, defaultValue: false }],
      { a: undefined },
      false,
    ],
    ['whose default is overridden', [{ ...include, defaultValue: false }], { a: true }, true],
    ['whose variable is null', [{ ...include, defaultValue: false }], { a: null }, true],
    ['whose variable has the name of a property of objects', [{ ...skip, variable: 'toString' }], {}, true],
  ])('%s', (_, conditions, variables, expected) => {
    expect(missing(conditions, variables)).toBe(expected);
  });

  test('that is cyclic or shared is counted once', () => {
    const shared = requires(either);
    (shared.parts as object[]).push({ conditions: [], requirements: shared });
    const parts = [shared, shared].map((requirements) => ({ conditions: [], requirements }));
    expect(findMissingScopes({ always: new Set([either]), parts }, new Set(), {})).toEqual([either]);
  });
});
