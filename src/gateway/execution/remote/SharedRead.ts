// Reads for which several callers wait.
import type { ExecutionResult } from 'graphql';
import { type AbortSignalLike, RequestSignal } from '../../protocol/signals.ts';
import type { postGraphql } from './postGraphql.ts';
import { unavailableError } from './upstreamErrors.ts';

/** Posts a read, alone or with others. */
export type Post = typeof postGraphql;

/** Who reads, until when, and the headers that the upstream receives. */
export interface ReadRequest {
  /** Whose turn it is: callers take turns. */
  caller: string;
  signal: AbortSignalLike;
  headers: Readonly<Record<string, string>>;
}

/**
 * Shares reads while they are in flight. One that waits for a slot is not joined: its turn is that of its own caller, who may have many
 * that wait. `run` starts a read as soon as there is a slot.
 */
export function createReadSharing(run: (request: ReadRequest, start: (post: Post) => Promise<void>) => Promise<void>) {
  const inFlight = new Map<string, SharedRead>();
  return {
    /**
     * Joins the read with this key that is in flight, or sends one as soon as there is a slot. The signal of the request is that of the
     * caller, who must not change the result; `send` is aborted only when all callers are.
     */
    read(
      key: string,
      request: ReadRequest,
      send: (signal: AbortSignalLike, post: Post) => Promise<ExecutionResult>,
    ): Promise<ExecutionResult> {
      const joined = inFlight.get(key)?.join(request.signal);
      if (joined) return joined;
      return new Promise((resolve, reject) => {
        const start = async (post: Post) => {
          const other = inFlight.get(key);
          if (other) return resolve(other.join(request.signal));
          const remove = () => void (inFlight.get(key) === read && inFlight.delete(key));
          const read: SharedRead = new SharedRead(remove);
          inFlight.set(key, read);
          resolve(read.join(request.signal));
          await read.send((signal) => send(signal, post));
          remove();
        };
        run(request, start).catch(reject);
      });
    },
    /** Called when a write is completed: no later read joins one that may have been sent before. */
    endSharing: () => inFlight.clear(),
  };
}

/** One read of the upstream for several callers. It is aborted only when the signals of all of them are. */
export class SharedRead<Result = ExecutionResult> {
  readonly #signal = new RequestSignal();
  readonly #onAbandoned: () => void;
  readonly #result: Promise<Result>;
  #settle!: (result: Promise<Result>) => void;
  #waiting = 0;

  /** `onAbandoned` is called when the last caller leaves before there is a result: then no other can join. */
  constructor(onAbandoned: () => void) {
    this.#onAbandoned = onAbandoned;
    this.#result = new Promise((resolve) => (this.#settle = resolve));
  }

  /** The result for one more caller, who must not change it. Rejects with UNAVAILABLE as soon as the signal is aborted. */
  join(signal: AbortSignalLike): Promise<Result> {
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(unavailableError(signal.reason));
        if (--this.#waiting > 0) return;
        this.#onAbandoned();
        this.#signal.abort(signal.reason);
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      const end = () => signal.removeEventListener('abort', leave);
      this.#result.then(resolve, reject).finally(end);
    });
  }

  /** Sends the read, whose result its callers wait for. Never rejects. */
  async send(send: (signal: AbortSignalLike) => Promise<Result>): Promise<void> {
    this.#settle(send(this.#signal));
    await this.#result.catch(() => undefined);
  }
}
