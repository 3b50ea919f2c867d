import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type VariableDefinitionNode,
  getNamedType,
  isRequiredArgument,
  parseType,
  visit,
} from 'graphql';
import { placeholdersOf } from '../../plan/conventions/template.ts';
import type { EndpointDocument } from '../document/Version.ts';
import { directiveNode, readDirective } from '../document/directives.ts';
import { removeUnused } from '../../execute/pruneOperation.ts';
import {
  type PageArguments,
  type PageField,
  type PageFields,
  type PageLimits,
  type PagePlan,
  type PageVariables,
  type PageVariant,
  type TotalField,
  pageSelection,
} from '../../plan/PagePlan.ts';
import type { ConnectionShape, Shape } from '../../plan/Shape.ts';
import { INT_32 } from '../../plan/bounds.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { essenceOf } from '../../http/mediaTypes.ts';
import type { CompileContext, PagedField } from '../CompileContext.ts';
import { leavesBody, responseKey } from '../response/collectFields.ts';
import type { OutsideTotal } from './findTotal.ts';
import { ARGUMENTS, type ResolvedPage, checkConnection, resolvePage } from './resolvePage.ts';

export interface CompiledPage {
  plan: PagePlan;
  /** The operation with the page of each variant, with the vocabulary's directives. */
  documents: ReadonlyMap<PageVariant, DocumentNode>;
  /** The field with `@paginate`. */
  node: FieldNode;
}

/** A list that is the whole response. */
interface PagedConnection {
  paged: PagedField;
  shape: ConnectionShape;
  /** The field with `@total`. */
  total: OutsideTotal | undefined;
}

/** The only list with `@paginate` of an operation; undefined, and reported, if it is not the whole response. */
export function pagedConnection(
  { endpoint }: EndpointDocument,
  [paged, second]: readonly PagedField[],
  end: Shape,
  { report }: CompileContext,
): Omit<PagedConnection, 'total'> | undefined {
  if (!paged) return undefined;
  const isWhole = endpoint.method === 'GET' && endpoint.status === 200 && endpoint.unwrap;
  if (!second && isWhole && end.kind === 'connection') return { paged, shape: end };
  const message = '@paginate must be on the field that is the whole response of a GET with status 200.';
  report(directiveNode((second ?? paged).node, 'paginate'), message, 'Remove it here.');
  return undefined;
}

/** Compiles whether types of rows are the whole list, which is read by cursor; refuses a stream of anything else. */
export function compileStream(
  { operation, endpoint }: EndpointDocument,
  page: PagePlan | undefined,
  produces: readonly string[] = [],
  { report }: CompileContext,
): Pick<EndpointPlan, 'stream'> {
  if (!endpoint.stream) return {};
  const refuse = (message: string, hint: string) =>
    report(directiveNode(operation, 'endpoint', 'stream'), message, hint);
  const isRows = (type: string) => ROW_TYPES.has(essenceOf(type).toLowerCase());
  if (!page) refuse('stream: true needs a list of a GET with @paginate.', 'Add @paginate, or remove stream.');
  else if (!page.limits.styles.includes('CURSOR')) {
    refuse('stream: true needs the style CURSOR, by which the pages are read.', 'Offer CURSOR, or remove stream.');
  }
  if (!produces.some(isRows)) {
    refuse('stream: true needs text/csv or application/jsonl.', 'Add one of them to produces, or remove stream.');
  }
  return { stream: true };
}

const ROW_TYPES: ReadonlySet<string> = new Set(['text/csv', 'application/jsonl']);

