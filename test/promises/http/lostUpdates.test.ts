// Clients that write the same users at once, with the version that they have read, lose nothing.
import { afterAll, expect, test } from 'vitest';
import { countByVersion } from '../support/countByVersion.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

test('of increments by read, If-Match and retry none is lost', { timeout: 120_000 }, async () => {
  const counted = await countByVersion(portico, { users: 1, clientsPerUser: 10, increments: 5 });
  expect(counted).toMatchObject({ numbers: [50], versions: [51] });
  expect(counted.conflicts).toBeGreaterThanOrEqual(9);
});
