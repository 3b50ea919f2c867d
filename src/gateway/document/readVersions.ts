// Reads a folder of endpoint documents into versions. Each version holds what its folder says and, where the folder is
// silent, what the version before it holds. Knows files and syntax; refuses what cannot be read, checks nothing else.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type FragmentDefinitionNode, Kind } from 'graphql';
import {
  type Conventions,
  DEFAULT_CONVENTIONS,
  conventionsSchema,
  inheritConventions,
} from '../conventions/Conventions.ts';
import { conventionDiagnostics } from '../conventions/conventionDiagnostics.ts';
import { type DiagnosticCollector, DocumentError, diagnosticAt, shortPath } from '../errors/Diagnostic.ts';
import { routeKey } from '../plan/Segment.ts';
import type { EndpointDocument } from './EndpointDocument.ts';
import { parseFile, readEndpoint } from './readEndpoint.ts';

const CONVENTIONS = 'conventions.json';

/** One version of the interface, complete: what it inherits is in it. */
export interface Version {
  number: number;
  /** By `routeKey`. */
  endpoints: ReadonlyMap<string, EndpointDocument>;
  /** Fragments that every endpoint of the version can spread, by name. */
  shapes: ReadonlyMap<string, FragmentDefinitionNode>;
  conventions: Conventions;
  /** The nearest file that says something about them. */
  conventionsFile: string;
  /** When the version as a whole was deprecated, and when it ends; inherited by none. */
  deprecated?: string | undefined;
  sunset?: string | undefined;
}

/**
 * The versions in a folder, the lowest first, without the endpoints that cannot be read. Throws a DocumentError with every
 * mistake where that are not all: without its shapes and conventions nothing can be said of an endpoint.
 */
export function readVersions(folder: string, diagnostics: DiagnosticCollector): Version[] {
  const numbers = (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .flatMap((entry) =>
      entry.isDirectory() && /^v[1-9]\d{0,8}$/.test(entry.name) ? [Number(entry.name.slice(1))] : [],
    )
    .sort((a, b) => a - b);
  if (numbers.length === 0) {
    const message = 'There is no version here: endpoint documents live in folders named v1, v2, ….';
    throw new DocumentError([{ file: shortPath(folder), line: 1, column: 1, message, hint: 'Make a folder v1.' }]);
  }

  const versions: Version[] = [];
  let before: Omit<Version, 'number'> = {
    endpoints: new Map(),
    shapes: new Map(),
    conventions: DEFAULT_CONVENTIONS,
    conventionsFile: path.join(folder, CONVENTIONS),
  };
  collect(diagnostics, () => (before = { ...before, ...readConventions(folder, before) }));
  for (const number of numbers) {
    const version = readVersion(path.join(folder, `v${number}`), number, before, diagnostics);
    versions.push(ending(version));
    before = version;
  }
  if (diagnostics.diagnostics.some(({ file }) => isShape(file) || path.basename(file) === CONVENTIONS))
    throw new DocumentError(diagnostics.diagnostics);
  return versions;
}

function readVersion(
  folder: string,
  number: number,
  before: Omit<Version, 'number'>,
  diagnostics: DiagnosticCollector,
): Version {
  const shapes = new Map(before.shapes);
  const endpoints = new Map(before.endpoints);
  const own = new Map<string, EndpointDocument>();
  const ownShapes = new Map<string, string>();
  let conventions: ConventionsSource = { ...before, deprecated: undefined, sunset: undefined };
  collect(diagnostics, () => (conventions = readConventions(folder, before)));

  for (const file of graphqlFiles(folder)) {
    collect(diagnostics, () => {
      if (isShape(file)) {
        const shape = readShape(file);
        const same = ownShapes.get(shape.name.value);
        if (same) {
          const message = `The shape ${shape.name.value} stands in ${shortPath(same)} as well.`;
          throw new DocumentError([diagnosticAt(shape, message, 'Give one of them another name.')]);
        }
        ownShapes.set(shape.name.value, file);
        shapes.set(shape.name.value, shape);
        return;
      }
      const document = readEndpoint(file);
      const key = routeKey(document.endpoint);
      const twin = own.get(key);
      if (twin) {
        const message = `${key} stands in ${shortPath(twin.file)} as well.`;
        throw new DocumentError([
          diagnosticAt(document.operation, message, 'Delete one, or change its method or path.'),
        ]);
      }
      own.set(key, document);
      if (!document.endpoint.removed) {
        endpoints.set(key, document);
      } else if (!endpoints.delete(key)) {
        const message = `${key} is removed, but no version before v${number} has it.`;
        throw new DocumentError([diagnosticAt(document.operation, message, 'Delete the file.')]);
      }
    });
  }
  const { conventions: inForce, conventionsFile, deprecated, sunset } = conventions;
  return { number, endpoints, shapes, conventions: inForce, conventionsFile, deprecated, sunset };
}

/** A version whose end is declared, and so that of all its endpoints that do not declare their own. */
function ending(version: Version): Version {
  const { deprecated, sunset } = version;
  if (deprecated === undefined && sunset === undefined) return version;
  const own = { ...(deprecated !== undefined && { deprecated }), ...(sunset !== undefined && { sunset }) };
  const endpoints = [...version.endpoints].map(([key, document]): [string, EndpointDocument] => [
    key,
    { ...document, endpoint: { ...own, ...document.endpoint } },
  ]);
  return { ...version, endpoints: new Map(endpoints) };
}

function isShape(file: string): boolean {
  return path.basename(path.dirname(file)) === 'shapes';
}

function readShape(file: string): FragmentDefinitionNode {
  const document = parseFile(file);
  const [shape, second] = document.definitions;
  const name = path.basename(file, '.graphql');
  if (second || shape?.kind !== Kind.FRAGMENT_DEFINITION || shape.name.value !== name) {
    const message = `One file is one shape: this one holds the fragment "${name}" and nothing else.`;
    throw new DocumentError([diagnosticAt(second ?? shape ?? document, message, `Write "fragment ${name} on …".`)]);
  }
  return shape;
}

type ConventionsSource = Pick<Version, 'conventions' | 'conventionsFile' | 'deprecated' | 'sunset'>;

function readConventions(folder: string, before: ConventionsSource): ConventionsSource {
  const file = path.join(folder, CONVENTIONS);
  if (!existsSync(file)) return { ...before, deprecated: undefined, sunset: undefined };
  const refuse = (message: string) =>
    new DocumentError([{ file: shortPath(file), line: 1, column: 1, message, hint: '' }]);
  const text = readFileSync(file, 'utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw refuse(`This is not JSON: ${(error as Error).message.replace(/\s+/g, ' ')}.`);
  }
  const parsed = conventionsSchema.safeParse(json);
  if (!parsed.success) throw new DocumentError(conventionDiagnostics(file, text, parsed.error));
  const { deprecated, sunset, ...own } = parsed.data;
  return { conventions: inheritConventions(before.conventions, own), conventionsFile: file, deprecated, sunset };
}

/** All documents of a version, in the order of their paths, so that mistakes come in the same order on every machine. */
function graphqlFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}

function collect(diagnostics: DiagnosticCollector, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    for (const diagnostic of error.diagnostics) diagnostics.add(diagnostic);
  }
}