/** Compiles the pages of an operation: limits, variables, and one document of each variant. */
export function compilePage(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { paged, shape, total }: PagedConnection,
  context: CompileContext,
): CompiledPage {
  const page = resolvePage(paged, context);
  const limits = limitsOf(paged, page, context);
  const variants: PageVariant[] = ['DEFAULT', ...limits.styles, ...(page.hasWayBack ? (['BEFORE'] as const) : [])];
  const keysPassed = new Map(variants.map((variant) => [variant, keysPassedBy(variant, page)]));
  const passedByAny = new Set([...keysPassed.values()].flat());
  const passed: PageArguments = Object.fromEntries(
    ARGUMENTS.flatMap((key) => (passedByAny.has(key) ? [[key, page.names[key]!]] : [])),
  );
  checkConnection(paged, page, { passed, limits }, context);
  warnOfNoWayBack(paged, page, context);

  const variables = pageVariables(operation);
  const sendsCursor = shape.cursors.length > 0;
  const needsCursors = sendsCursor || limits.styles.includes('CURSOR');
  const { fields, selectionsFor } = compilePageFields(document, { paged, page, total }, needsCursors, context);
  const target = { node: paged.node, arguments: page.field?.args ?? [] };
  // Variants that select the same, as those by offset and by page do, share a document.
  const shared = new Map<string, DocumentNode>();
  const documents = variants.map((variant): [PageVariant, DocumentNode] => {
    const chosen = pageSelection(variant, limits.styles);
    const counts = chosen.totalCount || (fields.total?.byCursor ?? false);
    const added = selectionsFor({ total: counts, cursors: chosen.pageInfo || sendsCursor });
    const used = keysPassed.get(variant)!.map((key): [string, string] => [page.names[key] ?? key, variables[key]]);
    const key = JSON.stringify([used, added, counts]);
    const whole = shared.get(key) ?? addPage(counts ? document : withoutTotal(document), target, used, added);
    shared.set(key, whole);
    return [variant, whole];
  });
  const plan: PagePlan = {
    limits,
    variables,
    list: responseKey(paged.node),
    arguments: passed,
    fields,
    requiresOffset: isRequired(page, 'offset'),
    requiresPage: isRequired(page, 'page'),
  };
  return { plan, documents: new Map(documents), node: paged.node };
}

/** The arguments that a variant passes. */
function keysPassedBy(variant: PageVariant, page: ResolvedPage): (keyof PageArguments)[] {
  const { before, after, offset } = pageSelection(variant, page.styles);
  const isNumbered = variant === 'PAGE' && page.byNumber;
  const passes: Record<keyof PageArguments, boolean> = {
    first: !before,
    after,
    last: before,
    before,
    offset: isRequired(page, 'offset') || (offset && !isNumbered),
    page: isRequired(page, 'page') || isNumbered,
  };
  return ARGUMENTS.filter((key) => passes[key]);
}

function isRequired(page: ResolvedPage, key: 'offset' | 'page'): boolean {
  const argument = page.argument(page.names[key]);
  return argument !== undefined && isRequiredArgument(argument);
}

function limitsOf(
  { node }: PagedField,
  { names, styles, byNumber, hasWayBack, argument }: ResolvedPage,
  { conventions: { page } }: CompileContext,
): PageLimits {
  const paginate = readDirective('paginate', node)!;
  const { before, ...parameters } = page.parameters;
  const maxLimit = paginate.max ?? page.max;
  return {
    styles,
    defaultLimit: paginate.default ?? Math.min(page.default, maxLimit),
    maxLimit,
    over: page.over,
    maxOffset: maximumOf(argument(names.offset)),
    firstPage: page.first,
    ...(byNumber && { maxPage: maximumOf(argument(names.page)) }),
    names: { ...parameters, ...(hasWayBack && before !== undefined && { before }) },
  };
}

function maximumOf(argument: GraphQLArgument | undefined): number {
  return argument && getNamedType(argument.type).name === 'Int' ? INT_32.max : Number.MAX_SAFE_INTEGER;
}

/** Lists without a way back are no error: the convention holds for all lists of an API. */
function warnOfNoWayBack(
  { node }: PagedField,
  { styles, names, hasWayBack }: ResolvedPage,
  { conventions, warn }: CompileContext,
): void {
  const { before } = conventions.page.parameters;
  if (before === undefined || hasWayBack || !styles.includes('CURSOR')) return;
  const needed = `"${names.last}", "${names.before}" and "${names.startCursor}"`;
  const message = `"${node.name.value}" has no parameter "${before}", which needs ${needed}.`;
  warn(directiveNode(node, 'paginate'), message, 'Name them in connection:, or add them to the schema.');
}

/** The placeholders of `page.body` that need the number of all items. */
const OF_TOTAL = new Set(['total', 'totalPages']);

