import { type Check, INVALID, reject } from './Check.ts';

/** Checks a list and its items; it is copied only where an item is. */
export function compileListCheck(item: Check, expected: string): Check {
  return (value, run) => {
    if (!Array.isArray(value)) return reject(run, value, expected);
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const checked = item(value[index], run);
      if (checked === INVALID) {
        run.path.unshift(index);
        return INVALID;
      }
      if (checked !== value[index]) (copy ??= value.slice())[index] = checked;
    }
    return copy ?? value;
  };
}
