import { describe, expect, test } from 'vitest';
import { createMemoryIdempotencyStore } from '../../../../src/gateway/guard/idempotency/createMemoryIdempotencyStore.ts';
import { again, keyedRequest, testStore } from './support/testStore.ts';

describe('the store in memory', () => {
  const store = createMemoryIdempotencyStore();
  testStore(() => [store, store]);

  test('forgets the records that were not used for the longest time', async () => {
    const own = createMemoryIdempotencyStore();
    const first = keyedRequest();
    await own.begin(first);
    for (let n = 0; n < 1000; n++) await own.begin(keyedRequest());
    expect(await own.begin(again(first))).toBeNull();
  });
});
