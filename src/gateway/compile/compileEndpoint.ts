// One endpoint document, compiled to a plan: everything about it that does not depend on a request. All that is wrong with the
// document is reported, each at its place.
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { type AssembledDocument, stripVocabulary } from '../document/assembleDocument.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { printDocument } from '../document/printDocument.ts';
import type { SharedDefinitions } from '../document/Version.ts';
import { checkPages } from '../document/validateDocument.ts';
import { renderDiagnostic, schemaFaultsOf } from '../errors/Diagnostic.ts';
import { prunableVariables } from '../execution/prunableVariables.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { pageParameters } from '../plan/PagePlan.ts';
import { pathOf } from '../plan/Segment.ts';
import type { OperationVariant } from '../plan/PageRequest.ts';
import { widestVariants } from '../plan/pageSelection.ts';
import type { AddedTypeNames } from './addTypeNames.ts';
import { checkAuth } from './checkAuth.ts';
import { checkDocument } from './checkDocument.ts';
import { checkEmptied } from './checkEmptied.ts';
import { checkFailures } from './checkFailures.ts';
import { checkReservedNames } from './checkReservedNames.ts';
import { clientVariables } from './clientVariables.ts';
import { type CompileContext, type VersionContext, trackErrors } from './CompileContext.ts';
import { CoordinateCollector } from './CoordinateCollector.ts';
import { compileCache } from './compileCache.ts';
import { compileFieldScopes } from './compileFieldScopes.ts';
import { compileFieldsPlans } from './compileFieldsPlans.ts';
import { compileIdempotencyKey } from './compileIdempotencyKey.ts';
import { compileIgnored } from './compileIgnored.ts';
import { compileLocation } from './compileLocation.ts';
import { compileMediaTypes } from './compileMediaTypes.ts';
import type { CompiledPage } from './compilePage.ts';
import { compileRateLimit } from './compileRateLimit.ts';
import { compileResponse } from './compileResponse.ts';
import { compileScopes } from './compileScopes.ts';
import { compileSource } from './compileSource.ts';
import { declareExpands } from './declareExpands.ts';
import { declareParameters, wireSegments } from './declareParameters.ts';
import { findNonNullVariables } from './findNonNullVariables.ts';
import { reportUnsupported } from './unsupported.ts';
import { withLookup } from './withLookup.ts';
import { withOptionalProperties } from './withOptionalProperties.ts';

