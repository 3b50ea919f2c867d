import type { Problem } from './ServiceError.ts';
import { truncate } from './truncate.ts';

export const MAX_PROBLEMS = 50;

/** UTF-16 code units of the field, and of the message, of one problem. */
export const MAX_PROBLEM_LENGTH = 200;

/**
 * All problems of an error, field and message as JSON in UTF-8. A problem document has each twice, in `detail` and in `errors`:
 * 2 × 24 KiB, 50 × 32 bytes of punctuation and less than 1 KiB around them stay below the 64 KiB of an error.
 */
export const MAX_PROBLEM_BYTES = 24 * 1024;

/**
 * Collects the problems of one input, bounded in number, length and size. A reader of the input can stop when it `isFull`:
 * further problems are ignored.
 */
export class ProblemCollector {
  readonly #problems: Problem[] = [];
  readonly #maxBytes: number;
  #bytes = 0;
  #isFull = false;

  constructor(maxBytes = MAX_PROBLEM_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** In the order in which they were added. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Whether a problem was ignored. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** `field` is converted to text, and a message that is a function is called, only if there is room for the problem. */
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

/** The first problems, as many as an error may have. */
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
