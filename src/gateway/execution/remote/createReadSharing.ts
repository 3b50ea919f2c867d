import type { ExecutionResult } from 'graphql';
import type { AbortSignalLike } from '../../protocol/signals.ts';
import { SharedRead } from './SharedRead.ts';
import type { BatchRequest, Batching, Post } from './createBatching.ts';

/** Reads of one upstream. */
interface ReadSharing {
  /**
   * Joins the read with this key that is in flight, or sends one as soon as there is a slot. The signal of the request is that of the
   * caller, who must not change the result; `send` is aborted only when all callers are.
   */
  read(
    key: string,
    request: BatchRequest,
    send: (signal: AbortSignalLike, post: Post) => Promise<ExecutionResult>,
  ): Promise<ExecutionResult>;
  /** Called when a write is completed: no later read joins one that may have been sent before. */
  endSharing(): void;
}

/**
 * Shares reads only while they are in flight. One that waits for a slot is not joined: its turn is that of its own caller, who may
 * have many that wait.
 */
export function createReadSharing(batching: Batching): ReadSharing {
  const inFlight = new Map<string, SharedRead>();

  function remove(key: string, read: SharedRead): void {
    if (inFlight.get(key) === read) inFlight.delete(key);
  }

  return {
    read(key, request, send) {
      const joined = inFlight.get(key)?.join(request.signal);
      if (joined) return joined;
      return new Promise((resolve, reject) => {
        const start = async (post: Post) => {
          const other = inFlight.get(key);
          if (other) return resolve(other.join(request.signal));
          const read: SharedRead = new SharedRead(() => remove(key, read));
          inFlight.set(key, read);
          resolve(read.join(request.signal));
          await read.send((signal) => send(signal, post));
          remove(key, read);
        };
        batching.run(request, start).catch(reject);
      });
    },
    endSharing: () => inFlight.clear(),
  };
}
