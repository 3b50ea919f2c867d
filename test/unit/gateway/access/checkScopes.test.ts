import { buildSchema, parse } from 'graphql';
import { expect, it } from 'vitest';
import { checkScopes } from '../../../../src/gateway/access/checkScopes.ts';
import { compileRequirements } from '../../../../src/gateway/access/compileRequirements.ts';
import { ServiceError } from '../../../../src/gateway/errors/ServiceError.ts';

const schema = buildSchema(/* GraphQL */ `
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query {
    one: Int @requiresScopes(scopes: [["users:read"]])
    same: Int @requiresScopes(scopes: [["users:read"]])
    both: Int @requiresScopes(scopes: [["orders:read", "orders:list"]])
    either: Int @requiresScopes(scopes: [["admin"], ["report:read", "report:list"]])
  }
`);

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
  const requirements = compileRequirements(schema, parse(source));
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
  expect(() => checkScopes(compileRequirements(schema, parse('{ one }')), caller, {})).not.toThrow();
});

it('requires a caller where anything is required', () => {
  const check = (source: string) => () => checkScopes(compileRequirements(schema, parse(source)), null, {});
  expect(check('{ __typename }')).not.toThrow();
  expect(check('{ either }')).toThrow(
    expect.objectContaining({ status: 401, headers: { 'www-authenticate': 'Bearer' } }),
  );
});
