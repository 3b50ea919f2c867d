// Reads a folder of endpoint documents into versions. Each version holds the documents of its folder and, for all other
// routes, those of the version before it. Knows files and syntax; refuses what cannot be read, and checks nothing against
// the schema.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FragmentDefinitionNode, Source } from 'graphql';
import { DEFAULT_CONVENTIONS } from '../../plan/conventions/defaultConventions.ts';
import { inheritConventions, readConventions } from '../../plan/conventions/readConventions.ts';
import { DiagnosticCollector, DocumentError, shortPath } from '../../base/errors/Diagnostic.ts';
import { areAmbiguous, literalLength, routeKey } from '../../plan/paths.ts';
import type { EndpointDocument, Version } from './Version.ts';
import { parsePathTemplate } from './checkEndpointArguments.ts';
import { directiveNode } from './directives.ts';
import { CONVENTIONS, listDocuments, listVersions } from './listVersions.ts';
import { isLookup, isShape, readEndpoint, readLookup, readShape, readSource } from './readDefinitions.ts';
import type { Lookup } from './Version.ts';

export type { Version } from './Version.ts';

/**
 * The versions in a folder, the lowest first, without the endpoints that cannot be read. Throws a DocumentError with all
 * diagnostics where shapes, lookups or conventions cannot be read: every endpoint would be checked against the wrong ones.
 */
export function readVersions(folder: string, diagnostics: DiagnosticCollector): Version[] {
  const numbers = listVersions(folder, diagnostics);
  const reader = new VersionReader(diagnostics);
  const versions: Version[] = [];
  let before = reader.readConventions(folder, EMPTY_VERSION);
  for (const number of numbers) {
    before = reader.readVersion(path.join(folder, `v${number}`), { ...before, number });
    versions.push(withDates(before));
  }
  if (!reader.isComplete) throw new DocumentError(diagnostics.diagnostics);
  return versions;
}

/** A version without documents, by the conventions of a folder. Throws a DocumentError where these cannot be read. */
export function readEmptyVersion(folder: string): Version {
  const diagnostics = new DiagnosticCollector();
  const version = new VersionReader(diagnostics).readConventions(folder, EMPTY_VERSION);
  if (diagnostics.diagnostics.length > 0) throw new DocumentError(diagnostics.diagnostics);
  return version;
}

const EMPTY_VERSION: Version = {
  number: 0,
  endpoints: new Map(),
  shapes: new Map(),
  lookups: new Map(),
  conventions: DEFAULT_CONVENTIONS,
  conventionsFiles: [],
};

class VersionReader {
  /** Whether all shapes, lookups and conventions could be read. */
  isComplete = true;
  readonly #diagnostics: DiagnosticCollector;

  constructor(diagnostics: DiagnosticCollector) {
    this.#diagnostics = diagnostics;
  }

  /** `inherited` is the version before, with the number of this one. */
  readVersion(folder: string, inherited: Version): Version {
    const files = listDocuments(folder, this.#diagnostics);
    const version = this.readConventions(folder, inherited);
    const shapes = this.#readNamed('shape', files.filter(isShape), inherited.shapes, readShape);
    const lookups = this.#readNamed('lookup', files.filter(isLookup), inherited.lookups, readLookup);
    const endpoints = this.#readEndpoints(
      files.filter((file) => !isShape(file) && !isLookup(file)),
      inherited,
    );
    return { ...version, shapes, lookups, endpoints };
  }

