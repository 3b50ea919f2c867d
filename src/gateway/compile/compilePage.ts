// A paginated list: one operation for each style, and what becomes of its result. A style that shows no count selects
// none.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type OperationDefinitionNode,
  getNamedType,
  isRequiredArgument,
} from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import type { Report } from '../errors/Diagnostic.ts';
import { readDirective } from '../document/directives.ts';
import type { Variables } from '../request/compileInput.ts';
import { invalidInputError } from '../errors/invalidInputError.ts';
import { definitionOf } from './collectFields.ts';
import { compileItems, compileSelected } from '../runtime/compileBody.ts';
import type { Shape } from '../plan/Shape.ts';
import { KEYS, addPage, pageVariables } from './addPage.ts';
import { checkConnection } from './checkConnection.ts';
import type { ListName } from '../request/compileListName.ts';
import { decodeCursor, encodeCursor } from '../protocol/cursor.ts';
import type { Links } from '../runtime/renderLinks.ts';
import { type PageCounts, navigate } from '../runtime/navigate.ts';
import { type PageParts, partsOf, widestPlans } from '../plan/partsOf.ts';
import type { PagePlan, PageRequest } from '../plan/PageRequest.ts';
import { type PageLimits, pageParameters } from '../request/readPage.ts';

/** A list, compiled. The variables say which list it is: a cursor of one is none of another. */
export interface Page {
  limits: PageLimits;
  /** The query parameters that choose and fill a page. */
  parameters: readonly string[];
  /** The operation of each way to ask, to be compiled. */
  documents: ReadonlyMap<PagePlan, DocumentNode>;
  /** Those of them that select together what any does. */
  widest: readonly PagePlan[];
  /** Sets the variables of the page; throws BAD_USER_INPUT for a cursor that is not of this list. */
  setVariables(request: PageRequest, variables: Variables): void;
  /** Builds the answer from the connection. */
  toBody(
    request: PageRequest,
    variables: Variables,
    connection: Record<string, never>,
  ): { body: unknown; links: Links };
}

const INT_32_MAX = 2 ** 31 - 1;

/** Compiles the page of an endpoint whose operation has `@paginate` on `node`, a field of `parent`. */
export function compilePage(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  node: FieldNode,
  parent: GraphQLCompositeType,
  shape: Shape & { kind: 'connection' },
  listName: ListName,
  conventions: Conventions,
  report: Report,
): Page {
  const own = readDirective('paginate', node)!;
  const { page, connection: fields } = conventions;
  const { envelope } = page;
  const styles = own.styles ?? page.styles;
  const field = definitionOf(node, parent);
  const argument = (name: string) => field?.args.find((each) => each.name === name);
  const limits: PageLimits = {
    styles,
    defaultLimit: own.default ?? Math.min(page.default, own.max ?? page.max),
    maxLimit: own.max ?? page.max,
    maxOffset: typeName(argument(fields.offset)) === 'Int' ? INT_32_MAX : Number.MAX_SAFE_INTEGER,
    names: page.parameters,
  };
  checkConnection(node, field, styles, limits, fields, report);

  const names = pageVariables(operation);
  const offset = argument(fields.offset);
  const needsOffset = offset !== undefined && isRequiredArgument(offset);
  const toSelected = compileSelected(shape, conventions);
  const plans = ['BARE', ...styles] as const;
  const partsOfPlan = new Map<PagePlan, PageParts>(plans.map((plan) => [plan, partsOf(plan, styles)]));
  const add = (plan: PagePlan) => {
    const parts = partsOfPlan.get(plan)!;
    const needed = { offset: parts.offset || needsOffset, pageInfo: parts.pageInfo || toSelected.hasEnd };
    return addPage(document, node, { ...parts, ...needed }, names, fields, argument);
  };
  const isBound = page.cursor === 'bound';
  const sealFor = (variables: Variables) => (cursor: string) =>
    isBound ? encodeCursor(cursor, listName(variables)) : cursor;
  const toItems = compileItems(shape, conventions);
  return {
    limits,
    parameters: pageParameters(limits),
    documents: new Map(plans.map((plan) => [plan, add(plan)])),
    widest: widestPlans(styles),
    setVariables(request, variables) {
      variables[names.first] = request.limit;
      if (needsOffset) variables[names.offset] = 0;
      if (request.style === 'OFFSET') variables[names.offset] = request.offset;
      if (request.style === 'PAGE') variables[names.offset] = (request.page - 1) * request.limit;
      if (request.style !== 'CURSOR' || request.cursor === '') return;
      const after = isBound ? decodeCursor(request.cursor, listName(variables)) : request.cursor;
      if (after === undefined) {
        throw invalidInputError([{ field: page.parameters.cursor, message: 'is not a cursor of this list' }]);
      }
      variables[names.after] = after;
    },
    toBody(request, variables, connection) {
      const seal = sealFor(variables);
      const counts: PageCounts = { totalCount: connection[KEYS.totalCount], pageInfo: connection[KEYS.pageInfo] };
      const { info, links } = navigate(request, partsOfPlan.get(request.style)!, counts, page.parameters, seal);
      const body = envelope
        ? { [envelope.items]: toItems(connection), [envelope.info]: info }
        : toSelected.toBody(connection, counts.pageInfo?.hasNextPage === false ? () => null : seal);
      return { body, links };
    },
  };
}

function typeName(argument: GraphQLArgument | undefined): string | undefined {
  return argument && getNamedType(argument.type).name;
}
