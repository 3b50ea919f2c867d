import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type OperationDefinitionNode,
  getNamedType,
  isRequiredArgument,
} from 'graphql';
import type { PageStyle } from '../conventions/Conventions.ts';
import { directiveNode } from '../document/directiveNode.ts';
import { readDirective } from '../document/directives.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { INT_32 } from '../plan/bounds.ts';
import type { PageLimits, PagePlan } from '../plan/PagePlan.ts';
import type { PageVariant } from '../plan/PageRequest.ts';
import { pageSelection } from '../plan/pageSelection.ts';
import type { ConnectionShape, Shape } from '../plan/Shape.ts';
import { type PagedTarget, addPage, pageVariables } from './addPage.ts';
import { checkConnection } from './checkConnection.ts';
import { fieldDefinition } from './collectFields.ts';
import { selectsEndCursor } from './compileConnection.ts';
import type { CompileContext } from './CompileContext.ts';
import type { PagedField } from './compileShape.ts';

export interface CompiledPage {
  plan: PagePlan;
  /** The operation with the page of each variant, with the vocabulary's directives. */
  documents: ReadonlyMap<PageVariant, DocumentNode>;
  /** The field with `@paginate`. */
  node: FieldNode;
}

/** A connection that is the whole response. */
export interface PagedConnection {
  paged: PagedField;
  shape: ConnectionShape;
}

/** The only connection with `@paginate` of an operation; undefined, and reported, if it is not the whole response. */
export function pagedConnection(
  { endpoint }: EndpointDocument,
  [paged, second]: readonly PagedField[],
  end: Shape,
  { report }: CompileContext,
): PagedConnection | undefined {
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
  { paged, shape }: PagedConnection,
  context: CompileContext,
): CompiledPage {
  const { page, connection: names } = context.conventions;
  const own = readDirective('paginate', paged.node)!;
  const field = fieldDefinition(paged.node, paged.parent);
  const offset = field?.args.find(({ name }) => name === names.offset);
  const maxLimit = own.max ?? page.max;
  const limits: PageLimits = {
    styles: stylesOf(paged, context),
    defaultLimit: own.default ?? Math.min(page.default, maxLimit),
    maxLimit,
    maxOffset: maxOffsetOf(offset),
    names: page.parameters,
  };
  checkConnection(paged, field, limits, context);

  const variables = pageVariables(operation);
  const target: PagedTarget = { node: paged.node, arguments: field?.args ?? [], variables, names };
  const requiresOffset = offset !== undefined && isRequiredArgument(offset);
  const endCursor = selectsEndCursor(shape, names);
  // Variants that select the same, as those by offset and by page do, share a document.
  const shared = new Map<string, DocumentNode>();
  const documents = (['DEFAULT', ...limits.styles] as const).map((variant): [PageVariant, DocumentNode] => {
    const selection = pageSelection(variant, limits.styles);
    const needed = {
      ...selection,
      offset: selection.offset || requiresOffset,
      pageInfo: selection.pageInfo || endCursor,
    };
    const key = JSON.stringify({ ...needed, style: undefined });
    const known = shared.get(key) ?? addPage(document, target, needed);
    shared.set(key, known);
    return [variant, known];
  });
  return { plan: { limits, variables, requiresOffset }, documents: new Map(documents), node: paged.node };
}

/** The styles that are offered; refuses none, and one that is named more than once. */
function stylesOf({ node }: PagedField, { conventions, report }: CompileContext): PageStyle[] {
  const named = readDirective('paginate', node)!.styles ?? conventions.page.styles;
  const styles = [...new Set(named)];
  if (styles.length === 0 || styles.length < named.length) {
    const message = 'styles must name at least one style, and each only once.';
    report(directiveNode(node, 'paginate', 'styles'), message, 'Remove styles to offer all.');
  }
  return styles;
}

function maxOffsetOf(offset: GraphQLArgument | undefined): number {
  return offset && getNamedType(offset.type).name === 'Int' ? INT_32.max : Number.MAX_SAFE_INTEGER;
}
