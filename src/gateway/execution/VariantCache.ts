/** Compiled variants of one operation. */
const MAX_VARIANTS = 64;

/**
 * The compiled variants of one operation: at most 64, the least recently used one goes. When there are 64, another one is
 * compiled at its second use, so that clients with ever new variants do not cost a compilation each. Keys are made from the
 * operation, so that they have bounded lengths.
 */
export class VariantCache<Variant> {
  // Both have their entries in the order in which they were set: the first is the least recently used.
  readonly #variants = new Map<string, Variant>();
  readonly #seen = new Set<string>();

  /** The variant of a key; undefined where it is not worth compiling. */
  get(key: string, compile: () => Variant): Variant | undefined {
    const known = this.#variants.get(key);
    const isFull = this.#variants.size >= MAX_VARIANTS;
    if (known !== undefined) {
      if (isFull) this.#use(key, known);
      return known;
    }
    if (isFull && !this.#wasSeen(key)) return undefined;
    const variant = compile();
    if (isFull) this.#variants.delete(this.#variants.keys().next().value!);
    this.#variants.set(key, variant);
    return variant;
  }

  #use(key: string, variant: Variant): void {
    this.#variants.delete(key);
    this.#variants.set(key, variant);
  }

  /** Whether a key was asked for before, among the last ones that are not compiled. */
  #wasSeen(key: string): boolean {
    if (this.#seen.delete(key)) return true;
    if (this.#seen.size >= MAX_VARIANTS) this.#seen.delete(this.#seen.keys().next().value!);
    this.#seen.add(key);
    return false;
  }
}
