import type { Condition } from './collectOccurrences.ts';
import { type Check, INVALID, type Run, reject } from './Check.ts';

/** A property of an object. */
export interface FieldCheck {
  key: string;
  check: Check;
  /** Any of these lists of conditions has to hold for the property to be selected; absent: it always is. */
  selectedWhen?: readonly (readonly Condition[])[];
  /** Whether it may be absent, although it is selected: it is not on every type that the object may have. */
  optional: boolean;
  /** What it must be, for messages. */
  expected: string;
}

/** Checks an object; properties that are not selected are dropped, and without such ones nothing is copied. */
export function compileObjectCheck(fields: readonly FieldCheck[], name: string): Check {
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
      const checked = field.check(found, run);
      if (checked === INVALID) {
        run.path.unshift(key);
        return INVALID;
      }
      selected++;
      if (checked !== found) (changed ??= new Map()).set(key, checked);
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

function isSelected(alternatives: readonly (readonly Condition[])[], { variables }: Run): boolean {
  return alternatives.some((conditions) =>
    conditions.every(({ variable, fallback, wanted }) => (variables[variable] ?? fallback) === wanted),
  );
}
