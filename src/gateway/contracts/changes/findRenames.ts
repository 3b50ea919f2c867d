/** Names that replaced others. */
export interface Rename {
  from: readonly string[];
  to: readonly string[];
}

/**
 * Finds which of the added names probably replaced which of the removed ones: one is part of the other, as `name` is of
 * `firstName`. The documents do not say it.
 */
export function findRenames(removed: readonly string[], added: readonly string[]): Rename[] {
  const renames = new Map<string, { from: string[]; to: string[] }>();
  for (const name of removed) {
    const to = added.filter((other) => isPart(name, other) || isPart(other, name));
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
