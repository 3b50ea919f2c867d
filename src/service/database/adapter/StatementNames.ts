/** Statements with a name on each connection; each costs the server memory. */
const MAX_PREPARED_STATEMENTS = 500;

/** The best plan for a pattern depends on its text, so PostgreSQL plans such a statement each time. */
const PATTERN_MATCH = ' ILIKE ';

/** The names that statements are prepared by, once on each connection. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #isOff: boolean;

  /** With `isOff`, none is prepared: behind a transaction pooler the next statement may run in another session. */
  constructor(isOff: boolean) {
    this.#isOff = isOff;
  }

  /** The name of a statement; empty where it is not prepared. */
  of(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#isOff || this.#names.size === MAX_PREPARED_STATEMENTS || text.includes(PATTERN_MATCH)) return '';
    const name = `portico_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
