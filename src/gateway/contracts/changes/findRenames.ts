/** Names that took the place of others. */
export interface Rename {
  from: readonly string[];
  to: readonly string[];
}

/**
 * Finds which of the names that are new took the place of which that are gone: one is part of the other, as `name` is of
 * `firstName`. The documents do not say it, so that what is only likely is told as it is: gone, and new.
 */
export function findRenames(gone: readonly string[], arrived: readonly string[]): Rename[] {
  const renames = new Map<string, { from: string[]; to: string[] }>();
  for (const name of gone) {
    const to = arrived.filter((other) => isPart(name, other) || isPart(other, name));
    if (to.length === 0) continue;
    const key = to.join();
    const rename = renames.get(key) ?? { from: [], to };
    rename.from.push(name);
    renames.set(key, rename);
  }
  return [...renames.values()];
}

function isPart(part: string, whole: string): boolean {
  return whole.toLowerCase().includes(part.toLowerCase());
}
