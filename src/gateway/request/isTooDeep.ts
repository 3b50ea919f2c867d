/** More levels of JSON than anybody needs; what goes down them, here or in an execution, would run out of stack. */
export const MOST_LEVELS = 100;

export const TOO_DEEP = `is nested more than ${MOST_LEVELS} levels deep`;

/** Whether a JSON value has more levels of arrays and objects than are read. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1));
}
