import { OVERLOADED } from '../../errors/knownErrors.ts';
import type { AbortSignalLike } from '../../protocol/signals.ts';

/** Who takes a slot, and until when. */
export interface SlotRequest {
  /** Whose turn it is: callers take turns. */
  caller: string;
  signal: AbortSignalLike;
}

/** Bounds what runs at once. */
export interface Slots {
  /**
   * Runs `run` as soon as there is a free slot. Rejects with UNAVAILABLE where too many wait, and where the signal is aborted
   * before there is one: then `run` is not called, so that even a mutation certainly has no effect.
   */
  run<Value>(request: SlotRequest, run: () => Promise<Value>): Promise<Value>;
}

/**
 * Creates `size` slots, for which `maxWaiting` calls may wait. Callers take turns, and one may have as many waiting as are free for
 * the others: it fills half, so that a flood of one caller does not keep the others out.
 */
export function createSlots(size: number, maxWaiting: number): Slots {
  let free = size;
  let length = 0;
  /** What waits, in the order of the calls; callers are in the order of their turns. */
  const queues = new Map<string, Set<() => void>>();

  function wait({ caller, signal }: SlotRequest): Promise<void> {
    const queue = queues.get(caller) ?? new Set();
    if (signal.aborted || queue.size + 1 > maxWaiting - length) return Promise.reject(OVERLOADED);
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', abandon);
        queue.delete(start);
        length--;
        if (queue.size === 0) queues.delete(caller);
      };
      const start = () => {
        leave();
        resolve();
      };
      const abandon = () => {
        leave();
        reject(OVERLOADED);
      };
      queues.set(caller, queue.add(start));
      length++;
      signal.addEventListener('abort', abandon, { once: true });
    });
  }

  /** Passes the slot on, or gives it back. */
  function release(): void {
    const [next] = queues;
    if (!next) return void free++;
    const [caller, queue] = next;
    // Its next turn is after those of the others.
    queues.delete(caller);
    queues.set(caller, queue);
    const [start] = queue;
    start!();
  }

  return {
    async run(request, run) {
      if (free > 0) free--;
      else await wait(request);
      try {
        return await run();
      } finally {
        release();
      }
    },
  };
}
