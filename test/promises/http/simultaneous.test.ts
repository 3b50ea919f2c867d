// Requests that arrive together share statements; each has the response that it would have alone.
import { afterAll, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { expectError, idOf, listOf } from '../support/expectations.ts';
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
