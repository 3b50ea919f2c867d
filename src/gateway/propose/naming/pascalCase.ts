import { camelCase } from './camelCase.ts';

/** A name of an operation after its verb: `OrderLine`. */
export function pascalCase(words: readonly string[]): string {
  const name = camelCase(words);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
