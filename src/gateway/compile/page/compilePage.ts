import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type OperationDefinitionNode,
  getNamedType,
  isRequiredArgument,
} from 'graphql';
import type { EndpointDocument } from '../../document/EndpointDocument.ts';
import { directiveNode, readDirective } from '../../document/directives.ts';
import {
  type PageArguments,
  type PageLimits,
  type PagePlan,
  type PageVariant,
  pageSelection,
} from '../../plan/PagePlan.ts';
import type { ConnectionShape, Shape } from '../../plan/Shape.ts';
import { INT_32 } from '../../plan/bounds.ts';
import type { CompileContext, PagedField } from '../CompileContext.ts';
import { responseKey } from '../response/collectFields.ts';
import { compilePageFields } from './compilePageFields.ts';
import type { OutsideTotal } from './findTotal.ts';
import { addPage, pageVariables, withoutTotal } from './pageDocuments.ts';
import { type ResolvedPage, checkConnection, resolvePage } from './resolvePage.ts';

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

/** Compiles the pages of an operation: limits, variables, and one document of each variant. */
export function compilePage(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { paged, shape, total }: PagedConnection,
  context: CompileContext,
): CompiledPage {
  const page = resolvePage(paged, context);
  const passed = passedArguments(page);
  const limits = limitsOf(paged, page, context);
  checkConnection(paged, page, { passed, limits }, context);
  warnOfNoWayBack(paged, page, context);

  const variables = pageVariables(operation);
  const sendsCursor = shape.cursors.length > 0;
  const needsCursors = sendsCursor || limits.styles.includes('CURSOR');
  const { fields, selectionsFor } = compilePageFields(document, { paged, page, total }, needsCursors, context);
  const [requiresOffset, requiresPage] = [isRequired(page, 'offset'), isRequired(page, 'page')];
  const target = { node: paged.node, arguments: page.field?.args ?? [] };
  // Variants that select the same, as those by offset and by page do, share a document.
  const shared = new Map<string, DocumentNode>();
  const variants: PageVariant[] = ['DEFAULT', ...limits.styles, ...(page.hasWayBack ? (['BEFORE'] as const) : [])];
  const documents = variants.map((variant): [PageVariant, DocumentNode] => {
    const chosen = pageSelection(variant, limits.styles);
    const isNumbered = variant === 'PAGE' && page.byNumber;
    const passes: Record<keyof PageArguments, boolean> = {
      first: !chosen.before,
      after: chosen.after,
      last: chosen.before,
      before: chosen.before,
      offset: requiresOffset || (chosen.offset && !isNumbered),
      page: requiresPage || isNumbered,
    };
    const counts = chosen.totalCount || (fields.total?.byCursor ?? false);
    const added = selectionsFor({ total: counts, cursors: chosen.pageInfo || sendsCursor });
    const used = (Object.keys(passes) as (keyof PageArguments)[]).flatMap((key): [string, string][] =>
      passes[key] ? [[passed[key] ?? key, variables[key]]] : [],
    );
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
    requiresOffset,
    requiresPage,
  };
  return { plan, documents: new Map(documents), node: paged.node };
}

/** The arguments that any page passes, by the names of the schema. */
function passedArguments(page: ResolvedPage): PageArguments {
  const { names, styles, byNumber, hasWayBack } = page;
  const byCursor = styles.includes('CURSOR');
  const byOffset = styles.includes('OFFSET') || (styles.includes('PAGE') && !byNumber);
  return {
    first: names.first,
    ...(byCursor && { after: names.after }),
    ...(hasWayBack && { last: names.last, before: names.before }),
    ...((byOffset || isRequired(page, 'offset')) && { offset: names.offset }),
    ...(names.page !== undefined &&
      ((byNumber && styles.includes('PAGE')) || isRequired(page, 'page')) && { page: names.page }),
  };
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
