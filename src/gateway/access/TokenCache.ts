import type { Caller } from './Caller.ts';

/** Verifying a token takes longer than most reads. */
const MAX_AGE_MS = 60_000;
const MAX_ENTRIES = 1000;
/** Characters; a longer header is not cached. */
const MAX_HEADER_LENGTH = 4096;

/** The callers of tokens that were verified within the last minute, never past their expiry. Only valid tokens are cached. */
export class TokenCache {
  readonly #entries = new Map<string, { caller: Caller; expiresAt: number }>();

  /** `expires` is in milliseconds since the epoch. */
  set(caller: Caller, expires: number): void {
    if (caller.authorization.length > MAX_HEADER_LENGTH) return;
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(caller.authorization, { caller, expiresAt: Math.min(expires, Date.now() + MAX_AGE_MS) });
  }

  /** Undefined for a header that is not cached, or no longer valid. */
  getCached(authorization: string | undefined): Caller | undefined {
    const entry = authorization === undefined ? undefined : this.#entries.get(authorization);
    if (!entry) return undefined;
    if (entry.expiresAt > Date.now()) return entry.caller;
    this.#entries.delete(entry.caller.authorization);
    return undefined;
  }
}
