// One endpoint document, compiled: everything about it that does not depend on a request is worked out here, at start.
// What is wrong with the document is collected as mistakes, each with its line and its hint.
import {
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
  print,
} from 'graphql';
import { type Requirements, compileRequirements } from '../access/requirements.ts';
import type { Endpoint } from '../runtime/Endpoint.ts';
import type { Execute, Prepare } from '../execution/Execute.ts';
import { assembleDocument, stripVocabulary } from '../document/assembleDocument.ts';
import { checkEndpoint } from '../document/checkEndpoint.ts';
import {
  checkIneffectiveDirectives,
  checkIneffectiveLookupDirectives,
} from '../document/checkIneffectiveDirectives.ts';
import type { Report } from '../errors/Diagnostic.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { Conventions } from '../conventions/Conventions.ts';
import type { Version } from '../document/readVersions.ts';
import { checkFragments, checkPages, validateDocument } from '../document/validateDocument.ts';
import { type Lookup, compileLookup } from './compileLookup.ts';
import { type ListName, compileListName } from '../request/compileListName.ts';
import { type Page, compilePage } from './compilePage.ts';
import type { Plan } from '../plan/PageRequest.ts';
import { compileInput } from '../request/compileInput.ts';
import { type Expand, declareExpands } from './declareExpands.ts';
import { declareParameters } from './declareParameters.ts';
import { findNeverNull } from './findNeverNull.ts';
import type { Parameter } from '../plan/Parameter.ts';
import { cacheControl } from '../protocol/cacheControl.ts';
import { compileLocation } from './compileLocation.ts';
import { compileResult } from './compileResult.ts';
import { type CompiledShape, compileShape } from './compileShape.ts';
import type { Shape } from '../plan/Shape.ts';
import { parsePathTemplate } from '../plan/PathTemplate.ts';

export interface CompileContext {
  schema: GraphQLSchema;
  /** The same schema with the vocabulary's directives. */
  vocabulary: GraphQLSchema;
  prepare: Prepare;
  /** The path of the page that tells of deprecations, if there is one. */
  changesPage: string | undefined;
}

/** Compiles one endpoint of a version; undefined if there were mistakes. */
export function compileEndpoint(
  source: EndpointDocument,
  version: Version,
  context: CompileContext,
  report: Report,
): Endpoint | undefined {
  const { schema, vocabulary, prepare } = context;
  const before = mistakes.length;
  const { operation, endpoint } = source;
  const { conventions } = version;

  const { document, operation: whole, fragments } = assembleDocument(source, version, report);
  if (mistakes.length === before) mistakes.push(...validateDocument(vocabulary, document, conventions));
  checkEndpoint(source, report);
  checkIneffectiveDirectives(document, report);
  const segments = parsePathTemplate(endpoint.path);
  if ('message' in segments) report(operation, segments.message, 'Write it as "/users/{id}".');
  const lookup = source.lookup && compileOwnLookup(source.lookup, source, version, context, report);
  const root = schema.getRootType(operation.operation);
  if (!root) report(operation, `The schema has no type for a ${operation.operation}.`);
  checkFragments(source, [...fragments.keys()], report);
  if (mistakes.length > before || 'message' in segments || !root) return undefined;

  const parameters = declareParameters(
    source,
    clientVariables(source, lookup, report),
    findNeverNull(schema, [document, ...(lookup ? [lookup.document] : [])]),
    schema,
    segments,
    conventions,
    report,
  );
  const expands = declareExpands(operation, [...fragments.values()], conventions, report);
  const own = new Set(source.fragments.map(({ name }) => name.value));
  const { shape, paginated } = compileShape({ schema, fragments, own, conventions }, root, whole.selectionSet, report);
  const roots = shape.properties.length + (shape.failures?.fields.length ?? 0);
  if (operation.operation === 'mutation' && roots > 1) {
    const message = 'A mutation has one root field, so that it happens whole or not at all.';
    report(operation, message, 'Split it into endpoints.');
  }
  const result = compileResult(source, shape, [...fragments.values()], parameters, conventions, report);
  const location = compileLocation(source, parameters, result.body, conventions, report);

  const [list] = paginated;
  const listName = compileListName(endpoint.path, segments, parameters);
  const page = compileOwnPage(source, document, paginated, result.end, listName, conventions, report);
  const pageNames = page?.parameters ?? [];
  checkReserved(source, parameters, [...pageNames, ...(expands.length > 0 ? [conventions.expand] : [])], report);
  if (mistakes.length > before) return undefined;

  const plans: ReadonlyMap<Plan, DocumentNode> = page?.documents ?? new Map([['PLAIN', document]]);
  const documents = new Map([...plans].map(([plan, each]) => [plan, stripVocabulary(each)]));
  const widest = page?.widest ?? [...documents.keys()];
  if (page && list) checkPages(schema, [...documents.values()], list.node, report);
  if (mistakes.length > before) return undefined;
  return {
    version: version.number,
    document: source,
    conventions,
    shapes: version.shapes,
    schema,
    segments,
    parameters,
    expands,
    input: compileInput(segments, parameters, expands, pageNames, endpoint.method, conventions),
    result,
    requirements: requirementsOf(
      schema,
      [...widest.map((plan) => documents.get(plan)!), ...(lookup ? [stripVocabulary(lookup.document)] : [])],
      expands,
    ),
    lookup: lookup && { ...lookup, execute: prepare(stripVocabulary(lookup.document)) },
    page,
    documents,
    executions: new Map([...documents].map(([plan, each]): [Plan, Execute] => [plan, prepare(each)])),
    location,
    headers: fixedHeaders(source, parameters, context.changesPage),
  };
}

