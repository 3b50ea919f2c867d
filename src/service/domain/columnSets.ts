// Which columns of a table a field reads: those of its selection, found once for each document.
import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Sets of one table: each has statements, which every connection prepares. */
const MAX_SETS = 16;

/** Some of the columns of a table. Reads of the same set, which is one object, share statements. */
export interface ColumnSet<Column extends string> {
  columns: readonly Column[];
  /** The same as Prisma's `select`. */
  select: Readonly<Record<Column, true>>;
  /** The same as SQL lists them, whose columns have the same names in snake case. */
  list: string;
}

/** The sets of columns that are read of one table: every selection of clients may be another one, so that their number is bounded. */
export class ColumnSets<Column extends string> {
  readonly all: ColumnSet<Column>;
  readonly #sets: Map<string, ColumnSet<Column>>;

  constructor(columns: readonly Column[]) {
    this.all = createSet(columns);
    this.#sets = new Map([[columns.join(), this.all]]);
  }

  /** The set of the wanted columns, always the same one; all columns where there are too many others. */
  of(wanted: ReadonlySet<Column>): ColumnSet<Column> {
    const columns = this.all.columns.filter((column) => wanted.has(column));
    const key = columns.join();
    let set = this.#sets.get(key);
    if (!set) {
      if (this.#sets.size === MAX_SETS) return this.all;
      this.#sets.set(key, (set = createSet(columns)));
    }
    return set;
  }
}

export function createSet<Column extends string>(columns: readonly Column[]): ColumnSet<Column> {
  const select = Object.fromEntries(columns.map((column) => [column, true])) as Record<Column, true>;
  return { columns, select, list: columns.map((column) => `${toSnakeCase(column)} AS "${column}"`).join(', ') };
}

export function toSnakeCase(column: string): string {
  return column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns that a field of a type reads, for each that is no column itself. */
export type FieldColumns<Type, Row> = Readonly<
  Record<Exclude<keyof Type, keyof Row | '__typename'>, readonly (keyof Row & string)[]>
>;

type Selecting = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** The fields that lead from a connection to its objects. */
const TO_OBJECTS = new Set(['nodes', 'edges', 'node']);

/** Creates what finds the columns for selections of a type, and those that are `always` read; those with `@skip` or `@include` count. */
export function createColumnReader<Column extends string>(
  sets: ColumnSets<Column>,
  columnsOf: Readonly<Record<string, readonly Column[]>>,
  always: readonly Column[],
) {
  function read({ fieldNodes, fragments }: Selecting, isObject: boolean): ColumnSet<Column> {
    const columns = new Set(always);
    const visit = (selections: SelectionSetNode | undefined, ofObject: boolean) => {
      for (const node of selections?.selections ?? []) {
        if (node.kind === Kind.FRAGMENT_SPREAD) visit(fragments[node.name.value]?.selectionSet, ofObject);
        else if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet, ofObject);
        else visitField(node, ofObject);
      }
    };
    const visitField = ({ name: { value: name }, selectionSet }: FieldNode, ofObject: boolean) => {
      if (ofObject) for (const column of columnsOf[name] ?? [name]) columns.add(column as Column);
      else if (TO_OBJECTS.has(name)) visit(selectionSet, name !== 'edges');
    };
    for (const { selectionSet } of fieldNodes) visit(selectionSet, isObject);
    return sets.of(columns);
  }

  // A document that is executed again has the same nodes; two variants of it that differ in a fragment have the same fields.
  const setsByDocument = new WeakMap<Selecting['fragments'], WeakMap<FieldNode, ColumnSet<Column>>>();
  function cached(info: Selecting, isObject: boolean): ColumnSet<Column> {
    const [first, ...others] = info.fieldNodes;
    if (others.length > 0) return read(info, isObject);
    let ofDocument = setsByDocument.get(info.fragments);
    if (!ofDocument) setsByDocument.set(info.fragments, (ofDocument = new WeakMap()));
    let found = ofDocument.get(first!);
    if (!found) ofDocument.set(first!, (found = read(info, isObject)));
    return found;
  }
  return {
    /** Of a field that is the object. */
    ofObject: (info: Selecting) => cached(info, true),
    /** Of a field that is a connection. */
    ofConnection: (info: Selecting) => cached(info, false),
  };
}
