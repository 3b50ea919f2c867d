import type { ExecutionResult } from 'graphql';
import { type AbortSignalLike, RequestSignal } from '../../protocol/signals.ts';
import { unavailableError } from './upstreamErrors.ts';

interface Waiting<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
  signal: AbortSignalLike;
  leave(): void;
}

/** One read of the upstream for several callers. It is aborted only when the signals of all of them are. */
export class SharedRead<Result = ExecutionResult> {
  readonly #waiting = new Set<Waiting<Result>>();
  readonly #signal = new RequestSignal();
  readonly #onAbandoned: () => void;

  /** `onAbandoned` is called when the last caller leaves before there is a result: then no other can join. */
  constructor(onAbandoned: () => void) {
    this.#onAbandoned = onAbandoned;
  }

  /** The result for one more caller, who must not change it. Rejects with UNAVAILABLE as soon as the signal is aborted. */
  join(signal: AbortSignalLike): Promise<Result> {
    return new Promise((resolve, reject) => {
      const caller: Waiting<Result> = { resolve, reject, signal, leave: () => this.#leave(caller) };
      this.#waiting.add(caller);
      if (signal.aborted) caller.leave();
      else signal.addEventListener('abort', caller.leave, { once: true });
    });
  }

  /** Sends the read and settles what its callers wait for. Never rejects. */
  async send(send: (signal: AbortSignalLike) => Promise<Result>): Promise<void> {
    try {
      const result = await send(this.#signal);
      this.#settle((caller) => caller.resolve(result));
    } catch (error) {
      this.#settle((caller) => caller.reject(error));
    }
  }

  #settle(settle: (caller: Waiting<Result>) => void): void {
    for (const caller of this.#waiting) {
      caller.signal.removeEventListener('abort', caller.leave);
      settle(caller);
    }
    this.#waiting.clear();
  }

  #leave(caller: Waiting<Result>): void {
    this.#waiting.delete(caller);
    caller.reject(unavailableError(caller.signal.reason));
    if (this.#waiting.size > 0) return;
    this.#onAbandoned();
    this.#signal.abort(caller.signal.reason);
  }
}
