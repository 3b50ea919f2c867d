// With a closed database.
import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../cases/endpoints.ts';
import { V1 } from '../../cases/schemes.ts';
import { expectError, someText } from '../../promises/support/expectations.ts';
import { openForSpec } from '../support/openForSpec.ts';

describe('without its database', async () => {
  const { portico, database } = await openForSpec();
  await database.close();

  test.each(ENDPOINTS)('$method $path is 503 with Retry-After', async ({ method, path, body }) => {
    const target = path.replace(/\{\w+\}/, '1');
    const answer = await portico.in(V1).request(method, target, { body: body?.(1, 1) });
    expectError(answer, 503);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(answer.body).not.toMatch(/prisma|pglite|postgres|ECONN/i);
  });

  test('the service is alive, but not ready', async () => {
    expect((await portico.get('/health/live', { scope: null })).status).toBe(200);
    const ready = await portico.get('/health/ready', { scope: null });
    expect({ status: ready.status, body: ready.json }).toEqual({ status: 503, body: { error: someText } });
    expect(ready.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  test('responses that need no database are as usual', async () => {
    expectError(await portico.get('/v1/users', { scope: null }), 401);
    expectError(await portico.get('/v1/users', { scope: '' }), 403);
    expectError(await portico.get('/v1/users/x'), 400, 'id');
    expectError(await portico.get('/v1/nothing'), 404);
  });
});
