import { settlesWithin } from '../errors/settlesWithin.ts';
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
        const quota = await settlesWithin(TIMEOUT_MS, store.take(request));
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
