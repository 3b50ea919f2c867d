// One endpoint document, compiled to a plan: everything about it that does not depend on a request. All that is wrong with the
// document is reported, each at its place.
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { EndpointDocument, SharedDefinitions } from './document/Version.ts';
import {
  type AssembledDocument,
  printDefinition,
  printDocument,
  stripVocabulary,
} from './document/assembleDocument.ts';
import { checkPages } from './document/validateDefinitions.ts';
import { renderDiagnostic, schemaFaultsOf, shortPath } from '../base/errors/Diagnostic.ts';
import { prunableVariables } from '../execute/pruneOperation.ts';
import { type EndpointPlan, type SourcePlan, successStatuses } from '../plan/EndpointPlan.ts';
import { endOf } from '../plan/ResultPlan.ts';
import { isBytes } from '../plan/Shape.ts';
import { pathOf } from '../plan/paths.ts';
import { type OperationVariant, pageParameters, widestVariants } from '../plan/PagePlan.ts';
import { isJsonType } from '../http/mediaTypes.ts';
import { compileDeprecations } from './compileDeprecations.ts';
import { type AddedTypeNames, type CompileContext, type VersionContext, trackErrors } from './CompileContext.ts';
import { checkDocument } from './endpoint/checkDocument.ts';
import { checkEmptied, checkFailures } from './endpoint/checkMutations.ts';
import { compileAccess } from './endpoint/compileAccess.ts';
import { compileLocation } from './endpoint/compileLocation.ts';
import { compileMediaTypes } from './endpoint/compileMediaTypes.ts';
import { clientVariables, findDeprecatedVariables, findNonNullVariables } from './endpoint/documentVariables.ts';
import {
  compileCache,
  compileIdempotencyKey,
  compileRateLimit,
  reportUnsupported,
} from './endpoint/endpointOptions.ts';
import { withLookup } from './endpoint/lookups.ts';
import { type CompiledPage, compileStream } from './page/compilePage.ts';
import { declareParameters, wireSegments } from './parameters/declareParameters.ts';
import { checkReservedNames, compileIgnored, declareExpands } from './parameters/reservedNames.ts';
import { compileResponse } from './response/compileResponse.ts';
import { compileFieldsPlans, withOptionalProperties } from './response/sparseFields.ts';
import { CoordinateCollector } from './usedSchemaElements.ts';

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
  const uses = { ...findNonNullVariables(documents, context), deprecated: findDeprecatedVariables(documents, context) };
  const variables = clientVariables(source, lookup?.plan, context.report);
  const segments = wireSegments(source, checked.segments, variables, context);
  const parameters = declareParameters({ source, segments, variables, ...uses }, context);
  const expands = declareExpands(operation, [...assembled.fragments.values()], context);
  const { result, page, headers, statusBy, typeNames } = compileResponse(checked, parameters, context);
  checkEmptied(assembled, { parameters, method: endpoint.method, ...(lookup && { lookup: lookup.plan }) }, context);
  const statuses = successStatuses({ status: endpoint.status, statusBy });
  const answered = { ...source, statuses };
  checkFailures(answered, assembled, context);
  const location = compileLocation(answered, parameters, result.body, context);
  const pageNames = page ? pageParameters(page.plan.limits) : [];
  const mediaTypes = compileMediaTypes(answered, parameters, result, context);
  const stream = compileStream(source, page?.plan, mediaTypes?.produces, context);
  const fields = compileFieldsPlans(
    { result, location, headers, statusBy, status: endpoint.status },
    assembled.document,
    context,
  );
  const reserved = {
    others: [...pageNames, ...(expands.length > 0 ? [context.conventions.expand] : [])],
    fields: fields.map(({ name }) => name),
  };
  checkReservedNames(source, parameters, reserved, context.report);
  const ignored = compileIgnored({ source, segments }, parameters, Object.values(reserved).flat(), context);
  if (context.hasErrors()) return undefined;

  const executed = executedDocuments(assembled, page, typeNames);
  // The variants of offsets and of pages are the same operation.
  const distinct = [...new Set(executed.values())];
  if (page) checkPages(context.schema, distinct, page.node, context.report);
  const isComplete = reportUnsupported(checked, context);
  if (context.hasErrors()) return undefined;

  const widest = page ? widestVariants(page.plan.limits) : [...executed.keys()];
  const restricted = [...widest.map((variant) => executed.get(variant)!), ...(lookup ? [lookup.document] : [])];
  const auth = endpoint.auth ?? context.conventions.auth.default;
  const scopes = compileAccess({ auth, expands, fields }, restricted, page?.node ?? operation, context);
  const cache = compileCache(source, auth, restricted, context);
  const sendsBytes =
    isBytes(endOf(result), context.conventions) && (mediaTypes.produces?.some((type) => !isJsonType(type)) ?? false);
  const takesFiles = (mediaTypes.uploads?.maxFiles ?? 0) > 0;
  const key = compileIdempotencyKey(source, auth, { parameters, sendsBytes, takesFiles }, context);
  if (context.hasErrors() || !isComplete) return undefined;
  const used = new CoordinateCollector(context.schema);
  for (const executable of lookup ? [...distinct, lookup.document] : distinct) used.addDocument(executable);
  checkSchemaFaults(operation, used, context);
  if (context.hasErrors()) return undefined;
  context.coordinates.addAll(used);
  const prunable = [...new Set(distinct.flatMap((executable) => prunableVariables(context.schema, executable)))];

  const { deprecated, sunset } = endpoint;
  const deprecations = compileDeprecations({ parameters, result, expands, fields }, checked, context);
  const rateLimit = compileRateLimit(operation.name.value, context.conventions);
  return {
    name: operation.name.value,
    ...(source.description !== undefined && { description: source.description }),
    method: endpoint.method,
    path: pathOf(segments),
    segments,
    status: endpoint.status,
    ...(statusBy && { statusBy }),
    operationType: operation.operation === 'mutation' ? 'mutation' : 'query',
    auth,
    ...key,
    operations: Object.fromEntries([...executed].map(([variant, executable]) => [variant, printDocument(executable)])),
    ...(prunable.length > 0 && { prunable }),
    ...(lookup && { lookup: lookup.plan }),
    parameters,
    ...mediaTypes,
    ...stream,
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
    ...(deprecations.length > 0 && { deprecations }),
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
    const coordinate = fault.coordinates.find((candidate) => Object.hasOwn(used, candidate));
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
  const stripped = new Map([...new Set(documents.values())].map((whole) => [whole, stripVocabulary(whole, typeNames)]));
  return new Map([...documents].map(([variant, whole]) => [variant, stripped.get(whole)!]));
}

/** The document of an endpoint as text, without descriptions, and the files of the shapes that it spreads. */
function compileSource(
  { file, operation, fragments: fileFragments, endpoint, lookup }: EndpointDocument,
  { shapes }: SharedDefinitions,
  { operation: assembled, fragments }: AssembledDocument,
): SourcePlan {
  const ownNames = new Set(fileFragments.map(({ name }) => name.value));
  const shapeNames = [...fragments.keys()].filter((name) => !ownNames.has(name));
  return {
    file: shortPath(file),
    line: operation.loc?.startToken.line ?? 1,
    text: [assembled, ...fragments.values()].map((definition) => printDefinition(definition)).join('\n\n'),
    shapes: Object.fromEntries(shapeNames.map((name) => [name, shortPath(shapes.get(name)?.loc?.source.name ?? '')])),
    ...(endpoint.lookup !== undefined && { lookup: shortPath(lookup?.loc?.source.name ?? '') }),
  };
}
