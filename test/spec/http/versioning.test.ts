// Two schemes, each on every endpoint alike, section 9 of the interface.
import { afterAll, describe, expect, test } from 'vitest';
import { ACCEPTS } from '../../cases/acceptHeaders.ts';
import { ENDPOINTS } from '../../cases/endpoints.ts';
import { SCHEMES, V1, V2 } from '../../cases/schemes.ts';
import { expectAnswer, expectError, idOf, listOf } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const id = idOf(await portico.in(V2).post('/users', { firstName: 'Ada', lastName: 'Lovelace' }));
const product = listOf(await portico.get('/products?limit=1')).data[0]!['id'] as number;
const order = idOf(await portico.post('/orders', { items: [{ productId: product, quantity: 1 }], userId: id }));
const SHAPES = { 1: { id, name: 'Ada Lovelace' }, 2: { id, firstName: 'Ada', lastName: 'Lovelace' } } as const;

describe('an unversioned path', () => {
  test('without Accept gets version 1', async () => {
    expectAnswer(await portico.get(`/users/${id}`), 200, 'application/json', SHAPES[1]);
  });

  test.each(ACCEPTS)('with Accept: $accept gets $version', async ({ accept, version, type = '' }) => {
    const answer = await portico.get(`/users/${id}`, { headers: { accept } });
    if (version === 406) expectError(answer, 406);
    else expectAnswer(answer, 200, type, SHAPES[version]);
  });

  test('an unacceptable Accept is told what there is', async () => {
    const answer = await portico.get(`/users/${id}`, { headers: { accept: 'application/vnd.portico.v3+json' } });
    expectError(answer, 406, 'application/vnd.portico.v1+json', 'application/vnd.portico.v2+json');
  });
});

describe.each([V1, V2])('the path $prefix', ({ prefix, version }) => {
  const user = `${prefix}/users/${id}`;

  test.each([undefined, '*/*', 'application/json', 'application/*;q=0.5', 'text/html, */*;q=0.1'])(
    'with the ordinary Accept %s gets its version as application/json',
    async (accept) => {
      expectAnswer(await portico.get(user, { headers: { accept } }), 200, 'application/json', SHAPES[version]);
    },
  );

  test('with the vendor Accept of its own version gets it', async () => {
    const vendor = `application/vnd.portico.v${version}+json`;
    expectAnswer(await portico.get(user, { headers: { accept: vendor } }), 200, vendor, SHAPES[version]);
  });

  test('with the vendor Accept of the other version is 400', async () => {
    const accept = `application/vnd.portico.v${3 - version}+json`;
    expectError(await portico.get(user, { headers: { accept } }), 400);
  });

  test.each(['application/vnd.portico.v3+json', 'application/vnd.portico.v0+json', 'text/html', 'application/xml'])(
    'with Accept: %s is 406',
    async (accept) => {
      expectError(await portico.get(user, { headers: { accept } }), 406);
    },
  );
});

test.each([
  '/v3/users',
  '/v0/users',
  '/v01/users',
  '/V1/users',
  '/v1.0/users',
  '/v/users',
  '/v-1/users',
  '/v99999999999999999999/users',
  '/1/users',
  '/v1v2/users',
  '/v1/v1/users',
  '/v1',
  '/v2/',
])('the path %s of no known version is 404', async (path) => {
  expectError(await portico.get(path), 404);
});

test.each(ENDPOINTS)('$method $path exists in every version, and in every way to ask for it', async (endpoint) => {
  for (const scheme of SCHEMES) {
    // What is deleted in one scheme must not be missed in the next.
    const user = idOf(await portico.in(V1).post('/users', { name: 'Ada Lovelace' }));
    const ids: Record<string, number> = { user, order, product };
    const path = endpoint.path.replace(/\{(\w+)\}/, (_, name: string) => String(ids[name]));
    const body = endpoint.body?.(scheme.version, product);
    const answer = await portico.in(scheme).request(endpoint.method, path, { body });
    expect({ scheme: scheme.name, status: answer.status }).toEqual({ scheme: scheme.name, status: endpoint.status });
    if (answer.body !== '') expect(answer.headers['content-type']).toBe(scheme.contentType);
  }
});

test.each([V1, V2])('$prefix shows its own user wherever it shows one', async ({ prefix, version }) => {
  const embedded = await portico.get(`${prefix}/orders/${order}?expand=user`);
  expect(embedded.json).toEqual({ id: order, status: 'pending', user: SHAPES[version] });
  const [listed] = listOf(await portico.get(`${prefix}/users?limit=1`)).data;
  expect(Object.keys(listed!).sort()).toEqual(Object.keys(SHAPES[version]).sort());
});
