// The order in which a request is checked, and that nothing is written before all checks have passed.
import { afterAll, describe, expect, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { expectError, listOf } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const MEBIBYTE = 2 ** 20;
const JSON_BODY = { 'content-type': 'application/json' };

describe('the checks', () => {
  const v1 = portico.in(V1);
  const html = { accept: 'text/html' };
  const text = { 'content-type': 'text/plain' };
  const other = 'orders:read';

  test.each([
    ['404 before 401', 'GET', '/nothing', { scope: null }, 404],
    ['405 before 401', 'PATCH', '/users', { scope: null }, 405],
    ['404 before 406', 'GET', '/nothing', { headers: html }, 404],
    ['405 before 406', 'PATCH', '/users', { headers: html }, 405],
    ['405 before 415', 'PATCH', '/users', { headers: text, body: 'x' }, 405],
    ['401 before 406', 'GET', '/users', { scope: null, headers: html }, 401],
    ['401 before 413', 'POST', '/users', { scope: null, headers: JSON_BODY, body: ' '.repeat(MEBIBYTE + 1) }, 401],
    ['401 before 415', 'POST', '/users', { scope: null, headers: text, body: 'x' }, 401],
    ['401 before 400', 'GET', '/users?limit=0', { scope: null }, 401],
    ['401 before the 400 of an id', 'GET', '/users/x', { scope: null }, 401],
    ['406 before 403', 'GET', '/users', { scope: other, headers: html }, 406],
    ['406 before 415', 'POST', '/users', { headers: { ...html, ...text }, body: 'x' }, 406],
    ['406 before 400', 'GET', '/users?limit=0', { headers: html }, 406],
    ['403 before 413', 'POST', '/users', { scope: other, headers: JSON_BODY, body: ' '.repeat(MEBIBYTE + 1) }, 403],
    ['403 before 415', 'POST', '/users', { scope: other, headers: text, body: 'x' }, 403],
    ['403 before 400', 'GET', '/users?limit=0', { scope: other }, 403],
    ['403 before the 400 of a body', 'POST', '/users', { scope: other, headers: JSON_BODY, body: '{' }, 403],
    ['413 before 400', 'POST', '/users?x=1', { headers: JSON_BODY, body: ' '.repeat(MEBIBYTE + 1) }, 413],
    ['415 before 400', 'POST', '/users?x=1', { headers: text, body: '{' }, 415],
    ['400 before 404', 'PUT', '/users/9007199254740991', { body: {} }, 400],
  ])('run in order: %s', async (_, method, path, options, status) => {
    expectError(await v1.request(method, path, options), status);
  });

  test.each([
    ['400', '/users', { body: {} }],
    ['400 of the query', '/users?x=1', { body: { name: 'Ada' } }],
    ['403', '/users', { scope: 'users:read', body: { name: 'Ada' } }],
    ['401', '/users', { scope: null, body: { name: 'Ada' } }],
    ['406', '/users', { headers: html, body: { name: 'Ada' } }],
    ['413', '/users', { headers: JSON_BODY, body: `{"name":"Ada"${' '.repeat(MEBIBYTE)}}` }],
    ['415', '/users', { headers: text, body: '{"name":"Ada"}' }],
    ['400 of an order', '/orders', { body: { items: [{ productId: 0, quantity: 1 }] } }],
    ['400 of a user', '/orders', { body: { items: [{ productId: 1, quantity: 1 }], userId: 9007199254740991 } }],
    ['403 of an expand', '/orders?expand=user', { scope: 'orders:write', body: { items: [] } }],
  ])('refuse with %s, and nothing is written', async (status, path, options) => {
    const counts = () =>
      Promise.all(['/users', '/orders'].map(async (list) => listOf(await v1.get(list)).pagination['total']));
    const before = await counts();
    expectError(await v1.request('POST', path, options), Number.parseInt(status));
    expect(await counts()).toEqual(before);
  });
});
