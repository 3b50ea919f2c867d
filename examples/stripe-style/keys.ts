// A store of Idempotency-Keys in memory, as the data of the example is. In production it is `createPostgresIdempotencyStore(pool)`
// or `createRedisIdempotencyStore(client)`.
import type { IdempotencyRecord, IdempotencyRequest, IdempotencyStore } from '../../src/gateway/index.ts';

/** Creates a store that keeps every record until the process ends. */
export function createKeys(): IdempotencyStore {
  const records = new Map<string, IdempotencyRecord & { execution: string }>();
  const keyOf = ({ subject, route, key }: IdempotencyRequest) => JSON.stringify([subject, route, key]);
  return {
    async begin(request) {
      const { execution, fingerprint } = request;
      const found = records.get(keyOf(request));
      if (found) return found;
      records.set(keyOf(request), { execution, fingerprint, response: null });
      return null;
    },
    async finish(request, response) {
      const { execution, fingerprint } = request;
      if (records.get(keyOf(request))?.execution !== execution) return;
      if (response) records.set(keyOf(request), { execution, fingerprint, response });
      else records.delete(keyOf(request));
    },
  };
}