/** Compiles one endpoint of a version; undefined if anything was reported, or is not executed yet. */
export function compileEndpoint(
  written: EndpointDocument,
  version: SharedDefinitions,
  outer: VersionContext,
): EndpointPlan | undefined {
  const context = trackErrors(outer);
  const source = withLookup(written, version, context.report);
  const checked = checkDocument(source, version, context);
  if (!checked || context.hasErrors()) return undefined;
  const { operation, endpoint } = source;
  const { assembled, lookup } = checked;

  const documents = [assembled.document, ...(lookup ? [lookup.document] : [])];
  const nonNull = findNonNullVariables(context.schema, documents);
  const variables = clientVariables(source, lookup?.plan, context.report);
  const segments = wireSegments(source, checked.segments, variables, context);
  const parameters = declareParameters({ source, segments, variables, nonNull }, context);
  const expands = declareExpands(operation, [...assembled.fragments.values()], context);
  const { result, page, headers, typeNames } = compileResponse(checked, parameters, context);
  checkEmptied({ assembled, parameters, lookup: lookup?.plan }, endpoint.method, context);
  checkFailures(source, assembled, context);
  const location = compileLocation(source, parameters, result.body, context);
  const pageNames = page ? pageParameters(page.plan.limits) : [];
  const mediaTypes = compileMediaTypes(source, parameters, result, context);
  const fields = compileFieldsPlans(
    { result, location, headers, status: endpoint.status },
    assembled.document,
    context,
  );
  const reserved = {
    page: pageNames,
    expand: expands.length > 0 ? [context.conventions.expand] : [],
    fields: fields.map(({ name }) => name),
  };
  checkReservedNames(source, parameters, reserved, context.report);
  const ignored = compileIgnored({ source, segments }, parameters, Object.values(reserved).flat(), context);
  if (context.hasErrors()) return undefined;

  const executed = executedDocuments(assembled, page, typeNames);
  const operations = new Map([...executed].map(([variant, each]) => [variant, printDocument(each)]));
  // The variants of offsets and of pages are the same operation.
  const distinct = [...new Set(executed.values())];
  if (page) checkPages(context.schema, distinct, page.node, context.report);
  const isComplete = reportUnsupported(checked, context);
  if (context.hasErrors()) return undefined;

  const widest = page ? widestVariants(page.plan.limits) : [...executed.keys()];
  const restricted = [...widest.map((variant) => executed.get(variant)!), ...(lookup ? [lookup.document] : [])];
  const auth = endpoint.auth ?? context.conventions.auth.default;
  const scopes =
    fields.length > 0
      ? compileFieldScopes(context.schema, restricted, { expands, fields })
      : compileScopes(context.schema, restricted, expands);
  checkAuth({ auth, scopes, expands }, restricted, page?.node ?? operation, context);
  const cache = compileCache(source, auth, restricted, context);
  const key = compileIdempotencyKey(source, auth, parameters, context);
  if (context.hasErrors() || !isComplete || !mediaTypes) return undefined;
  const used = new CoordinateCollector(context.schema);
  for (const each of lookup ? [...distinct, lookup.document] : distinct) used.addDocument(each);
  checkSchemaFaults(operation, used, context);
  if (context.hasErrors()) return undefined;
  context.coordinates.addAll(used);
  const prunable = [...new Set(distinct.flatMap((each) => prunableVariables(context.schema, each)))];

  const { deprecated, sunset } = endpoint;
  const rateLimit = compileRateLimit(operation.name.value, context.conventions);
  return {
    name: operation.name.value,
    ...(source.description !== undefined && { description: source.description }),
    method: endpoint.method,
    path: pathOf(segments),
    segments,
    status: endpoint.status,
    operationType: operation.operation === 'mutation' ? 'mutation' : 'query',
    auth,
    ...key,
    operations: Object.fromEntries(operations),
    ...(prunable.length > 0 && { prunable }),
    ...(lookup && { lookup: lookup.plan }),
    parameters,
    ...mediaTypes,
    ...(ignored && { ignored }),
    expands,
    ...(fields.length > 0 && { fields }),
    ...(page && { page: page.plan }),
    result: fields.length > 0 ? withOptionalProperties(result) : result,
    ...(location && { location }),
    ...(headers && { headers }),
    scopes,
    ...(deprecated !== undefined && { deprecated }),
    ...(sunset !== undefined && { sunset }),
    ...cache,
    ...(rateLimit && { rateLimit }),
    source: compileSource(source, version, assembled),
  };
}

/** Refuses an operation that uses what is not valid in the schema. */
function checkSchemaFaults(
  operation: OperationDefinitionNode,
  coordinates: CoordinateCollector,
  { schema, report }: CompileContext,
): void {
  const faults = schemaFaultsOf(schema);
  if (faults.length === 0) return;
  const used = coordinates.collected;
  for (const fault of faults) {
    const coordinate = fault.coordinates.find((each) => Object.hasOwn(used, each));
    if (coordinate === undefined) continue;
    const message = `${operation.name!.value} uses ${coordinate}, which is not valid in the schema: ${renderDiagnostic(fault)}`;
    report(operation, message, 'Correct the schema.');
  }
}

/** The operation of each variant, as it is executed. */
function executedDocuments(
  { document }: AssembledDocument,
  page: CompiledPage | undefined,
  typeNames: AddedTypeNames,
): ReadonlyMap<OperationVariant, DocumentNode> {
  const documents: ReadonlyMap<OperationVariant, DocumentNode> = page?.documents ?? new Map([['UNPAGED', document]]);
  const stripped = new Map([...new Set(documents.values())].map((each) => [each, stripVocabulary(each, typeNames)]));
  return new Map([...documents].map(([variant, each]) => [variant, stripped.get(each)!]));
}
