/** Merges schemas to one `allOf`. The same schemas are always the same object, so that a schema that contains itself is finite. */
export class SchemaMerger {
  readonly #ids = new Map<unknown, number>();
  readonly #merged = new Map<string, object>();
  readonly #parts = new Map<unknown, readonly unknown[]>();

  merge(one: unknown, other: unknown): unknown {
    const parts = [...new Set([one, other].flatMap((each) => this.#parts.get(each) ?? [each]))];
    if (parts.length === 1) return one;
    const key = parts
      .map((each) => this.#idOf(each))
      .sort((a, b) => a - b)
      .join();
    let merged = this.#merged.get(key);
    if (!merged) {
      merged = { allOf: parts };
      this.#merged.set(key, merged);
      this.#parts.set(merged, parts);
    }
    return merged;
  }

  #idOf(part: unknown): number {
    const id = this.#ids.get(part) ?? this.#ids.size;
    this.#ids.set(part, id);
    return id;
  }
}
