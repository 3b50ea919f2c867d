// `test/systems/postgres` has the store over a server; this is how a server rolls a statement back.
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { type PostgresPool, createPostgresIdempotencyStore } from '../../../../src/gateway/index.ts';

const request = { subject: 'ada', route: 'POST /a', key: 'k', execution: randomUUID(), fingerprint: 'f' };
const rolledBack = (code: string) => Object.assign(new Error('rolled back'), { code });

/** A pool whose insert fails with these errors first. */
function openPool(...failures: Error[]) {
  const query = vi.fn<PostgresPool['query']>(async (text) => {
    const failure = text.includes('INSERT') ? failures.shift() : undefined;
    if (failure) throw failure;
    return { rows: text.includes('to_regclass') ? [{ exists: true }] : [{ execution: request.execution }] };
  });
  const inserts = () => query.mock.calls.filter(([text]) => text.includes('INSERT')).length;
  return { store: createPostgresIdempotencyStore({ query }), inserts };
}

test('runs a statement again that was rolled back', async () => {
  const { store, inserts } = openPool(rolledBack('40001'), rolledBack('40P01'));
  expect(await store.begin(request as never)).toBeNull();
  expect(inserts()).toBe(3);
});

test('gives up after five times, and at once with another error', async () => {
  const conflicts = openPool(...Array.from({ length: 9 }, () => rolledBack('40001')));
  await expect(conflicts.store.begin(request as never)).rejects.toThrow('rolled back');
  expect(conflicts.inserts()).toBe(5);
  const broken = openPool(rolledBack('08006'));
  await expect(broken.store.begin(request as never)).rejects.toThrow('rolled back');
  expect(broken.inserts()).toBe(1);
});
