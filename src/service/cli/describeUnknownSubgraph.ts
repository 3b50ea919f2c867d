/** The message for the name of a subgraph that does not exist. */
export function describeUnknownSubgraph(name: string, names: readonly string[]): string {
  return `The subgraph "${name}" does not exist; it must be one of ${names.join(', ')}.`;
}
