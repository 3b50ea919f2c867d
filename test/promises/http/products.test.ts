// The product resource, sections 2 and 4.2 of the interface. How its list is paged is promised in pagination.test.ts.
import { afterAll, describe, expect, test } from 'vitest';
import { NO_IDENTIFIERS, NOBODY } from '../../cases/identifiers.ts';
import { V1, V2 } from '../../cases/schemes.ts';
import { anInteger, expectResponse, expectError, listOf, someText } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);
  const shape = { id: anInteger, name: someText };

  test('GET /products answers 200 with a list of products', async () => {
    const answer = await client.get('/products?limit=3');
    expectResponse(answer, 200, scheme.contentType, { data: [shape, shape, shape], pagination: expect.any(Object) });
  });

  test('GET /products/{id} answers 200 with the product that stands in the list', async () => {
    const [, product] = listOf(await client.get('/products?limit=3')).data;
    expectResponse(await client.get(`/products/${product!['id']}`), 200, scheme.contentType, product);
  });

  test.each(NOBODY)('a product %s that does not exist is 404', async (id) => {
    expectError(await client.get(`/products/${id}`), 404);
  });

  test.each(NO_IDENTIFIERS)('%s in the place of an id is 400', async (id) => {
    expectError(await client.get(`/products/${id}`), 400, 'id');
  });
});
