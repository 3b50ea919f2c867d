import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmbeddedBackend } from '../../../../../src/service/database/embedded/openEmbedded.ts';
import { deleteExpiredKeys } from '../../../../../src/service/database/idempotency/deleteExpiredKeys.ts';
import { openArchive } from '../../../../database/openArchive.ts';

test('deletes expired keys in batches, and no other', async () => {
  const client = new pg.Client(createEmbeddedBackend(await openArchive('none')).connection);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    INSERT INTO idempotency_keys (id, fingerprint, status, headers, created_at)
    SELECT decode(lpad(to_hex(number), 64, '0'), 'hex'), 'x', 204, '{}',
      now() - CASE WHEN number < 2500 THEN interval '24 hours' ELSE interval '23 hours 59 minutes' END
    FROM generate_series(0, 2509) AS number`);
  let statements = 0;
  const query = (text: string, values: unknown[]) => {
    statements++;
    return client.query(text, values);
  };
  await deleteExpiredKeys({ query } as pg.Client);
  const { rows } = await client.query('SELECT count(*)::int FROM idempotency_keys');
  expect(rows).toEqual([{ count: 10 }]);
  expect(statements).toBe(3);
});
