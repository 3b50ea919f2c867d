/** A question to the measured process, and its answer. */
export type Question = 'begin' | 'end' | 'hold';

export interface Cost {
  /** SQL statements since `begin`. */
  statements: number;
  /** Bytes that were allocated since `begin`: on the heap, and in buffers. */
  bytes: number;
  /** Garbage collections since `begin`; where there is one, `bytes` is too small. */
  collections: number;
}

/** The file descriptor on which a process waits that is held. */
export const HOLD_FD = 4;
