import type { IdempotencyRecord, IdempotencyStore } from '../../../src/gateway/index.ts';

/** Keeps the responses to requests with an Idempotency-Key as long as the test runs. */
export function createMemoryStore(): IdempotencyStore {
  const records = new Map<string, IdempotencyRecord & { execution: string }>();
  return {
    async begin({ subject, route, key, execution, fingerprint }) {
      const id = JSON.stringify([subject, route, key]);
      const found = records.get(id);
      if (!found) records.set(id, { execution, fingerprint, response: null });
      return found ?? null;
    },
    async finish({ subject, route, key }, response) {
      const id = JSON.stringify([subject, route, key]);
      if (response) records.get(id)!.response = response;
      else records.delete(id);
    },
  };
}
