import { buildSchema, parse } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { checkScopes, findMissingScopes } from '../../../../src/gateway/guard/access/checkScopes.ts';
import {
  type Condition,
  type Requirements,
  collectRequirements,
} from '../../../../src/gateway/guard/access/collectRequirements.ts';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';

const schema = buildSchema(/* GraphQL */ `
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query {
    one: Int @requiresScopes(scopes: [["users:read"]])
    same: Int @requiresScopes(scopes: [["users:read"]])
    both: Int @requiresScopes(scopes: [["orders:read", "orders:list"]])
    either: Int @requiresScopes(scopes: [["admin"], ["report:read", "report:list"]])
  }
`);

describe('checkScopes', () => {
  it.each([
    ['{ one same }', [], 'The scope "users:read" is required.', 'users:read'],
    ['{ both }', [], 'The scopes "orders:read" and "orders:list" are required.', 'orders:read orders:list'],
    ['{ both }', ['orders:list'], 'The scope "orders:read" is required.', 'orders:read'],
    [
      '{ one both }',
      ['orders:read'],
      'The scopes "users:read" and "orders:list" are required.',
      'users:read orders:list',
    ],
    ['{ either }', [], 'The scope "admin" or "report:read" and "report:list" is required.', 'admin'],
  ])('names what is missing for %s with %j', (source, scopes, message, suggested) => {
    const caller = { subject: '', scopes: new Set(scopes), claims: {}, authorization: '' };
    const requirements = collectRequirements(schema, parse(source));
    let thrown: unknown;
    try {
      checkScopes(requirements, caller, {});
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ServiceError);
    expect(thrown).toMatchObject({
      status: 403,
      message,
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${suggested}"` },
    });
  });

  it('lets a caller pass who has what is needed', () => {
    const caller = { subject: '', scopes: new Set(['users:read']), claims: {}, authorization: '' };
    expect(() => checkScopes(collectRequirements(schema, parse('{ one }')), caller, {})).not.toThrow();
  });

  it('requires a caller where anything is required', () => {
    const check = (source: string) => () => checkScopes(collectRequirements(schema, parse(source)), null, {});
    expect(check('{ __typename }')).not.toThrow();
    expect(check('{ either }')).toThrow(
      expect.objectContaining({
        status: 401,
        message: 'Valid credentials are required in the Authorization header.',
        headers: { 'www-authenticate': 'Bearer' },
      }),
    );
  });
});

const either = [['report:read'], ['admin', 'all']];
const requires = (...always: (typeof either)[]): Requirements => ({ always: new Set(always), parts: [] });

describe('findMissingScopes', () => {
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
});
