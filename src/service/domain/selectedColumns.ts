import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { ColumnSet, ColumnSets } from '../database/ColumnSets.ts';

/** The columns that each field of a type reads. */
export type FieldColumns<Type, Row> = Readonly<
  Record<Exclude<keyof Type, '__typename'>, readonly (keyof Row & string)[]>
>;

/** What a selection is read from. */
type Selecting = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** Finds the columns that the selection of a resolver's field reads. */
export interface ColumnReader<Column extends string> {
  /** Of a field that is the object. */
  ofObject(info: Selecting): ColumnSet<Column>;
  /** Of a field that is a connection. */
  ofConnection(info: Selecting): ColumnSet<Column>;
}

/** What is read besides what a selection names. */
export interface OtherColumns<Column extends string> {
  /** In any case. */
  always: readonly Column[];
  /** With the rows of a connection whose `totalCount` is selected. */
  total?: Column;
}

/** The columns of fields that were executed before, by the fragments of their document. */
type KnownColumns<Column extends string> = WeakMap<Selecting['fragments'], WeakMap<FieldNode, ColumnSet<Column>>>;

/** The fields that lead from a connection to its objects. */
const TO_OBJECTS = new Set(['nodes', 'edges', 'node']);

/** Creates what finds the columns for selections of a type; those with `@skip` or `@include` count. */
export function createColumnReader<Column extends string>(
  sets: ColumnSets<Column>,
  columnsOf: Readonly<Record<string, readonly Column[]>>,
  { always, total }: OtherColumns<Column>,
): ColumnReader<Column> {
  function read({ fieldNodes, fragments }: Selecting, isObject: boolean): ColumnSet<Column> {
    const columns = new Set(always);
    const ofConnection = new Set<string>();
    const visit = (selections: SelectionSetNode | undefined, ofObject: boolean) => {
      for (const node of selections?.selections ?? []) {
        if (node.kind === Kind.FRAGMENT_SPREAD) visit(fragments[node.name.value]?.selectionSet, ofObject);
        else if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet, ofObject);
        else visitField(node, ofObject);
      }
    };
    const visitField = ({ name: { value: name }, selectionSet }: FieldNode, ofObject: boolean) => {
      if (ofObject) for (const column of columnsOf[name] ?? []) columns.add(column);
      else ofConnection.add(name);
      if (!ofObject && TO_OBJECTS.has(name)) visit(selectionSet, name !== 'edges');
    };
    for (const { selectionSet } of fieldNodes) visit(selectionSet, isObject);
    const readsRows = ofConnection.has('nodes') || ofConnection.has('edges') || ofConnection.has('pageInfo');
    if (total !== undefined && readsRows && ofConnection.has('totalCount')) columns.add(total);
    return sets.of(columns);
  }

  // A document that is executed again has the same nodes; two variants of it that differ in a fragment have the same fields.
  const ofObjects: KnownColumns<Column> = new WeakMap();
  const ofConnections: KnownColumns<Column> = new WeakMap();
  function cached(info: Selecting, known: KnownColumns<Column>, isObject: boolean): ColumnSet<Column> {
    const [first, ...others] = info.fieldNodes;
    if (others.length > 0) return read(info, isObject);
    let ofDocument = known.get(info.fragments);
    if (!ofDocument) known.set(info.fragments, (ofDocument = new WeakMap()));
    let found = ofDocument.get(first!);
    if (!found) ofDocument.set(first!, (found = read(info, isObject)));
    return found;
  }
  return {
    ofObject: (info) => cached(info, ofObjects, true),
    ofConnection: (info) => cached(info, ofConnections, false),
  };
}
