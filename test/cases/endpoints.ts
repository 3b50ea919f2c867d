/** One endpoint, called in a way that succeeds once the ids stand in for their placeholders. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  scope: string;
  status: number;
  /** By version, with `{product}` where the id of a product belongs. */
  body?: (version: 1 | 2, productId: number) => unknown;
}

const user = (version: 1 | 2) =>
  version === 1 ? { name: 'Ada Lovelace' } : { firstName: 'Ada', lastName: 'Lovelace' };
const order = (_: 1 | 2, productId: number) => ({ items: [{ productId, quantity: 1 }] });

/** Every endpoint of the interface. `{user}`, `{order}` and `{product}` stand for the ids of things that exist. */
export const ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: '/users', scope: 'users:read', status: 200 },
  { method: 'GET', path: '/users/{user}', scope: 'users:read', status: 200 },
  { method: 'POST', path: '/users', scope: 'users:write', status: 201, body: user },
  { method: 'PUT', path: '/users/{user}', scope: 'users:write', status: 200, body: user },
  { method: 'PATCH', path: '/users/{user}', scope: 'users:write', status: 200, body: user },
  { method: 'DELETE', path: '/users/{user}', scope: 'users:write', status: 204 },
  { method: 'GET', path: '/orders', scope: 'orders:read', status: 200 },
  { method: 'GET', path: '/orders/{order}', scope: 'orders:read', status: 200 },
  { method: 'POST', path: '/orders', scope: 'orders:write', status: 201, body: order },
  { method: 'GET', path: '/products', scope: 'products:read', status: 200 },
  { method: 'GET', path: '/products/{product}', scope: 'products:read', status: 200 },
  { method: 'GET', path: '/forecast?city=London', scope: 'forecast:read', status: 200 },
];

/** Every path of the interface and the methods that stand in its `Allow`, sorted. */
export const ALLOWED: readonly { path: string; methods: readonly string[] }[] = [
  { path: '/users', methods: ['GET', 'HEAD', 'POST'] },
  { path: '/users/1', methods: ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT'] },
  { path: '/orders', methods: ['GET', 'HEAD', 'POST'] },
  { path: '/orders/1', methods: ['GET', 'HEAD'] },
  { path: '/products', methods: ['GET', 'HEAD'] },
  { path: '/products/1', methods: ['GET', 'HEAD'] },
  { path: '/forecast', methods: ['GET', 'HEAD'] },
];
