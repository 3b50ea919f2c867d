// Reads for which several callers wait.
import type { ExecutionResult } from 'graphql';
import { type AbortSignalLike, RequestSignal } from '../../http/signals.ts';
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
        const start = (post: Post): Promise<void> => {
          const other = inFlight.get(key);
          if (other) return Promise.resolve(resolve(other.join(request.signal)));
          const remove = () => void (inFlight.get(key) === read && inFlight.delete(key));
          const read: SharedRead = new SharedRead(remove);
          inFlight.set(key, read);
          read.add(request.signal, resolve, reject);
          return read.send((signal) => send(signal, post));
        };
        run(request, start).catch(reject);
      });
    },
    /** Called when a write is completed: no later read joins one that may have been sent before. */
    endSharing: () => inFlight.clear(),
  };
}

interface WaitingCaller<Result> {
  signal: AbortSignalLike;
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** Called when the signal is aborted. */
  leave(): void;
}

/**
 * One read of the upstream for several callers. It is aborted only when the signals of all of them are. As soon as it has ended it holds
 * nothing: what V8 leaves behind of a Map in which it was would keep that until the next full collection, which cost a fifth of
 * all CPU time of lists.
 */
export class SharedRead<Result = ExecutionResult> {
  readonly #signal = new RequestSignal();
  #callers: WaitingCaller<Result>[] = [];
  #onClosed: (() => void) | undefined;

  /** `onClosed` is called once, when no other caller can join: there is a result, or the last caller has left. */
  constructor(onClosed: () => void) {
    this.#onClosed = onClosed;
  }

  /** The result for one more caller, who must not change it. Rejects with UNAVAILABLE as soon as the signal is aborted. */
  join(signal: AbortSignalLike): Promise<Result> {
    return new Promise((resolve, reject) => this.add(signal, resolve, reject));
  }

  /** As `join`, for a promise that exists. */
  add(signal: AbortSignalLike, resolve: (result: Result) => void, reject: (error: unknown) => void): void {
    const caller = { signal, resolve, reject, leave: () => this.#leave(caller) };
    this.#callers.push(caller);
    if (signal.aborted) caller.leave();
    else signal.addEventListener('abort', caller.leave, { once: true });
  }

  /** Sends the read, whose result its callers wait for. Never rejects. */
  send(send: (signal: AbortSignalLike) => Promise<Result>): Promise<void> {
    return send(this.#signal).then(
      (result) => {
        for (const caller of this.#close()) caller.resolve(result);
      },
      (error: unknown) => {
        for (const caller of this.#close()) caller.reject(error);
      },
    );
  }

  #leave(caller: WaitingCaller<Result>): void {
    const { reason } = caller.signal;
    caller.reject(unavailableError(reason));
    this.#callers = this.#callers.filter((other) => other !== caller);
    if (this.#callers.length > 0) return;
    this.#close();
    this.#signal.abort(reason);
  }

  /** The callers that still wait. */
  #close(): WaitingCaller<Result>[] {
    const callers = this.#callers;
    this.#callers = [];
    for (const { signal, leave } of callers) signal.removeEventListener('abort', leave);
    this.#onClosed?.();
    this.#onClosed = undefined;
    return callers;
  }
}
