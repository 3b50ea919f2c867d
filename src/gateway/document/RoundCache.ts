/** A cache that keeps what the last round used: entries that a round neither finds nor adds are dropped at its end. */
export class RoundCache<Key, Entry> {
  #last = new Map<Key, Entry[]>();
  #current = new Map<Key, Entry[]>();

  /** The entry of a key that is still valid. */
  find(key: Key, isValid: (entry: Entry) => boolean): Entry | undefined {
    const used = this.#current.get(key)?.find(isValid);
    if (used !== undefined) return used;
    const found = this.#last.get(key)?.find(isValid);
    if (found !== undefined) this.add(key, found);
    return found;
  }

  add(key: Key, entry: Entry): void {
    const entries = this.#current.get(key);
    if (entries) entries.push(entry);
    else this.#current.set(key, [entry]);
  }

  endRound(): void {
    this.#last = this.#current;
    this.#current = new Map();
  }
}
