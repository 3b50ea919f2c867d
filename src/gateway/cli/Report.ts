import type { Annotation } from './github/Annotation.ts';

/** The output of a command that only reads. */
export interface Report {
  /** For people, in lines. */
  text: string;
  /** For tools; its keys are stable. */
  json: unknown;
  /** Whether the exit code is 0, or 1. */
  ok: boolean;
  /** For `--github`. */
  annotations?: readonly Annotation[];
}
