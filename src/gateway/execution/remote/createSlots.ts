import { OVERLOADED } from '../../errors/knownErrors.ts';
import { Lane } from '../../limits/Lane.ts';
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

/** Creates `size` slots, for which `maxWaiting` calls may wait, as in a lane whose callers take turns call by call. */
export function createSlots(size: number, maxWaiting: number): Slots {
  const lane = new Lane({ budget: size, turnOfCaller: 1, queueLength: maxWaiting });
  return {
    async run(request, run) {
      const work = { ...request, cost: 1 };
      let release = lane.tryStart(work);
      try {
        release ??= await lane.wait(work);
      } catch {
        throw OVERLOADED;
      }
      try {
        return await run();
      } finally {
        release();
      }
    },
  };
}
