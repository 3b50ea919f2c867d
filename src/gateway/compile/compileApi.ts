// A folder of endpoint documents over a schema, compiled to the plan of an API. Refuses documents that are wrong, and then names
// everything that is.
import type { GraphQLSchema } from 'graphql';
import { readApiProperties } from '../conventions/apiProperties.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { FileCache } from '../document/FileCache.ts';
import { checkConventionNames, checkConventions } from '../document/checkConventions.ts';
import { withDirectives } from '../document/directives.ts';
import { type Version, readVersions } from '../document/readVersions.ts';
import { checkShapeNames, validateShapes } from '../document/validateDocument.ts';
import {
  DiagnosticCollector,
  DocumentError,
  type ReportDiagnostic,
  renderDiagnostic,
  schemaFaultsOf,
  shortPath,
} from '../errors/Diagnostic.ts';
import { type ApiPlan, PLAN_FORMAT, type VersionPlan } from '../plan/ApiPlan.ts';
import type { VersionContext } from './CompileContext.ts';
import { compileEndpoint } from './compileEndpoint.ts';
import { checkLookup } from './endpoint/lookups.ts';
import { type Compilable, type CompilePart, CompiledDocuments } from './version/CompiledDocuments.ts';
import { CoordinateCollector } from './version/CoordinateCollector.ts';
import { TypeCollector } from './version/TypeCollector.ts';

/** Compiles all versions in a folder; throws a DocumentError with every diagnostic. */
export function compileApi(folder: string, schema: GraphQLSchema): ApiPlan {
  return createCompiler(schema)(folder);
}

/**
 * Creates a compiler of the folders of an API over a schema, which is meant for compiling one folder again and again as it
 * changes. The result is that of `compileApi`; so is the DocumentError, after which the compiler can be used again. Plans share
 * what has not changed between them, so none may be modified.
 */
export function createCompiler(schema: GraphQLSchema): (folder: string) => ApiPlan {
  const { schema: vocabulary, shadowed } = withDirectives(schema);
  const files = new FileCache();
  const compiled = new CompiledDocuments();
  return (folder) => compileFolder(folder, { schema, vocabulary, shadowed, files, compiled });
}

/** What a compiler keeps between its calls. */
interface CompilerState {
  schema: GraphQLSchema;
  vocabulary: GraphQLSchema;
  /** The directives of the schema that documents cannot use. */
  shadowed: readonly string[];
  files: FileCache;
  compiled: CompiledDocuments;
}

function compileFolder(folder: string, { schema, vocabulary, shadowed, files, compiled }: CompilerState): ApiPlan {
  const collector = new DiagnosticCollector();
  const warned = new DiagnosticCollector();
  const unsupported = new DiagnosticCollector();
  const coordinates = new CoordinateCollector(schema);
  const collectors: TypeCollector[] = [];
  const folders = readVersions(folder, collector, files);
  const numbers = folders.map(({ number }) => number);
  const api = readApiProperties(folder, collector, numbers);
  const versions = folders.map((read) => {
    const conventions = compiled.shareConventions(read.conventions);
    const version = { ...read, conventions };
    checkConventions(version, schema, collector);
    const types = new TypeCollector(conventions);
    collectors.push(types);
    return compileVersion(version, compiled, {
      schema,
      vocabulary,
      conventions,
      types,
      coordinates,
      report: collector.report,
      warn: warned.report,
      reportUnsupported: unsupported.report,
    });
  });
  compiled.endRound();
  // What could not be read is not known.
  if (collector.diagnostics.length === 0) checkConventionNames(folders, collector);
  warnOfUnknownScalars(collectors, warned.report);
  if (collector.diagnostics.length > 0) throw new DocumentError(collector.diagnostics);
  return {
    format: PLAN_FORMAT,
    ...(api && { api }),
    versions,
    coordinates: coordinates.collected,
    warnings: [
      ...shadowed.map((name) => `The schema's own directive @${name} cannot be used in endpoint documents.`),
      ...[...schemaFaultsOf(schema), ...warned.diagnostics].map((diagnostic) =>
        `${renderDiagnostic(diagnostic)} ${diagnostic.hint}`.trimEnd(),
      ),
    ],
    unsupported: unsupported.diagnostics,
  };
}

function compileVersion(version: Version, compiled: CompiledDocuments, context: VersionContext): VersionPlan {
  const { schema, conventions, types, report } = context;
  const part = <Result>(source: Compilable, compile: CompilePart<Result>): Result =>
    compiled.get(source, version, context, compile);
  checkShapeNames(version, schema, report);
  part({ key: version.number }, (shared, within) => validateShapes(shared, within.vocabulary, within.report));
  // Those that an endpoint runs are checked again, with the same diagnostics.
  for (const lookup of version.lookups.values()) {
    part({ key: lookup }, (...within) => void checkLookup(lookup, [], ...within));
  }
  const documents = [...version.endpoints.values()];
  checkNames(documents, report);
  const endpoints = documents.flatMap((document) => {
    const { operation, endpoint } = document;
    return part({ key: operation, endpoint }, (...within) => compileEndpoint(document, ...within)) ?? [];
  });
  return { number: version.number, conventions, types: types.table, endpoints };
}

/** The name of an operation is the operation id of its endpoint, and what usage reports tell endpoints apart by. */
function checkNames(documents: readonly EndpointDocument[], report: ReportDiagnostic): void {
  const files = new Map<string, string>();
  for (const { operation, file } of documents) {
    const { value: name } = operation.name;
    const other = files.get(name);
    files.set(name, file);
    if (other === undefined) continue;
    const message = `The operation ${name} is also in ${shortPath(other)}.`;
    report(operation.name, message, 'Give each endpoint of a version its own name.');
  }
}

/** Warns once of each custom scalar that an operation uses and no convention names. */
function warnOfUnknownScalars(collectors: readonly TypeCollector[], warn: ReportDiagnostic): void {
  const uses = new Map(collectors.toReversed().flatMap(({ unknownScalars }) => [...unknownScalars]));
  for (const [name, node] of uses) {
    const message = `No convention names the scalar ${name}, so that its JSON is not known; as an input it is a text.`;
    warn(node, message, `Add "scalars": { "${name}": { "type": … } } to conventions.json.`);
  }
}
