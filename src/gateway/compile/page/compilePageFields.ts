import { type DocumentNode, type FieldNode, Kind, type SelectionNode, visit } from 'graphql';
import { placeholdersOf } from '../../conventions/template.ts';
import { directiveNode } from '../../document/directives.ts';
import type { PageField, PageFields, TotalField } from '../../plan/PagePlan.ts';
import type { CompileContext, PagedField } from '../CompileContext.ts';
import { responseKey } from '../response/collectFields.ts';
import type { OutsideTotal } from './findTotal.ts';
import type { ResolvedPage } from './resolvePage.ts';

/** What a variant selects of a connection besides its items. */
interface WantedFields {
  total: boolean;
  cursors: boolean;
}

interface CompiledPageFields {
  fields: PageFields;
  /** The selections that a variant adds to the connection. */
  selectionsFor(wanted: WantedFields): SelectionNode[];
}

/** The placeholders of `page.body` that need the number of all items. */
const OF_TOTAL = new Set(['total', 'totalPages']);

/**
 * Compiles the fields that pages read besides the items, under response keys that the document does not use. `needsCursors`
 * is whether pages are selected by cursor, or the cursor of their end is sent.
 */
export function compilePageFields(
  document: DocumentNode,
  { paged, page, total }: { paged: PagedField; page: ResolvedPage; total: OutsideTotal | undefined },
  needsCursors: boolean,
  { conventions, report }: CompileContext,
): CompiledPageFields {
  const { names, hasWayBack } = page;
  const keyOf = responseKeys(document, names.pageInfo, names.totalCount);
  const find = (path: string): PageField | undefined => {
    if (!page.find(path)) return undefined;
    const [first, ...rest] = path.split('.') as [string, ...string[]];
    return { field: path, path: [keyOf(first), ...rest] };
  };
  const counting = placeholdersOf(conventions.page.body).find(
    ({ name, isOptional }) => OF_TOTAL.has(name) && !isOptional,
  );
  // Pages by cursor count where their body needs it, or a client asks for it.
  const byCursor = counting !== undefined || (total?.isChosen ?? false);
  const counted = find(names.totalCount);
  const ownTotal: TotalField | undefined = counted && {
    ...counted,
    isOutside: false,
    nullable: page.find(names.totalCount)!.nullable,
    byCursor,
  };
  const isCounted = byCursor || page.styles.some((style) => style !== 'CURSOR');
  const totalField = !isCounted ? undefined : total ? { ...total.field, byCursor } : ownTotal;
  if (total && !isCounted) {
    const message = `@total has no effect: pages of "${paged.node.name.value}" are by cursor, which counts no items.`;
    const hint =
      'Offer OFFSET or PAGE, write {total} in page.body, or let a parameter choose it: @include(if: $total).';
    report(directiveNode(total.node, 'total'), message, hint);
  }
  if (counting && !totalField) {
    const message = `"${paged.node.name.value}" has no total, which {${counting.name}} of page.body needs.`;
    const hint = `Write {${counting.name}?} there, use @total, or name totalCount in connection:.`;
    report(directiveNode(paged.node, 'paginate'), message, hint);
  }

  const cursors = {
    ...(needsCursors && present({ hasNextPage: find(names.hasNextPage), endCursor: find(names.endCursor) })),
    ...(hasWayBack && present({ hasPreviousPage: find(names.hasPreviousPage), startCursor: find(names.startCursor) })),
  };
  return {
    fields: { ...(totalField && { total: totalField }), ...cursors },
    selectionsFor(wanted) {
      const added = [
        ...(wanted.total && counted && !total ? [counted] : []),
        ...(wanted.cursors ? Object.values(cursors) : []),
      ];
      return selectionsOf(
        added.map(({ field }) => field.split('.')),
        keyOf,
      );
    },
  };
}

/** The response keys of the fields that are added to the connection, each its own. */
function responseKeys(document: DocumentNode, pageInfo: string, totalCount: string): (name: string) => string {
  const taken = new Set<string>();
  visit(document, { Field: (node) => void taken.add(responseKey(node)) });
  const keys = new Map<string, string>();
  const free = (key: string): string => (taken.has(key) ? free(`${key}_`) : key);
  const usual: Readonly<Record<string, string>> = { [pageInfo.split('.')[0]!]: '_page', [totalCount]: '_total' };
  return (name) => {
    const existing = keys.get(name);
    if (existing !== undefined) return existing;
    const key = free(Object.hasOwn(usual, name) ? usual[name]! : `_${name}`);
    taken.add(key);
    keys.set(name, key);
    return key;
  };
}

/** The fields at these paths, each object once; the first field of each path has an alias. */
function selectionsOf(paths: readonly (readonly string[])[], keyOf?: (name: string) => string): FieldNode[] {
  const below = new Map<string, string[][]>();
  for (const [name, ...rest] of paths)
    below.set(name!, [...(below.get(name!) ?? []), ...(rest.length > 0 ? [rest] : [])]);
  return [...below].map(([name, inner]) => ({
    kind: Kind.FIELD,
    ...(keyOf && { alias: { kind: Kind.NAME, value: keyOf(name) } }),
    name: { kind: Kind.NAME, value: name },
    ...(inner.length > 0 && { selectionSet: { kind: Kind.SELECTION_SET, selections: selectionsOf(inner) } }),
  }));
}

function present<Fields extends Readonly<Record<string, PageField | undefined>>>(
  fields: Fields,
): { [Name in keyof Fields]?: PageField } {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field)) as never;
}
