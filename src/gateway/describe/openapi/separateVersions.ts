import type { Components } from './Schema.ts';

/**
 * Adds the components of a further version to the known ones. An equal one keeps its name; one that differs, or that refers
 * to one that differs, gets the suffix. Returns a function that renames the references in a node of that version.
 */
export function separateVersions(components: Components, own: Components, suffix: string): <Node>(node: Node) => Node {
  const differing = new Set(
    [...own].flatMap(([name, schema]) => {
      const known = components.get(name);
      return known && JSON.stringify(known) !== JSON.stringify(schema) ? [name] : [];
    }),
  );
  for (let before = -1; before < differing.size;) {
    before = differing.size;
    for (const [name, schema] of own) {
      if (components.has(name) && refersTo(schema, differing)) differing.add(name);
    }
  }
  const rename = <Node>(node: Node): Node => (differing.size === 0 ? node : renameIn(node, differing, suffix));
  for (const [name, schema] of own) {
    components.set(differing.has(name) ? name + suffix : name, rename(schema));
  }
  return rename;
}

const REF = /^#\/components\/schemas\/(.*)$/;

function refersTo(schema: unknown, names: ReadonlySet<string>): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.entries(schema).some(([key, value]) =>
    key === '$ref' ? names.has(REF.exec(String(value))?.[1] ?? '') : refersTo(value, names),
  );
}

function renameIn<Value>(value: Value, names: ReadonlySet<string>, suffix: string): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => renameIn(each, names, suffix)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const name = key === '$ref' ? REF.exec(String(each))?.[1] : undefined;
      return [key, name !== undefined && names.has(name) ? `${String(each)}${suffix}` : renameIn(each, names, suffix)];
    }),
  ) as Value;
}
