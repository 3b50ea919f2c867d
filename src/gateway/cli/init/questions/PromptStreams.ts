import type { Readable, Writable } from 'node:stream';

/** The streams of prompts. */
export interface PromptStreams {
  input: Readable;
  output: Writable;
}
