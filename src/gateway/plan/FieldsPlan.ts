/** A parameter that chooses which properties of an object, or of each item of a list, are answered. */
export interface FieldsPlan {
  /** Of the query parameter. */
  name: string;
  /** Response keys from the root of the data to the object. */
  path: readonly string[];
  properties: readonly SelectableProperty[];
  /** Response keys from the root of the data to what executes in any case: what `location` and headers are read from. */
  executes?: readonly (readonly string[])[];
}

/** A property that the parameter can list. Names can recur: each of the properties is answered. */
export interface SelectableProperty {
  /** In the object around; behind a dot where that is a property itself. */
  name: string;
  /** Names that list it together with others: those of fragments with `@wrap` in such fragments. */
  groups?: readonly string[];
  /** Response keys from the object around to the value; lists add none. */
  path: readonly string[];
  /** The keys of the JSON from the object around to the value: those of fragments with `@wrap` come first. */
  wire: readonly string[];
  /** A `__typename` or an `id: ID!`, which identify an object: answered with whatever is answered of it. */
  always?: true;
  /** What it is made from as well, as response keys from the object around. */
  needs?: readonly (readonly string[])[];
  /** Those of the object, or of each item. */
  properties?: readonly SelectableProperty[];
}

/** The names of some properties and of those below them, dotted, each once. */
export function propertyNames(properties: readonly SelectableProperty[]): string[] {
  const names = properties.flatMap(({ name, groups = [], properties: below = [] }) => [
    ...groups,
    name,
    ...propertyNames(below).map((each) => `${name}.${each}`),
  ]);
  return [...new Set(names)];
}
