// What a client of the REST interface does on an ordinary day, typed by nothing but the OpenAPI documents.
import createClient from 'openapi-fetch';
import type { components, paths as V1 } from './generated/v1.ts';
import type { paths as V2 } from './generated/v2.ts';

export interface Report {
  user: components['schemas']['User'];
  sameUserInV2: { id: number; firstName: string; lastName: string };
  order: components['schemas']['Order'];
  products: components['schemas']['Product'][];
  problems: string[];
}

/** Creates a user, places an order, and walks through all products by cursor. `url` ends without a slash. */
export async function journey(url: string, token: string): Promise<Report> {
  const headers = { authorization: `Bearer ${token}` };
  const v1 = createClient<V1, 'application/json'>({ baseUrl: `${url}/v1`, headers });
  const v2 = createClient<V2, 'application/json'>({ baseUrl: `${url}/v2`, headers });

  const created = await v1.POST('/users', { body: { name: 'Grace Hopper', email: null } });
  if (!created.data) throw new Error(created.error.error);
  const user = created.data;

  const again = await v2.GET('/users/{id}', { params: { path: { id: user.id } } });
  if (!again.data) throw new Error(again.error.error);

  const products: Report['products'] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: { limit: number; cursor: string } = { limit: 50, cursor };
    const page = await v1.GET('/products', { params: { query } });
    if (!page.data) throw new Error(page.error.error);
    products.push(...page.data.data);
    cursor = 'nextCursor' in page.data.pagination ? page.data.pagination.nextCursor : null;
  }

  const [product] = products;
  if (!product) throw new Error('There is nothing to order.');
  const placed = await v1.POST('/orders', {
    params: { query: { expand: ['items', 'user'] } },
    body: { items: [{ productId: product.id, quantity: 2 }], userId: user.id },
  });
  if (!placed.data) throw new Error(placed.error.error);

  const problems: string[] = [];
  const refused = await v1.GET('/products', { params: { query: { limit: 1000 } } });
  if (refused.error) problems.push(refused.error.error);
  const missing = await v1.GET('/orders/{id}', { params: { path: { id: Number.MAX_SAFE_INTEGER } } });
  if (missing.error) problems.push(missing.error.error);
  return { user, sameUserInV2: again.data, order: placed.data, products, problems };
}
