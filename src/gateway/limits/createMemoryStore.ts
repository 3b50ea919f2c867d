import { type QuotaStore, quotaKey } from './RateLimiter.ts';

/** The bound of all counters of a store. */
const MAX_MIB = 32;

/** Heap that a counter takes beside its key, as measured where the map has just grown. */
const COUNTER_BYTES = 200;

/** A key that is not Latin-1 takes two bytes for each character. */
const CHARACTER_BYTES = 2;

/** Part of the bound that stays taken where counters are dropped, so that a map with many gaps is not searched for each new one. */
const KEPT_PART = 7 / 8;

const WARNING_INTERVAL_MS = 60_000;

interface MemoryStoreOptions {
  /** Called, at most once a minute, where counters are dropped before their windows end. */
  warn: (message: string) => void;
  maxMib?: number;
}

interface Counter {
  taken: number;
  /** Of `performance.now`: the clock of the machine may be set back. */
  endsAt: number;
}

/**
 * Creates a store in the memory of this process. At its bound it drops the counters that were not used for the longest time: their callers
 * begin anew.
 */
export function createMemoryStore({ warn, maxMib = MAX_MIB }: MemoryStoreOptions): QuotaStore {
  const maxBytes = maxMib * 1024 * 1024;
  /** In the order of their last use. */
  const counters = new Map<string, Counter>();
  let bytes = 0;
  let warnedAt = -Infinity;

  function remove(key: string): void {
    if (counters.delete(key)) bytes -= sizeOf(key);
  }

  function makeRoom(now: number): void {
    for (const [key, { endsAt }] of counters) {
      if (bytes <= KEPT_PART * maxBytes) return;
      if (endsAt > now && now - warnedAt >= WARNING_INTERVAL_MS) {
        warnedAt = now;
        warn(
          `the rate limits of ${counters.size} callers take ${maxMib} MiB: those that were idle for the longest time begin anew`,
        );
      }
      remove(key);
    }
  }

  return {
    async take(request) {
      const { requests, windowSeconds } = request.policy;
      const key = quotaKey(request);
      const now = Math.trunc(performance.now());
      const last = counters.get(key);
      const { taken, endsAt } = last && last.endsAt > now ? last : { taken: 0, endsAt: now + 1000 * windowSeconds };
      const total = taken + (request.units ?? 1);
      const resetMs = endsAt - now;
      if (total > requests) return { suffices: false, remaining: requests - taken, resetMs };
      remove(key);
      counters.set(key, { taken: total, endsAt });
      bytes += sizeOf(key);
      if (bytes > maxBytes) makeRoom(now);
      return { suffices: true, remaining: requests - total, resetMs };
    },
  };
}

function sizeOf(key: string): number {
  return COUNTER_BYTES + CHARACTER_BYTES * key.length;
}
