import type { IdempotencyRecord, IdempotencyStore } from '../../src/gateway/index.ts';

/** A store of idempotency keys, in memory. */
export function memoryStore(): IdempotencyStore {
  const records = new Map<string, IdempotencyRecord>();
  const nameOf = ({ subject, route, key }: { subject: string; route: string; key: string }) =>
    JSON.stringify([subject, route, key]);
  return {
    async begin(request) {
      const found = records.get(nameOf(request));
      if (!found) records.set(nameOf(request), { fingerprint: request.fingerprint, response: null });
      return found ?? null;
    },
    async finish(request, response) {
      if (response) records.set(nameOf(request), { fingerprint: request.fingerprint, response });
      else records.delete(nameOf(request));
    },
  };
}