function compileOwnLookup(
  lookup: OperationDefinitionNode,
  source: EndpointDocument,
  version: Version,
  { schema, vocabulary }: CompileContext,
  report: Report,
): Lookup | undefined {
  const before = mistakes.length;
  const { document, fragments } = assembleDocument({ operation: lookup, fragments: source.fragments }, version, report);
  if (mistakes.length === before) mistakes.push(...validateDocument(vocabulary, document, version.conventions));
  checkIneffectiveLookupDirectives(document, report);
  if (mistakes.length > before) return undefined;
  return compileLookup(schema, document, lookup, fragments, source.operation, report);
}

function compileOwnPage(
  { operation, endpoint }: EndpointDocument,
  document: DocumentNode,
  [list, second]: CompiledShape['paginated'],
  end: Shape,
  listName: ListName,
  conventions: Conventions,
  report: Report,
): Page | undefined {
  if (!list) return undefined;
  const isWhole = endpoint.status === 200 && endpoint.unwrap;
  if (!second && endpoint.method === 'GET' && isWhole && end.kind === 'connection') {
    return compilePage(document, operation, list.node, list.parent, end, listName, conventions, report);
  }
  const message = '@paginate stands once, in a GET of status 200, on the field that is the whole answer.';
  report((second ?? list).node, message, 'Leave it out here.');
  return undefined;
}

/** The variables that clients fill: those of both operations, less the exported ones; the same name is one parameter. */
function clientVariables(
  { operation, lookup: before }: EndpointDocument,
  lookup: Lookup | undefined,
  report: Report,
): VariableDefinitionNode[] {
  const exported = new Set(lookup?.exports.map(({ variable }) => variable));
  const own = (operation.variableDefinitions ?? []).filter((node) => !exported.has(node.variable.name.value));
  for (const node of operation.variableDefinitions ?? []) {
    if (own.includes(node) || !node.directives?.length) continue;
    const message = `$${node.variable.name.value} is exported, and so is nothing that a client could send.`;
    report(node, message, 'Leave out its directives.');
  }
  const more = (before?.variableDefinitions ?? []).filter((node) => {
    const same = own.find((each) => each.variable.name.value === node.variable.name.value);
    if (same && print(same.type) !== print(node.type)) {
      const message = `$${node.variable.name.value} is a ${print(node.type)} here and a ${print(same.type)} in the endpoint.`;
      report(node, message, 'Give both the same type.');
    }
    return !same;
  });
  return [...own, ...more];
}

/**
 * What any of the documents needs: an endpoint is allowed as a whole or not at all. Of the variables only those of `expand`
 * are read before scopes are checked.
 */
function requirementsOf(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  expands: readonly Expand[],
): Requirements {
  const known = new Set(expands.flatMap(({ variables }) => variables));
  const all = documents.map((document) => compileRequirements(schema, document, { known }));
  return { always: new Set(all.flatMap(({ always }) => [...always])), parts: all.flatMap(({ parts }) => parts) };
}

/** A parameter must not hide one that the engine itself reads from the query. */
function checkReserved(
  { operation }: EndpointDocument,
  parameters: readonly Parameter[],
  reserved: readonly string[],
  report: Report,
): void {
  const twice = reserved.find((name, index) => reserved.indexOf(name) < index);
  if (twice !== undefined) {
    const message = `The query parameter "${twice}" would mean two things.`;
    report(operation, message, 'Change page.parameters or expand in conventions.json.');
  }
  for (const { name, source } of parameters) {
    if (source !== 'query' || !reserved.includes(name)) continue;
    const message = `"${name}" is a parameter of the engine already.`;
    report(operation, message, 'Rename the variable, or give it a @param(name:).');
  }
}

/** See RFC 9745 for Deprecation, RFC 8594 for Sunset, RFC 9111 for Cache-Control, and RFC 9110, 12.5.5, for Vary. */
function fixedHeaders(
  { endpoint }: EndpointDocument,
  parameters: readonly Parameter[],
  changesPage: string | undefined,
): Record<string, string> {
  const read = parameters.flatMap(({ name, source }) => (source === 'header' ? [name] : []));
  const { deprecated, sunset, maxAge } = endpoint;
  const seconds = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
  return {
    ...(read.length > 0 && { vary: ['Accept', ...read].join(', ') }),
    ...(deprecated !== undefined && { deprecation: `@${seconds(deprecated)}` }),
    ...(deprecated !== undefined &&
      changesPage !== undefined && { link: `<${changesPage}>; rel="deprecation"; type="text/html"` }),
    ...(sunset !== undefined && { sunset: new Date(seconds(sunset) * 1000).toUTCString() }),
    'cache-control': cacheControl(maxAge),
  };
}
