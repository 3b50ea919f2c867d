import { type Validator, INVALID, reject } from './Validator.ts';

/** Validates a list and its items; it is copied only if an item is. */
export function compileListValidator(item: Validator, expected: string): Validator {
  return (value, run) => {
    if (!Array.isArray(value)) return reject(run, value, expected);
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const validated = item(value[index], run);
      if (validated === INVALID) {
        run.path.unshift(index);
        return INVALID;
      }
      if (validated !== value[index]) (copy ??= value.slice())[index] = validated;
    }
    return copy ?? value;
  };
}
