// Refusals of overload that wait before they are sent. A client that sends again as soon as it is refused would otherwise be back in a
// millisecond, and the process would be busy with refusals.
import type { AbortSignalLike } from '../../http/signals.ts';

/** From the arrival of a request to its refusal; less than clients wait, and more than most work that it competes with takes. */
const HOLD_MS = 2_500;

/** Refusals that wait; each keeps 15 KB of its request. Further ones are sent at once. */
const MAX_HELD = 4_000;

/** A request that was refused. */
export interface RefusedRequest {
  /** Milliseconds since the epoch: what it has waited already counts. */
  arrivedAt: number;
  /** Milliseconds since the epoch, until which it has its response. */
  deadline: number;
  /** Aborted when the client disconnects, which ends the wait. */
  signal: AbortSignalLike;
}

/** The refusals of a process that wait. */
export class HeldRefusals {
  readonly #maxHeld: number;
  /** Ends the wait of each. */
  readonly #ends = new Set<() => void>();
  #isDrained = false;

  constructor(maxHeld = MAX_HELD) {
    this.#maxHeld = maxHeld;
  }

  /** Settles when a refusal is to be sent. Never rejects. */
  async hold({ arrivedAt, deadline, signal }: RefusedRequest): Promise<void> {
    const delayMs = Math.min(arrivedAt + HOLD_MS, deadline) - Date.now();
    if (delayMs <= 0 || signal.aborted || this.#isDrained || this.#ends.size >= this.#maxHeld) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timeout);
        signal.removeEventListener('abort', end);
        this.#ends.delete(end);
        resolve();
      };
      const timeout = setTimeout(end, delayMs).unref();
      signal.addEventListener('abort', end, { once: true });
      this.#ends.add(end);
    });
  }

  /** Sends all that wait, and all further ones at once. */
  drain(): void {
    this.#isDrained = true;
    for (const end of this.#ends) end();
  }
}
