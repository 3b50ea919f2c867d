/** The most variants of one operation. */
const MAX_VARIANTS = 64;

/**
 * The compiled variants of one operation; the least recently used one goes. Deliberately no lru-cache: importing it takes longer than
 * all else that `import 'portico'` needs of caches, and each operation has a cache of its own. Keys are made from the operation, so that
 * they have bounded lengths.
 */
export class VariantCache<Variant> {
  /** The first entry is the least recently used. */
  readonly #variants = new Map<string, Variant>();

  /** The variant of a key, which is compiled where the cache does not have it. */
  get(key: string, compile: () => Variant): Variant {
    const cached = this.#variants.get(key);
    if (cached !== undefined && this.#variants.size < MAX_VARIANTS) return cached;
    const variant = cached ?? compile();
    this.#variants.delete(key);
    if (this.#variants.size >= MAX_VARIANTS) this.#variants.delete(this.#variants.keys().next().value!);
    this.#variants.set(key, variant);
    return variant;
  }
}
