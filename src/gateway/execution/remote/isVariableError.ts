import { type DocumentNode, Kind, getLocation } from 'graphql';

/** What the rules of validation say of variables: of the document, whatever their values are. */
const OF_THE_DOCUMENT =
  /^(?:Validation error|Variable "\$\w+" (?:is never used|is not defined|cannot be non-input|of type "[^"]*" used in|expected value of type "[^"]*" which))/;

/** Where a document defines its variables, as `line:column`. It has to have been parsed from the text that is sent. */
export function findVariablePlaces(document: DocumentNode): ReadonlySet<string> {
  const places = new Set<string>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { loc } of definition.variableDefinitions ?? []) {
      const { line, column } = getLocation(loc!.source, loc!.start);
      places.add(`${line}:${column}`);
    }
  }
  return places;
}

/**
 * Whether an error of an upstream is about the value of a variable, and so about what the client sent; other errors of a
 * request that was not executed are about the document. graphql-js begins such a message with the variable, and places it
 * where that is defined, as most servers do; gqlgen gives its path.
 */
export function isVariableError(error: Readonly<Record<string, unknown>>, places: ReadonlySet<string>): boolean {
  const { path, locations } = error;
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  if (OF_THE_DOCUMENT.test(message)) return false;
  if (/^Variable ["'`]?\$/.test(message) || (Array.isArray(path) && path[0] === 'variable')) return true;
  return Array.isArray(locations) && locations.length > 0 && locations.every((each) => places.has(placeOf(each)));
}

function placeOf(location: unknown): string {
  const { line, column } = (location ?? {}) as { line?: unknown; column?: unknown };
  return typeof line === 'number' && typeof column === 'number' ? `${line}:${column}` : '';
}
