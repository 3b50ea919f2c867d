import type { PromptStreams } from './questions/PromptStreams.ts';

/** Where init runs. */
export interface InitContext {
  /** The folder of the project. */
  folder: string;
  /** The package of the program; `tarball` is the file that it was installed from. Absent: a registry has it. */
  program: { name: string; version: string; tarball?: string | undefined };
  /** The terminal for prompts; without it there are none. */
  terminal?: PromptStreams;
}
