import { type DocumentNode, Kind, getLocation } from 'graphql';

/** Messages of validation rules about variables, which do not depend on their values. */
const DOCUMENT_ERROR =
  /^(?:Validation error|Variable "\$\w+" (?:is never used|is not defined|cannot be non-input|of type "[^"]*" used in|expected value of type "[^"]*" which))/;

/** The locations of variable definitions, as `line:column`. The document must be parsed from the text that is sent. */
export function findVariableLocations(document: DocumentNode): ReadonlySet<string> {
  const found = new Set<string>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { loc } of definition.variableDefinitions ?? []) {
      const { line, column } = getLocation(loc!.source, loc!.start);
      found.add(`${line}:${column}`);
    }
  }
  return found;
}

/**
 * Whether an upstream error is about the value of a variable, and so about the client's input; other errors of a request that was
 * not executed are about the document. graphql-js begins such a message with the variable and locates it at its definition, as
 * most servers do; gqlgen returns its path.
 */
export function isVariableError(
  error: Readonly<Record<string, unknown>>,
  variableLocations: ReadonlySet<string>,
): boolean {
  const { path, locations } = error;
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  if (DOCUMENT_ERROR.test(message)) return false;
  if (/^Variable ["'`]?\$/.test(message) || (Array.isArray(path) && path[0] === 'variable')) return true;
  return (
    Array.isArray(locations) && locations.length > 0 && locations.every((each) => variableLocations.has(keyOf(each)))
  );
}

function keyOf(location: unknown): string {
  const { line, column } = (location ?? {}) as { line?: unknown; column?: unknown };
  return typeof line === 'number' && typeof column === 'number' ? `${line}:${column}` : '';
}