  /** The version with the conventions of a folder, if it has any. */
  readConventions(folder: string, inherited: Version): Version {
    const version = { ...inherited, deprecated: undefined, sunset: undefined, brownouts: undefined };
    const file = path.join(folder, CONVENTIONS);
    if (!existsSync(file)) return version;
    const source = readConventions(file, this.#diagnostics);
    if (!source) {
      this.isComplete = false;
      return version;
    }
    const { deprecated, sunset, brownouts, ...input } = source.input;
    if (brownouts && inherited.number === 0) {
      const hint = 'Write them in the conventions.json of its folder.';
      this.#diagnostics.add(source.file.diagnostic(['brownouts'], 'key', 'Brownouts are those of one version.', hint));
    }
    return {
      ...version,
      conventions: inheritConventions(version.conventions, input),
      conventionsFiles: [...version.conventionsFiles, source.file],
      deprecated,
      sunset,
      brownouts,
    };
  }

  /** Definitions of which each has a file of its own, by name, over those of the version before. */
  #readNamed<Definition extends FragmentDefinitionNode | Lookup>(
    kind: 'shape' | 'lookup',
    files: readonly string[],
    inherited: ReadonlyMap<string, Definition>,
    read: (source: Source, diagnostics: DiagnosticCollector) => Definition | undefined,
  ): ReadonlyMap<string, Definition> {
    const ownFiles: Map<string, string> = new Map();
    const all = new Map(inherited);
    for (const file of files) {
      const definition = read(readSource(file), this.#diagnostics);
      const earlier = definition && ownFiles.get(definition.name.value);
      if (!definition || earlier !== undefined) this.isComplete = false;
      if (!definition) continue;
      const { name } = definition;
      if (earlier !== undefined) {
        const message = `The ${kind} "${name.value}" is already defined in ${shortPath(earlier)}.`;
        this.#diagnostics.report(name, message, 'Rename or remove one of them.');
      }
      ownFiles.set(name.value, file);
      all.set(name.value, definition);
    }
    return all;
  }

  #readEndpoints(files: readonly string[], inherited: Version): Version['endpoints'] {
    const ownDocuments = new Map<string, EndpointDocument>();
    const endpoints = new Map(inherited.endpoints);
    for (const file of files) {
      const document = readEndpoint(readSource(file), this.#diagnostics);
      if (!document) continue;
      const key = routeKey(document.endpoint);
      const earlier = ownDocuments.get(key);
      if (earlier) this.#reportDuplicate(document, earlier);
      else if (!document.endpoint.removed) endpoints.set(key, document);
      else if (!endpoints.delete(key)) this.#reportRemoval(document, inherited);
      if (!earlier) ownDocuments.set(key, document);
    }
    this.#checkPaths([...endpoints.values()], new Set(ownDocuments.values()));
    return endpoints;
  }

  #reportDuplicate({ operation, endpoint }: EndpointDocument, earlier: EndpointDocument): void {
    const { method, path: route } = earlier.endpoint;
    const message = `${endpoint.method} ${endpoint.path} is already the route ${method} ${route} of ${shortPath(earlier.file)}.`;
    const hint = 'Remove one of the two, or change its method or path.';
    this.#diagnostics.report(directiveNode(operation, 'endpoint', 'path'), message, hint);
  }

  /** Refuses the documents of a version some of whose paths another of its documents matches equally; see `areAmbiguous`. */
  #checkPaths(documents: readonly EndpointDocument[], own: ReadonlySet<EndpointDocument>): void {
    const paths = documents.flatMap((document) => {
      const segments = parsePathTemplate(document.endpoint.path);
      return 'message' in segments ? [] : [{ document, segments }];
    });
    // Of two paths that are ambiguous, one has text beside a placeholder, or is open at its end.
    const special = paths.filter(({ segments }) =>
      segments.some((segment) => segment.isRest || (segment.names.length > 0 && literalLength(segment) > 0)),
    );
    for (const one of paths.filter(({ document }) => own.has(document))) {
      const others = special.includes(one) ? paths : special;
      const other = others.find(({ segments }) => areAmbiguous(one.segments, segments));
      if (!other) continue;
      const { operation, endpoint } = one.document;
      const { file, endpoint: same } = other.document;
      const message = `Some requests match both ${endpoint.path} and ${same.path} of ${shortPath(file)}, and neither goes first.`;
      const hint = 'Change one of the paths, so that no request matches both, or one has more literal text.';
      this.#diagnostics.report(directiveNode(operation, 'endpoint', 'path'), message, hint);
    }
  }

  #reportRemoval({ operation, endpoint }: EndpointDocument, { number }: Version): void {
    const message = `${endpoint.method} ${endpoint.path} is removed, but no version before v${number} has it.`;
    const hint = 'Correct the method or path, or remove the document.';
    this.#diagnostics.report(directiveNode(operation, 'endpoint', 'removed'), message, hint);
  }
}

/** The version whose dates are also those of all its endpoints without dates of their own. */
function withDates(version: Version): Version {
  const { deprecated, sunset } = version;
  if (deprecated === undefined && sunset === undefined) return version;
  const dates = { ...(deprecated !== undefined && { deprecated }), ...(sunset !== undefined && { sunset }) };
  const endpoints = [...version.endpoints].map(([key, document]): [string, EndpointDocument] => [
    key,
    { ...document, endpoint: { ...dates, ...document.endpoint } },
  ]);
  return { ...version, endpoints: new Map(endpoints) };
}
