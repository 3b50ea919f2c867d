import { type FieldsPlan, propertyNames } from '../plan/FieldsPlan.ts';
import { type RawQuery, decodeQuery } from '../protocol/parseQuery.ts';
import type { FieldSelection, SentProperties } from './FieldSelection.ts';
import { selectProperties } from './selectProperties.ts';

/** A name that a parameter of `@fields` does not have. */
export interface UnknownField {
  parameter: string;
  value: string;
  names: readonly string[];
}

export interface ReadFields {
  /** Absent where no parameter of `@fields` is given. */
  selection: FieldSelection | undefined;
  unknownFields: readonly UnknownField[];
}

/** Compiles the reading of the parameters of `@fields`. */
export function compileFields(plans: readonly FieldsPlan[]): (query: RawQuery) => ReadFields {
  const parameters = plans.map((plan) => {
    const names = propertyNames(plan.properties);
    return { plan, names, known: new Set(names) };
  });
  return (query) => {
    const unknownFields: UnknownField[] = [];
    const leftOut: Record<string, false> = {};
    const sent = new Map<string, SentProperties>();
    for (const { plan, names, known } of parameters) {
      const given = query.get(plan.name);
      if (!given) continue;
      const listed = new Set(readNames(given));
      for (const value of listed) if (!known.has(value)) unknownFields.push({ parameter: plan.name, value, names });
      const selected = selectProperties(
        plan,
        [...listed].filter((name) => known.has(name)),
      );
      for (const path of selected.leftOut) leftOut[path] = false;
      sent.set(plan.name, selected.sent);
    }
    if (sent.size === 0) return { selection: undefined, unknownFields };
    return { selection: { key: Object.keys(leftOut).join(), leftOut, sent }, unknownFields };
  };
}

/** Read as any list: the values of repeated parameters are joined, and only an empty value has no items. */
function readNames(given: readonly string[]): string[] {
  return given.flatMap((raw) => (raw === '' ? [] : raw.split(','))).map((raw) => decodeQuery(raw) ?? raw);
}
