/** The value that response keys lead to; undefined or null where something before it is. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (at === undefined || at === null) return at;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}
