import { init, parse } from 'es-module-lexer';

await init;

const RESOLVED = /\b(?:require|resolve)\(\s*(['"`])([^'"`$]+)/g;

/** The specifiers that a compiled module imports, statically, dynamically or by `createRequire`; in the order of the source. */
export function findImports(source: string): string[] {
  const [imports] = parse(source);
  const specifiers = imports.flatMap(({ n }) => (n === undefined ? [] : [n]));
  if (!source.includes('createRequire')) return specifiers;
  return [...specifiers, ...[...source.matchAll(RESOLVED)].map(([, , specifier]) => specifier!)];
}
