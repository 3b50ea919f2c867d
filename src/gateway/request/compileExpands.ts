import type { Conventions } from '../conventions/Conventions.ts';
import type { ExpandPlan } from '../plan/EndpointPlan.ts';
import { type RawQuery, decodeQuery } from '../protocol/parseQuery.ts';
import type { UnknownField } from './compileFields.ts';
import type { FieldSelection } from './FieldSelection.ts';
import type { Variables } from './Variables.ts';

/** What scopes depend on. */
export interface ScopeInputs {
  /** Those of the expands that the request turns on; the other inputs are added to them. */
  variables: Variables;
  /** Values of the expand parameter that are not declared. */
  unknownExpands: readonly string[];
  /** What the request selects by the parameters of `@fields`; absent: everything. */
  selection?: FieldSelection | undefined;
  unknownFields?: readonly UnknownField[];
}

/** Compiles the reading of the expand parameter. */
export function compileExpands(
  expands: readonly ExpandPlan[],
  { expand: name }: Conventions,
): (query: RawQuery) => ScopeInputs {
  const variablesOf = new Map(expands.map((expand) => [expand.name, expand.variables]));
  if (variablesOf.size === 0) return () => ({ variables: {}, unknownExpands: [] });
  return (query) => {
    const variables: Variables = {};
    const values = readValues(query, name);
    for (const variable of values.flatMap((value) => variablesOf.get(value) ?? [])) variables[variable] = true;
    return { variables, unknownExpands: values.filter((value) => !variablesOf.has(value)) };
  };
}

/** Read as any list: the values of repeated parameters are joined, and only an empty value has no items. */
function readValues(query: RawQuery, name: string): string[] {
  const values = query.get(name)?.flatMap((raw) => (raw === '' ? [] : raw.split(','))) ?? [];
  return values.map((raw) => decodeQuery(raw) ?? raw);
}
