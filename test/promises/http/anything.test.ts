// Whatever is sent, the answer is one that the interface knows.
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { anyRequest, type AnyRequest } from '../support/anyRequest.ts';
import { runsOf } from '../support/runsOf.ts';
import { shapeFault } from '../support/shapeFault.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

/** Requests that are under way together. */
const TOGETHER = 20;
const STATUSES = [200, 201, 204, 304, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415];

/** How often each status was answered. */
const statuses = new Map<number, number>();

async function faultOf({ method, path, headers, body, scope }: AnyRequest): Promise<string | undefined> {
  // Health, GraphQL and the root have shapes of their own: of them it is only asked that nothing makes them fail.
  const outside = /^\/(graphql|health|$|\?)/.test(path);
  const answer = await portico.request(method, path, { scope, body, headers });
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  if (answer.status >= 500) return `${answer.status} ${answer.body}`;
  if (outside) return undefined;
  if (!STATUSES.includes(answer.status)) return `the status ${answer.status}`;
  const fault = shapeFault(method, path, answer);
  return fault === undefined ? undefined : `expected ${fault}, not ${answer.status} ${answer.body}`;
}

test('random requests make no 5xx, and every body has its shape', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { minLength: TOGETHER, maxLength: TOGETHER }), async (batch) => {
      const faults = await Promise.all(batch.map(faultOf));
      expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    }),
    runsOf(50, 9457),
  );
  // It is no proof if they all fail at the same check.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404, 405, 406, 415]));
});
