// The check that every other test of this folder and its neighbours leans on: it lets pass what is documented, and
// nothing else.
import { afterAll, expect, test } from 'vitest';
import { Contract } from '../support/Contract.ts';
import type { HttpResponse } from '../support/sendRequest.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());
const contract = new Contract(portico.url, portico.basePath);
const check = (method: string, path: string, answer: HttpResponse) =>
  contract.check(method, portico.path(path), answer);
const good = await portico.get('/v1/users/1');
const unknown = await portico.request('GET', '/v1/users/1', { scope: null });
const created = await portico.post('/v1/users', { name: 'Grace Hopper' });
const cached = await portico.get('/v1/forecast?city=London');
const wrongMethod = await portico.request('PATCH', '/v1/products/1');

test('lets a documented answer pass', async () => {
  await expect(check('GET', '/v1/users/1', good)).resolves.toBeUndefined();
});

test.each<[string, string, string, Partial<HttpResponse>]>([
  ['an undocumented status', 'GET', '/v1/users/1', { status: 202 }],
  ['an undocumented header', 'GET', '/v1/users/1', { headers: { ...good.headers, 'x-inside': '1' } }],
  ['an undocumented media type', 'GET', '/v1/users/1', { headers: { ...good.headers, 'content-type': 'text/plain' } }],
  ['an undocumented property', 'GET', '/v1/users/1', { json: { id: 1, name: 'x', email: 'x' } }],
  ['a missing property', 'GET', '/v1/users/1', { json: { id: 1 } }],
  ['a property of another type', 'GET', '/v1/users/1', { json: { id: '1', name: 'x' } }],
  ['the shape of another version', 'GET', '/v2/users/1', {}],
  ['success at an undocumented path', 'GET', '/v1/nowhere', {}],
  ['success of an undocumented method', 'PATCH', '/v1/products/1', {}],
  ['a body where none is documented', 'DELETE', '/v1/users/1', { status: 204 }],
  ['an answer without its request id', 'GET', '/v1/users/1', without(good, 'x-request-id')],
  ['an answer without Vary', 'GET', '/v1/users/1', without(good, 'vary')],
  ['an answer to HEAD without Vary', 'HEAD', '/v1/users/1', without(good, 'vary')],
  ['an answer of 201 without Location', 'POST', '/v1/users', without(created, 'location')],
  ['an answer of 401 without a challenge', 'GET', '/v1/users/1', without(unknown, 'www-authenticate')],
  ['an answer that may be kept without ETag', 'GET', '/v1/forecast', without(cached, 'etag')],
  ['an answer of 405 without Allow', 'PATCH', '/v1/products/1', without(wrongMethod, 'allow')],
])('refuses %s', async (_, method, path, change) => {
  await expect(check(method, path, { ...good, ...change })).rejects.toThrow(`${method} `);
});

function without(answer: HttpResponse, header: string): HttpResponse {
  const { [header]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}
