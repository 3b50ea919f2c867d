import type { SelectionCondition } from './collectOccurrences.ts';
import { type Validator, INVALID, type ValidationRun, reject } from './Validator.ts';

/** A property of an object. */
export interface FieldValidator {
  key: string;
  validate: Validator;
  /** The property is selected if all conditions of one of these lists hold; absent: always. */
  selectedWhen?: readonly (readonly SelectionCondition[])[];
  /** Whether a selected property may be absent, because not all possible types have it. */
  optional: boolean;
  /** Description of a valid value. */
  expected: string;
}

/** Validates an object and drops properties that are not selected; without such properties nothing is copied. */
export function compileObjectValidator(fields: readonly FieldValidator[], name: string): Validator {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return (value, run) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return reject(run, value, name);
    const given = value as Record<string, unknown>;
    let changed: Map<string, unknown> | undefined;
    let selected = 0;
    for (const field of fields) {
      const { key } = field;
      if (field.selectedWhen && !isSelected(field.selectedWhen, run)) continue;
      const found = key in Object.prototype && !Object.hasOwn(given, key) ? undefined : given[key];
      if (found === undefined) {
        if (field.optional) continue;
        return reject(run, found, field.expected, key);
      }
      const validated = field.validate(found, run);
      if (validated === INVALID) {
        run.path.unshift(key);
        return INVALID;
      }
      selected++;
      if (validated !== found) (changed ??= new Map()).set(key, validated);
    }
    let present = 0;
    for (const _ in given) present++;
    if (present === selected && !changed) return given;
    const kept = Object.entries(given).filter(([key]) => {
      const field = byKey.get(key);
      return field && (!field.selectedWhen || isSelected(field.selectedWhen, run));
    });
    return Object.fromEntries(kept.map(([key, found]) => [key, changed?.has(key) ? changed.get(key) : found]));
  };
}

function isSelected(alternatives: readonly (readonly SelectionCondition[])[], { variables }: ValidationRun): boolean {
  return alternatives.some((conditions) =>
    conditions.every(({ variable, defaultValue, wanted }) => (variables[variable] ?? defaultValue) === wanted),
  );
}
