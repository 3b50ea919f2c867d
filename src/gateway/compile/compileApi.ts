// A folder of endpoint documents over a schema, compiled to the plan of an API. Refuses documents that are wrong, and then names
// everything that is.
import type { GraphQLSchema } from 'graphql';
import { readApiProperties } from '../plan/conventions/apiProperties.ts';
import { parseInterval } from '../plan/conventions/dateTimes.ts';
import type { EndpointDocument } from './document/Version.ts';
import { checkConventionNames, checkConventions } from './document/checkConventions.ts';
import { withDirectives } from './document/directives.ts';
import { type Version, readVersions } from './document/readVersions.ts';
import { checkShapeNames, validateShapes } from './document/validateDefinitions.ts';
import {
  DiagnosticCollector,
  DocumentError,
  type ReportDiagnostic,
  renderDiagnostic,
  schemaFaultsOf,
  shortPath,
} from '../base/errors/Diagnostic.ts';
import { type ApiPlan, PLAN_FORMAT, type VersionPlan } from '../plan/ApiPlan.ts';
import type { VersionContext } from './CompileContext.ts';
import { compileEndpoint } from './compileEndpoint.ts';
import { checkLookup } from './endpoint/lookups.ts';
import { markTools } from './endpoint/markTools.ts';
import { CoordinateCollector, TypeCollector, type UnknownScalars } from './usedSchemaElements.ts';

/** Compiles all versions in a folder; throws a DocumentError with every diagnostic. */
export function compileApi(folder: string, schema: GraphQLSchema): ApiPlan {
  const { schema: vocabulary, shadowed } = withDirectives(schema);
  const collector = new DiagnosticCollector();
  const warned = new DiagnosticCollector();
  const unsupported = new DiagnosticCollector();
  const coordinates = new CoordinateCollector(schema);
  const unknownScalars: UnknownScalars = new Map();
  const read = readVersions(folder, collector);
  const api = readApiProperties(folder, collector, read);
  const versions = read.map((version) => {
    const { conventions } = version;
    checkConventions(version, schema, collector);
    const types = new TypeCollector(conventions, unknownScalars);
    const compiled = compileVersion(version, {
      schema,
      vocabulary,
      conventions,
      types,
      coordinates,
      report: collector.report,
      warn: warned.report,
      reportUnsupported: unsupported.report,
    });
    return { ...compiled, endpoints: markTools(version, compiled.endpoints, collector) };
  });
  // What could not be read is not known.
  if (collector.diagnostics.length === 0) checkConventionNames(read, collector);
  warnOfUnknownScalars(unknownScalars, warned.report);
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

function compileVersion(version: Version, context: VersionContext): VersionPlan {
  const { schema, vocabulary, conventions, types, report } = context;
  checkShapeNames(version, schema, report);
  validateShapes(version, vocabulary, report);
  // Those that an endpoint runs are checked again, with the same diagnostics.
  for (const lookup of version.lookups.values()) checkLookup(lookup, [], version, context);
  const documents = [...version.endpoints.values()];
  checkNames(documents, context);
  const endpoints = documents.flatMap((document) => compileEndpoint(document, version, context) ?? []);
  const brownouts = (version.brownouts ?? []).flatMap((text) => parseInterval(text) ?? []);
  return {
    number: version.number,
    conventions,
    types: types.table,
    endpoints,
    ...(brownouts.length > 0 && { brownouts: brownouts.sort((one, other) => one.start - other.start) }),
  };
}

/** The characters of a name that clients of the Model Context Protocol accept of a tool. */
const MAX_TOOL_NAME = 64;

/**
 * The name of an operation is the operation id of its endpoint, its name as a tool, and what usage reports tell endpoints apart by. Warns
 * of one that some clients and generators cannot use.
 */
function checkNames(documents: readonly EndpointDocument[], { report, warn }: VersionContext): void {
  const hint = 'Give each endpoint of a version its own name.';
  const files = new Map<string, string>();
  const names = new Map<string, string>();
  for (const { operation, file } of documents) {
    const { value: name } = operation.name;
    const other = names.get(name.toLowerCase());
    const same = files.get(name);
    if (name.length > MAX_TOOL_NAME) {
      const message = `The name of the operation has ${name.length} characters; many clients of tools accept ${MAX_TOOL_NAME}.`;
      warn(operation.name, message, 'Shorten it.');
    }
    if (same !== undefined) {
      report(operation.name, `The operation ${name} is also in ${shortPath(same)}.`, hint);
    } else if (other !== undefined) {
      const place = shortPath(files.get(other)!);
      warn(operation.name, `The operation ${name} differs from ${other} in ${place} in case alone.`, hint);
    }
    names.set(name.toLowerCase(), name);
    files.set(name, file);
  }
}

/** Warns once of each custom scalar that an operation uses and no convention names. */
function warnOfUnknownScalars(uses: UnknownScalars, warn: ReportDiagnostic): void {
  for (const [name, node] of uses) {
    const message = `No convention names the scalar ${name}, so that its JSON is not known; as an input it is a text.`;
    warn(node, message, `Add "scalars": { "${name}": { "type": … } } to conventions.json.`);
  }
}
