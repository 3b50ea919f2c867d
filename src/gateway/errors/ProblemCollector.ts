import type { Problem } from './ServiceError.ts';
import { truncate } from './truncate.ts';

/** More than anybody reads at once. */
export const MAX_PROBLEMS = 50;

/** In UTF-16 code units, of the field and of the message of one problem. */
export const MAX_PROBLEM_LENGTH = 200;

/**
 * Of all problems of an error, field and message as JSON in UTF-8. A problem document says each twice, in `detail` and in
 * `errors`: 2 × 24 KiB, 50 × 32 bytes of punctuation and less than 1 KiB around them stay below the 64 KiB of an error.
 */
export const MAX_PROBLEM_BYTES = 24 * 1024;

/**
 * Collects what is wrong with one input, bounded in number, length and size. What reads the input stops where it `isFull`:
 * nobody is told of more.
 */
export class ProblemCollector {
  readonly #problems: Problem[] = [];
  readonly #maxBytes: number;
  #bytes = 0;
  #isFull = false;

  constructor(maxBytes = MAX_PROBLEM_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Those that are kept, in the order in which they were found. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Whether there was one more than is kept. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** `field` is written out, and a message that is a function is called, only if the problem is kept. */
  add(field: { toString(): string }, message: string | (() => string), code?: string): void {
    if (this.#isFull) return;
    if (this.#problems.length === MAX_PROBLEMS) {
      this.#isFull = true;
      return;
    }
    const problem: Problem = {
      field: truncate(field.toString(), MAX_PROBLEM_LENGTH),
      message: truncate(typeof message === 'string' ? message : message(), MAX_PROBLEM_LENGTH),
      ...(code !== undefined && { code: truncate(code, MAX_PROBLEM_LENGTH) }),
    };
    this.#bytes += jsonBytes(problem.field) + jsonBytes(problem.message) + jsonBytes(problem.code ?? '');
    if (this.#bytes > this.#maxBytes) this.#isFull = true;
    else this.#problems.push(problem);
  }
}

/** As many problems as fit into an error. */
export function limitProblems(problems: readonly Problem[], maxBytes = MAX_PROBLEM_BYTES): readonly Problem[] {
  const collector = new ProblemCollector(maxBytes);
  for (const { field, message, code } of problems) {
    if (collector.isFull) break;
    collector.add(field, message, code);
  }
  return collector.problems;
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
