import type { Readable, Writable } from 'node:stream';

/** The streams of prompts. */
export interface Terminal {
  input: Readable;
  output: Writable;
}
