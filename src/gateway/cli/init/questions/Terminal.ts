import type { Readable, Writable } from 'node:stream';

/** Where questions are asked. */
export interface Terminal {
  input: Readable;
  output: Writable;
}
