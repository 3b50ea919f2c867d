// One endpoint document, compiled to a plan: everything about it that does not depend on a request. All that is wrong with the
// document is reported, each at its place.
import { type DocumentNode, type GraphQLObjectType, print } from 'graphql';
import { type AssembledDocument, assembleDocument, stripVocabulary } from '../document/assembleDocument.ts';
import { checkEndpoint } from '../document/checkEndpoint.ts';
import { checkIneffectiveDirectives } from '../document/checkIneffectiveDirectives.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { parsePathTemplate } from '../document/parsePathTemplate.ts';
import type { Version } from '../document/readVersions.ts';
import { checkFragments, checkPages, validateDocument } from '../document/validateDocument.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { pageParameters } from '../plan/PagePlan.ts';
import type { OperationVariant } from '../plan/PageRequest.ts';
import { widestVariants } from '../plan/pageSelection.ts';
import { type ResultPlan, endOf } from '../plan/ResultPlan.ts';
import type { Segment } from '../plan/Segment.ts';
import { type CompileContext, type VersionContext, trackErrors } from './CompileContext.ts';
import { checkReservedNames } from './checkReservedNames.ts';
import { clientVariables } from './clientVariables.ts';
import { collectErrorMarkers } from './collectErrorMarkers.ts';
import { onlySelection } from './collectFields.ts';
import { compileLocation } from './compileLocation.ts';
import { type CompiledLookup, compileLookup } from './compileLookup.ts';
import { type CompiledPage, compilePage, pagedConnection } from './compilePage.ts';
import { compileResult } from './compileResult.ts';
import { compileScopes } from './compileScopes.ts';
import { type PagedField, type ShapeContext, compileShape } from './compileShape.ts';
import { compileSource } from './compileSource.ts';
import { declareExpands } from './declareExpands.ts';
import { declareParameters } from './declareParameters.ts';
import { findNonNullVariables } from './findNonNullVariables.ts';

/** A document that is valid GraphQL, with everything that it spreads. */
interface CheckedDocument {
  source: EndpointDocument;
  assembled: AssembledDocument;
  segments: readonly Segment[];
  lookup: CompiledLookup | undefined;
  /** The type of its root fields. */
  root: GraphQLObjectType;
}

/** Compiles one endpoint of a version; undefined if anything was reported. */
export function compileEndpoint(
  source: EndpointDocument,
  version: Version,
  outer: VersionContext,
): EndpointPlan | undefined {
  const context = trackErrors(outer);
  const checked = checkDocument(source, version, context);
  if (!checked || context.hasErrors()) return undefined;
  const { operation, endpoint } = source;
  const { assembled, lookup, segments } = checked;

  const documents = [assembled.document, ...(lookup ? [lookup.document] : [])];
  const nonNull = findNonNullVariables(context.schema, documents);
  const variables = clientVariables(source, lookup?.plan, context.report);
  const parameters = declareParameters({ source, segments, variables, nonNull }, context);
  const expands = declareExpands(operation, [...assembled.fragments.values()], context);
  const { result, page } = compileResponse(checked, context);
  const location = compileLocation(source, parameters, result.body, context);
  const pageNames = page ? pageParameters(page.plan.limits) : [];
  checkReservedNames(
    source,
    parameters,
    [...pageNames, ...(expands.length > 0 ? [context.conventions.expand] : [])],
    context.report,
  );
  if (context.hasErrors()) return undefined;

  const executed = executedDocuments(assembled, page);
  const operations = new Map([...executed].map(([variant, each]) => [variant, print(each)]));
  // The variants of offsets and of pages are the same operation.
  const distinct = [...new Set(executed.values())];
  if (page) checkPages(context.schema, distinct, page.node, context.report);
  if (context.hasErrors()) return undefined;
  for (const each of lookup ? [...distinct, lookup.document] : distinct) context.coordinates.addDocument(each);

  const widest = page ? widestVariants(page.plan.limits.styles) : [...executed.keys()];
  const restricted = [...widest.map((variant) => executed.get(variant)!), ...(lookup ? [lookup.document] : [])];
  const { deprecated, sunset, maxAge } = endpoint;
  return {
    name: operation.name.value,
    ...(source.description !== undefined && { description: source.description }),
    method: endpoint.method,
    path: endpoint.path,
    segments,
    status: endpoint.status,
    operationType: operation.operation === 'mutation' ? 'mutation' : 'query',
    operations: Object.fromEntries(operations),
    ...(lookup && { lookup: lookup.plan }),
    parameters,
    expands,
    ...(page && { page: page.plan }),
    result,
    ...(location && { location }),
    scopes: compileScopes(context.schema, restricted, expands),
    ...(deprecated !== undefined && { deprecated }),
    ...(sunset !== undefined && { sunset }),
    ...(maxAge !== undefined && { maxAge }),
    source: compileSource(source, version, assembled),
  };
}

/** Everything that is checked before anything is compiled, because the rest relies on it. */
function checkDocument(
  source: EndpointDocument,
  version: Version,
  context: CompileContext,
): CheckedDocument | undefined {
  const { operation, endpoint } = source;
  const { schema, vocabulary, conventions, report } = context;
  const assembled = assembleDocument(source, version, report);
  validateDocument(vocabulary, assembled.document, conventions, report);
  checkEndpoint(source, report);
  checkIneffectiveDirectives(assembled.document, report);
  const segments = parsePathTemplate(endpoint.path);
  const lookup = source.lookup && compileLookup(source, source.lookup, version, context);
  const root = schema.getRootType(operation.operation);
  if (!root) report(operation, `The schema has no ${operation.operation} type.`, 'Add it to the schema.');
  checkFragments(source, [...assembled.fragments.keys()], report);
  return 'message' in segments || !root ? undefined : { source, assembled, segments, lookup, root };
}

/** From the selections of the operation to the result, and to the page where it has one. */
function compileResponse(
  { source, assembled, root }: CheckedDocument,
  compileContext: CompileContext,
): { result: ResultPlan; page: CompiledPage | undefined } {
  const { operation } = source;
  const pagedFields: PagedField[] = [];
  const context: ShapeContext = {
    ...compileContext,
    fragments: assembled.fragments,
    ownFragments: new Set(source.fragments.map(({ name }) => name.value)),
    pagedFields,
  };
  const selection = onlySelection(root, assembled.operation.selectionSet);
  const shape = compileShape([selection], context);
  const errorFields = collectErrorMarkers(context, [selection])?.fields ?? [];
  if (operation.operation === 'mutation' && shape.properties.length + errorFields.length > 1) {
    const message = 'A mutation must have exactly one root field, so that it takes effect as a whole or not at all.';
    context.report(operation, message, 'Split it into several endpoints.');
  }
  const result = compileResult({ source, selection, shape }, context);
  const paged = pagedConnection(source, pagedFields, endOf(result), context);
  return { result, page: paged && compilePage(assembled.document, operation, paged, context) };
}

/** The operation of each variant, as it is executed. */
function executedDocuments(
  { document }: AssembledDocument,
  page: CompiledPage | undefined,
): ReadonlyMap<OperationVariant, DocumentNode> {
  const documents: ReadonlyMap<OperationVariant, DocumentNode> = page?.documents ?? new Map([['UNPAGED', document]]);
  const stripped = new Map([...new Set(documents.values())].map((each) => [each, stripVocabulary(each)]));
  return new Map([...documents].map(([variant, each]) => [variant, stripped.get(each)!]));
}
