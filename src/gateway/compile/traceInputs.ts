import { type FieldNode, Kind, type ValueNode } from 'graphql';
import type { TracedInput } from '../plan/ResultPlan.ts';

/** The variables in the arguments of fields, each with its path from the argument on; those of the last field first. */
export function traceInputs(fields: readonly FieldNode[]): TracedInput[] {
  return fields
    .toReversed()
    .flatMap(({ arguments: given = [] }) => given.flatMap(({ name, value }) => traceValue([name.value], value)));
}

function traceValue(path: readonly string[], value: ValueNode): TracedInput[] {
  switch (value.kind) {
    case Kind.VARIABLE:
      return [{ path, variable: value.name.value }];
    case Kind.OBJECT:
      return value.fields.flatMap((field) => traceValue([...path, field.name.value], field.value));
    case Kind.LIST:
      return value.values.flatMap((item, index) => traceValue([...path, String(index)], item));
    default:
      return [];
  }
}