/**
 * Compiles the fields that pages read besides the items, under response keys that the document does not use, and the selections
 * that a variant adds for them. `needsCursors` is whether pages are selected by cursor, or the cursor of their end is sent.
 */
function compilePageFields(
  document: DocumentNode,
  { paged, page, total }: { paged: PagedField; page: ResolvedPage; total: OutsideTotal | undefined },
  needsCursors: boolean,
  { conventions, report }: CompileContext,
): { fields: PageFields; selectionsFor: (wanted: { total: boolean; cursors: boolean }) => SelectionNode[] } {
  const { names, hasWayBack } = page;
  const keyOf = responseKeys(document, names.pageInfo, names.totalCount);
  const find = (path: string): PageField | undefined => {
    if (!page.find(path)) return undefined;
    const [first, ...rest] = path.split('.') as [string, ...string[]];
    return { field: path, path: [keyOf(first), ...rest] };
  };
  const [counting, countingHeader] = [conventions.page.body, conventions.page.headers].map((template) =>
    placeholdersOf(template).find(({ name, isOptional }) => OF_TOTAL.has(name) && !isOptional),
  );
  // Pages by cursor count where their body or headers need it, or a client asks for it.
  const byCursor = counting !== undefined || countingHeader !== undefined || (total?.isChosen ?? false);
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

  const cursorNames = [
    ...(needsCursors ? (['hasNextPage', 'endCursor'] as const) : []),
    ...(hasWayBack ? (['hasPreviousPage', 'startCursor'] as const) : []),
  ];
  const cursors: PageFields = Object.fromEntries(
    cursorNames.map((name) => [name, find(names[name])]).filter(([, field]) => field),
  );
  return {
    fields: { ...(totalField && { total: totalField }), ...cursors },
    selectionsFor(wanted) {
      const added: PageField[] = [
        ...(wanted.total && counted && !total ? [counted] : []),
        ...(wanted.cursors ? Object.values(cursors) : []),
      ];
      const paths = added.map(({ field }) => field.split('.'));
      return selectionsOf(paths, keyOf);
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

/** The field with `@paginate`, and the arguments that the schema declares for it. */
export interface PagedTarget {
  node: FieldNode;
  arguments: readonly GraphQLArgument[];
}

/** Names for the variables of a page that the operation does not declare itself. */
export function pageVariables({ variableDefinitions = [] }: OperationDefinitionNode): PageVariables {
  const taken = new Set(variableDefinitions.map((variableDefinition) => variableDefinition.variable.name.value));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  return {
    first: free('pageFirst'),
    after: free('pageAfter'),
    last: free('pageLast'),
    before: free('pageBefore'),
    offset: free('pageOffset'),
    page: free('pageNumber'),
  };
}

/** The document with the arguments of a page, the variables for them, and the fields that a variant selects. */
export function addPage(
  document: DocumentNode,
  { node: paged, arguments: declared }: PagedTarget,
  used: readonly (readonly [argument: string, variable: string])[],
  selected: readonly SelectionNode[],
): DocumentNode {
  const definitions = used.map(([name, variable]): VariableDefinitionNode => ({
    kind: Kind.VARIABLE_DEFINITION,
    variable: variableNode(variable),
    type: parseType(String(declared.find((candidate) => candidate.name === name)?.type ?? 'Int'), { noLocation: true }),
  }));
  const args = used.map(([name, variable]): ArgumentNode => ({
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: variableNode(variable),
  }));
  return visit(document, {
    OperationDefinition: {
      leave: (node) => ({ ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...definitions] }),
    },
    Field: (node) =>
      node === paged || node.loc === paged.loc
        ? {
            ...node,
            arguments: [...(node.arguments ?? []), ...args],
            ...(selected.length > 0 && {
              selectionSet: { ...node.selectionSet!, selections: [...node.selectionSet!.selections, ...selected] },
            }),
          }
        : undefined,
  });
}

function variableNode(name: string) {
  return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
}

/** The document for pages that do not count: without `@total`, and the fragments and variables that only this needs. */
export function withoutTotal(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const remove = (node: SelectionNode) => (leavesBody(node, fragments) ? null : undefined);
  const removed = visit(document, { Field: remove, InlineFragment: remove, FragmentSpread: remove });
  return removed === document ? document : removeUnused(removed);
}
