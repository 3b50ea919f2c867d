/** The keywords whose values are data: a `$ref` in them is no reference. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Every reference in a node of an OpenAPI document. */
export function referencesOf(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  if (Array.isArray(node)) {
    for (const each of node as unknown[]) referencesOf(each, found);
    return found;
  }
  const object = node as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (key === '$ref' && typeof value === 'string') found.add(value);
    else if (key === 'properties') for (const each of Object.values(value as object)) referencesOf(each, found);
    else if (typeof value === 'object' && !DATA.has(key)) referencesOf(value, found);
  }
  return found;
}
