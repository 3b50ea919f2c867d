/** What one run of a check is given, and what it found first. */
export interface Run {
  variables: Readonly<Record<string, unknown>>;
  /** From the root to the value that is not valid; filled on the way back. */
  path: (string | number)[];
  /** What that value must be. */
  expected: string;
  /** What it is. */
  found: string;
}

/** In place of a value that is not valid. */
export const INVALID = Symbol('invalid');

/** Gives back the value, the same one unless something has to be dropped from it; INVALID, with the reason in the run, where it does not fit. */
export type Check = (value: unknown, run: Run) => unknown;

/** Writes down why a value is not valid. */
export function reject(run: Run, value: unknown, expected: string, ...below: string[]): typeof INVALID {
  run.path.unshift(...below);
  run.expected = expected;
  run.found = kindOf(value);
  return INVALID;
}

/** Never the value itself: it may be long, or secret. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
