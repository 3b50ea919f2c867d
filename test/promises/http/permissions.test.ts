// What a caller may do, section 5 of the interface: scopes, checked before anything runs.
import { afterAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../cases/endpoints.ts';
import { V1, V2, userInput } from '../../cases/schemes.ts';
import type { HttpResponse } from '../support/sendRequest.ts';
import { expectError, idOf, listOf } from '../support/expectations.ts';
import { ALL_SCOPES } from '../support/signToken.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const product = listOf(await portico.get('/products?limit=1')).data[0]!['id'] as number;
const v1 = portico.in(V1);
const placeOrder = { items: [{ productId: product, quantity: 1 }] };

/** All scopes but these. */
function without(...scopes: readonly string[]): string {
  return ALL_SCOPES.split(' ')
    .filter((scope) => !scopes.includes(scope))
    .join(' ');
}

function expectForbidden(answer: HttpResponse, ...scopes: readonly string[]): void {
  expectError(answer, 403, ...scopes);
  const asked = /^Bearer .*error="insufficient_scope".*scope="([^"]*)"/.exec(answer.headers['www-authenticate'] ?? '');
  expect(asked?.[1]?.split(' ').sort()).toEqual([...scopes].sort());
}

async function counts(): Promise<unknown[]> {
  const answers = await Promise.all([v1.get('/users?limit=1'), v1.get('/orders?limit=1')]);
  return answers.map((answer) => listOf(answer).pagination['total']);
}

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);
  const { version } = scheme;

  async function targetOf(path: string): Promise<string> {
    const user = async () => idOf(await v1.post('/users', { name: 'Ada Lovelace' }));
    const order = async () => idOf(await v1.post('/orders', placeOrder));
    if (path.includes('{user}')) return path.replace('{user}', String(await user()));
    if (path.includes('{order}')) return path.replace('{order}', String(await order()));
    return path.replace('{product}', String(product));
  }

  test.each(ENDPOINTS)('$method $path needs $scope and nothing more', async ({ method, path, scope, status, body }) => {
    const answer = await client.request(method, await targetOf(path), { scope, body: body?.(version, product) });
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: expect.any(String) });
  });

  test.each(ENDPOINTS)('$method $path without $scope is 403 and names it', async ({ method, path, scope, body }) => {
    const target = await targetOf(path);
    const before = await counts();
    const options = { scope: without(scope), body: body?.(version, product) };
    expectForbidden(await client.request(method, target, options), scope);
    expectForbidden(await client.request(method, target, { ...options, scope: '' }), scope);
    expect(await counts()).toEqual(before);
  });

  test.each([
    ['GET', '/orders?expand=items', ['products:read']],
    ['GET', '/orders?expand=user', ['users:read']],
    ['GET', '/orders?expand=items,user', ['products:read', 'users:read']],
    ['GET', '/orders/{order}?expand=items', ['products:read']],
    ['GET', '/orders/{order}?expand=user', ['users:read']],
    ['POST', '/orders?expand=items', ['products:read']],
    ['POST', '/orders?expand=user', ['users:read']],
    ['POST', '/orders?expand=items,user', ['products:read', 'users:read']],
  ])('%s %s needs %s as well, and writes nothing without', async (method, path, scopes) => {
    const target = await targetOf(path);
    const own = method === 'GET' ? 'orders:read' : 'orders:write';
    const body = method === 'GET' ? undefined : placeOrder;
    const before = await counts();
    expectForbidden(await client.request(method, target, { scope: without(...scopes), body }), ...scopes);
    expectForbidden(await client.request(method, target, { scope: own, body }), ...scopes);
    expect(await counts()).toEqual(before);
    const answer = await client.request(method, target, { scope: [own, ...scopes].join(' '), body });
    expect(answer.status).toBe(method === 'GET' ? 200 : 201);
  });

  test('a refused DELETE and a refused PUT leave the user as it is', async () => {
    const user = {
      id: idOf(await v1.post('/users', { name: 'Ada Lovelace' })),
      firstName: 'Ada',
      lastName: 'Lovelace',
    };
    const scope = without('users:write');
    expectForbidden(await client.request('DELETE', `/users/${user.id}`, { scope }), 'users:write');
    const body = userInput(version, 'Grace', 'Hopper');
    expectForbidden(await client.request('PUT', `/users/${user.id}`, { scope, body }), 'users:write');
    expect((await portico.in(V2).get(`/users/${user.id}`)).json).toEqual(user);
  });

  test('403 comes before 404, so that nobody learns what exists', async () => {
    expectForbidden(await client.get('/users/9007199254740991', { scope: 'orders:read' }), 'users:read');
  });
});
