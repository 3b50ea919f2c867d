/** Levels of a JSON value. Beyond that, recursion over it, here or in an execution, could exhaust the stack. */
export const MAX_DEPTH = 100;

export const TOO_DEEP = `must not be nested more than ${MAX_DEPTH} levels deep`;

/** Whether a JSON value has more levels of arrays and objects than allowed. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1));
}
