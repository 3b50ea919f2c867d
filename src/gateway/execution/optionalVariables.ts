import { type DocumentNode, Kind } from 'graphql';

/** The variables of a document that can be absent: they are nullable and have no default. */
export function optionalVariables({ definitions }: DocumentNode): Set<string> {
  const optional = new Set<string>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, type, defaultValue } of definition.variableDefinitions ?? []) {
      if (type.kind !== Kind.NON_NULL_TYPE && !defaultValue) optional.add(variable.name.value);
    }
  }
  return optional;
}
