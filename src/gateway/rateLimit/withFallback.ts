import type { QuotaStore } from './QuotaStore.ts';

/** The longest time that a request waits for the store. */
const TIMEOUT_MS = 500;

/** Time for which a store that failed is not asked again. */
const PAUSE_MS = 1_000;

export interface FallbackOptions {
  fallback: QuotaStore;
  /** Called when the store fails, and when it works again. */
  onFailure(error: unknown): void;
  onRecovery(): void;
}

/**
 * A store in place of which another one counts for as long as it fails or does not respond: clients are served, within limits.
 * Meanwhile at most one request a second waits for it.
 */
export function withFallback(store: QuotaStore, { fallback, onFailure, onRecovery }: FallbackOptions): QuotaStore {
  let isFailing = false;
  let retryAt = 0;
  return {
    async take(request) {
      if (isFailing) {
        const now = Date.now();
        if (now < retryAt) return fallback.take(request);
        retryAt = now + PAUSE_MS;
      }
      try {
        const quota = await within(TIMEOUT_MS, store.take(request));
        if (isFailing) onRecovery();
        isFailing = false;
        return quota;
      } catch (error) {
        onFailure(error);
        isFailing = true;
        retryAt = Date.now() + PAUSE_MS;
        return fallback.take(request);
      }
    },
  };
}

/** Rejects when work takes longer. Responses that arrived while the event loop was blocked are read first. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error(`There was no response within ${ms} ms.`))), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
