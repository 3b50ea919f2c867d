/** The state of one validation: its variables, and the first value that is not valid. */
export interface ValidationRun {
  variables: Readonly<Record<string, unknown>>;
  /** From the root to the value; filled while the validation returns. */
  path: (string | number)[];
  /** Description of a valid value. */
  expected: string;
  /** Description of the value. */
  found: string;
}

/** Returned instead of a value that is not valid. */
export const INVALID = Symbol('invalid');

/** Returns the value, or a copy without unselected properties; INVALID, with the reason in the run, if it is not valid. */
export type Validator = (value: unknown, run: ValidationRun) => unknown;

/** Sets why a value is not valid. */
export function reject(run: ValidationRun, value: unknown, expected: string, ...below: string[]): typeof INVALID {
  run.path.unshift(...below);
  run.expected = expected;
  run.found = kindOf(value);
  return INVALID;
}

/** Deliberately not the value itself, which may be long or secret. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
