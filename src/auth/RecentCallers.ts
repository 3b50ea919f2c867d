import type { Caller } from './Caller.ts';

/** How long a verified token is believed, and how many are. Verifying one takes longer than most reads. */
const MILLISECONDS = 60_000;
const COUNT = 1000;
/** How many characters a header may have that is kept; one that is longer is verified each time. */
const MAX_CHARACTERS = 4096;

/** The callers whose tokens were verified within the last minute, never past their expiry. Only successes are kept. */
export class RecentCallers {
  readonly #entries = new Map<string, { caller: Caller; until: number }>();

  /** `expires` is in milliseconds since the epoch. */
  remember(caller: Caller, expires: number): void {
    if (caller.authorization.length > MAX_CHARACTERS) return;
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= COUNT && oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(caller.authorization, { caller, until: Math.min(expires, Date.now() + MILLISECONDS) });
  }

  recall(authorization: string | undefined): Caller | undefined {
    const entry = authorization === undefined ? undefined : this.#entries.get(authorization);
    if (entry && entry.until > Date.now()) return entry.caller;
    if (entry && authorization !== undefined) this.#entries.delete(authorization);
    return undefined;
  }
}
