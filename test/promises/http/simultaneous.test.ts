// Requests that arrive together share statements; each has the response that it would have alone.
import { afterAll, expect, test } from 'vitest';
import { SORTS } from '../../cases/listQueries.ts';
import { V1, V2 } from '../../cases/schemes.ts';
import { expectError, idOf, listOf } from '../support/expectations.ts';
import { idsOf } from '../support/idsOf.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());
const v1 = portico.in(V1);

let batches = 0;

/** Twenty users that no other test creates. */
function newUsers(): { name: string; email: string }[] {
  const batch = `${process.pid}-${Date.now()}-${batches++}`;
  return Array.from({ length: 20 }, (_, number) => ({
    name: `Simultaneous ${number}`,
    // In another order than the requests.
    email: `${99 - number}-${batch}@example.com`,
  }));
}

test('20 simultaneous POST /users return a user each, among simultaneous reads', async () => {
  const known = listOf(await v1.get('/users?limit=20')).data;
  const users = newUsers();
  const [created, read, lists] = await Promise.all([
    Promise.all(users.map((user) => v1.post('/users', user))),
    Promise.all(known.map(({ id }) => v1.get(`/users/${String(id)}`))),
    Promise.all(known.map((_, offset) => v1.get(`/users?limit=${20 - offset}&offset=${offset}`))),
  ]);
  const ids = created.map(idOf);
  expect(created.map(({ status, json }) => [status, json])).toEqual(
    users.map(({ name }, at) => [201, { id: ids[at], name }]),
  );
  expect(new Set(ids).size).toBe(users.length);
  expect(created.map(({ headers }) => headers.location)).toEqual(ids.map((id) => v1.path(`/users/${id}`)));
  expect(read.map(({ json }) => json)).toEqual(known);
  expect(lists.map((list) => listOf(list).data)).toEqual(known.map((_, offset) => known.slice(offset)));

  const stored = await Promise.all(ids.map((id) => v1.get(`/users/${id}`)));
  expect(stored.map(({ json }) => json)).toEqual(created.map(({ json }) => json));
});

test('of 20 simultaneous POST /users those whose e-mail address is taken are 409, and the others 201', async () => {
  const users = newUsers();
  await v1.post('/users', users[3]);
  // The fourth is taken, and the sixth and the seventeenth have one address.
  users[16] = { ...users[16]!, email: users[5]!.email.toUpperCase() };
  const created = await Promise.all(users.map((user) => v1.post('/users', user)));
  const conflicts = created.flatMap(({ status }, at) => (status === 409 ? [at] : []));
  expect(conflicts).toHaveLength(2);
  expect(conflicts).toContain(3);
  expect([5, 16]).toContain(conflicts.find((at) => at !== 3));
  for (const at of conflicts) expectError(created[at]!, 409, 'email');
  const others = created.filter((_, at) => !conflicts.includes(at));
  expect(others.map(({ json }) => (json as { name: string }).name)).toEqual(
    users.filter((_, at) => !conflicts.includes(at)).map(({ name }) => name),
  );
});

test('simultaneous POST /users in both versions have the shape of theirs', async () => {
  const created = await Promise.all([
    portico.in(V1).post('/users', { name: 'Ada Lovelace' }),
    portico.in(V2).post('/users', { firstName: 'Ada', lastName: 'Lovelace' }),
  ]);
  const [one, two] = created.map(idOf);
  expect(created.map(({ json }) => json)).toEqual([
    { id: one, name: 'Ada Lovelace' },
    { id: two, firstName: 'Ada', lastName: 'Lovelace' },
  ]);
});

test.each(SORTS)('simultaneous pages of GET /products in the order %s are not mixed', async (sort) => {
  const ids = await idsOf(v1, '/products', sort);
  const read = async (query: string) => listOf(await v1.get(`/products?sort=${sort}&${query}`));
  const { nextCursor } = (await read('limit=30&cursor=')).pagination;
  const pages: [query: string, start: number, limit: number][] = [
    ...[0, 1, 99, 100, 101, ids.length / 2, ids.length - 2, ids.length - 1, ids.length, 9007199254740991].map(
      (offset): [string, number, number] => [`limit=20&offset=${offset}`, offset, 20],
    ),
    ['limit=1', 0, 1],
    ['limit=100', 0, 100],
    ['limit=7&page=3', 14, 7],
    ...[1, 5, 100].map((limit): [string, number, number] => [`limit=${limit}&cursor=${String(nextCursor)}`, 30, limit]),
  ];
  const found = await Promise.all(pages.map(([query]) => read(query)));
  expect(found.map(({ data }) => data.map(({ id }) => id))).toEqual(
    pages.map(([, start, limit]) => ids.slice(start, start + limit)),
  );
});

// From 16 rows on they are read in another form.
test.each([1, 15, 16, 17, 100])('%d orders have their users and items, in the order of their lines', async (limit) => {
  const path = `/orders?limit=${limit}&expand=items,user`;
  const orders = listOf(await v1.get(path)).data;
  const alone = await Promise.all(orders.map(({ id }) => v1.get(`/orders/${String(id)}?expand=items,user`)));
  expect(orders).toEqual(alone.map(({ json }) => json));
});

test.each([15, 16, 17])('an order of %d products has them in the order of its lines', async (count) => {
  const products = listOf(await v1.get('/products?limit=100&offset=20'))
    .data.slice(0, count)
    .toReversed();
  const items = products.map(({ id }) => ({ productId: id, quantity: 1 }));
  const placed = (await v1.post('/orders?expand=items', { items })).json as { items: { product: unknown }[] };
  expect(placed.items.map(({ product }) => product)).toEqual(products);
});

test('of an order and the deletion of its user at the same time one is refused', async () => {
  const users = await Promise.all(
    newUsers()
      .slice(0, 10)
      .map((user) => v1.post('/users', user)),
  );
  for (const id of users.map(idOf)) {
    const [placed, deleted] = await Promise.all([
      v1.post('/orders', { userId: id, items: [{ productId: 1, quantity: 1 }] }),
      v1.request('DELETE', `/users/${id}`),
    ]);
    expect([
      [201, 409],
      [400, 204],
    ]).toContainEqual([placed.status, deleted.status]);
  }
});
