import { OVERLOADED } from '../../errors/overloaded.ts';

/** Bounds what runs at once. */
export interface Slots {
  /**
   * Runs `run` as soon as there is a free slot, in the order of the calls. Rejects with UNAVAILABLE where too many wait, and where
   * the signal is aborted before there is one: then `run` is not called, so that even a mutation certainly has no effect.
   */
  run<Value>(signal: AbortSignal, run: () => Promise<Value>): Promise<Value>;
}

/** Creates `size` slots, for which `maxWaiting` calls may wait. */
export function createSlots(size: number, maxWaiting: number): Slots {
  let free = size;
  /** In the order of the calls. */
  const waiting = new Set<() => void>();

  function wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted || waiting.size >= maxWaiting) return Promise.reject(OVERLOADED);
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', abandon);
        resolve();
      };
      const abandon = () => {
        waiting.delete(start);
        reject(OVERLOADED);
      };
      waiting.add(start);
      signal.addEventListener('abort', abandon, { once: true });
    });
  }

  /** Passes the slot on, or gives it back. */
  function release(): void {
    const [next] = waiting;
    if (!next) return void free++;
    waiting.delete(next);
    next();
  }

  return {
    async run(signal, run) {
      if (free > 0) free--;
      else await wait(signal);
      try {
        return await run();
      } finally {
        release();
      }
    },
  };
}
