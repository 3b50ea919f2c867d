import type { Conventions } from './Conventions.ts';

/** A name of the schema as it is written on the wire, where the author of a document has not written another. */
export function nameOnWire(name: string, { case: style }: Pick<Conventions, 'case'>): string {
  return style === 'schema' || !/[A-Z]/.test(name) ? name : snakeCase(name);
}

/** `firstName` and `FIRST_NAME` as `first_name`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}
