import type { Components, Schema } from './Schema.ts';

/**
 * Adds the components of a further version to those that are there. One that is the same keeps its name; one that
 * differs, or that refers to one that does, gets the suffix. Answers how to write a schema that refers to them.
 */
export function separateVersions(components: Components, own: Components, suffix: string): (schema: Schema) => Schema {
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
  const rename = (schema: Schema): Schema => renameIn(schema, differing, suffix);
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
