/** Sets of one table: each has statements, which every connection prepares. */
const MAX_SETS = 16;

/** Some of the columns of a table. */
export interface ColumnSet<Column extends string> {
  /** Identifies it among those of its table. */
  key: string;
  columns: readonly Column[];
}

/** The sets of columns that are read of one table: every selection of clients may be another one, so that their number is bounded. */
export class ColumnSets<Column extends string> {
  /** All columns but the others. */
  readonly all: ColumnSet<Column>;
  readonly #known: readonly Column[];
  readonly #sets: Map<string, ColumnSet<Column>>;

  /** `others` are read only where they are wanted. */
  constructor(columns: readonly Column[], others: readonly Column[] = []) {
    this.all = { key: columns.join(), columns };
    this.#known = [...columns, ...others];
    this.#sets = new Map([[this.all.key, this.all]]);
  }

  /** The set of the wanted columns, always the same one; all columns where there are too many others. */
  of(wanted: ReadonlySet<Column>): ColumnSet<Column> {
    const columns = this.#known.filter((column) => wanted.has(column));
    const key = columns.join();
    let set = this.#sets.get(key);
    if (!set) {
      if (this.#sets.size === MAX_SETS) return this.all;
      this.#sets.set(key, (set = { key, columns }));
    }
    return set;
  }
}
