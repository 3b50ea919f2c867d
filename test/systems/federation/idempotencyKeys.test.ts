// Idempotency-Key at a façade, which executes a request at most once: its store is not the database of the subgraphs.
import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { clientOf } from '../../promises/support/startForSpec.ts';

const v1 = clientOf(inject('facade'), async () => {}).in(V1);
const post = (path: string, body: unknown, key: string) => v1.post(path, body, { headers: { 'idempotency-key': key } });

test('an error of the router is stored as any response, because the façade does not know what was rolled back', async () => {
  const email = `key-${randomUUID()}@example.com`;
  await v1.post('/users', { name: 'Ada', email });
  const key = randomUUID();
  const first = await post('/users', { name: 'Ada', email }, key);
  expect([first.status, first.headers['idempotency-replayed']]).toEqual([409, undefined]);
  const again = await post('/users', { name: 'Ada', email }, key);
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([409, first.body, 'true']);
});

test('of many requests at once with one key, one executes; the others are 409 without Retry-After', async () => {
  const key = randomUUID();
  const name = `K${randomUUID().replaceAll('-', '')}`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('/users', { name }, key)));
  const executed = answers.filter(({ status, headers }) => status === 201 && !headers['idempotency-replayed']);
  expect(executed).toHaveLength(1);
  for (const { status, headers, body } of answers) {
    if (status === 201) expect(body).toBe(executed[0]!.body);
    else expect([status, headers['retry-after']]).toEqual([409, undefined]);
  }
  const { json } = await v1.get(`/users?search=${name}`);
  expect((json as { data: unknown[] }).data).toHaveLength(1);
});
