// Proposes an endpoint for one more field. Nothing is written before the whole folder is checked with it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { compileApi } from '../../compile/compileApi.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { Proposal } from '../../propose/Proposal.ts';
import { proposeApi } from '../../propose/proposeApi.ts';
import { proposeEndpoint } from '../../propose/proposeEndpoint.ts';
import { compileFiles } from '../init/compileFiles.ts';
import { hasVersions } from '../init/hasVersions.ts';
import type { NewFile } from '../init/NewFile.ts';
import { writeFiles } from '../init/writeFiles.ts';
import type { Project } from '../project/Project.ts';
import { resolveProject } from '../project/resolveProject.ts';
import type { Report } from '../Report.ts';
import { UsageError } from '../UsageError.ts';
import type { AddOptions } from './AddOptions.ts';
import { extendConventions } from './extendConventions.ts';
import { coordinateOf, findEndpoint, isNamed } from './findEndpoint.ts';
import { findField } from './findField.ts';

const CONVENTIONS = 'conventions.json';

/** The version that gets the endpoint, with those that it has. */
interface Version extends Pick<VersionPlan, 'number' | 'endpoints'> {
  /** The number of the version that it is, or inherits from. */
  base: number;
}

/**
 * Writes the endpoint document of a root field, or of a list or an object in an object, with the shapes and conventions that it needs and that
 * the API does not have. The number after the newest begins a version. Throws a UsageError for a field or a version that does not
 * exist, and an error where the field already has an endpoint or cannot have one.
 */
export async function add(field: string, { version, ...options }: AddOptions, defaults?: Project): Promise<Report> {
  const project = await resolveProject(options, defaults);
  const schema = await project.loadSchema();
  const folder = path.resolve(project.endpoints);
  const versions = hasVersions(folder) ? compileApi(folder, schema).versions : [];
  const { number, endpoints, base } = selectVersion(versions, version);
  const coordinate = findFieldFor(field, { number, endpoints, schema });
  const taken = findEndpoint(endpoints, coordinate, schema);
  if (taken) {
    const route = `${taken.method} /v${number}${taken.path}`;
    throw new Error(`${coordinate} already has an endpoint: ${route}, in ${taken.source.file}`);
  }
  const proposal =
    versions.length > 0
      ? proposeEndpoint(schema, coordinate, { endpoints: folder, version: base })
      : proposeApi(schema, { isChosen: (each) => each === coordinate, nested: [coordinate] });
  const [endpoint] = proposal.endpoints;
  if (!endpoint) {
    throw new Error(`${coordinate} cannot have an endpoint. ${proposal.skipped[0]?.reason ?? ''}`.trimEnd());
  }
  const files = planFiles(proposal, folder, number);
  check(folder, files, schema);
  writeFiles(folder, files);
  const { method } = endpoint;
  const written = files.map(({ file }) => path.relative('.', path.join(folder, file)).replaceAll(path.sep, '/'));
  return {
    text: [...written.map((file) => `Wrote ${file}`), `${method} /v${number}${endpoint.path}`].join('\n'),
    json: { coordinate, method, path: endpoint.path, version: number, written },
    ok: true,
  };
}

/** The coordinate of a field; the error for the name of an endpoint, its file or its route says which field that is for. */
function findFieldFor(
  field: string,
  { number, endpoints, schema }: Pick<Version, 'number' | 'endpoints'> & { schema: GraphQLSchema },
): string {
  try {
    return findField(schema, field);
  } catch (error) {
    const named = endpoints.find((each) => isNamed(each, field));
    const coordinate = named && coordinateOf(named, schema);
    if (!named || coordinate === undefined) throw error;
    throw new UsageError(
      `"${field}" is an endpoint, not a field: ${named.method} /v${number}${named.path} is that of ${coordinate}, in ${named.source.file}`,
    );
  }
}

function selectVersion(versions: readonly VersionPlan[], wanted?: string): Version {
  const newest = versions.at(-1);
  if (!newest) return selectFirst(wanted);
  const all = versions.map(({ number, endpoints }): Version => ({ number, endpoints, base: number }));
  const next = { number: newest.number + 1, endpoints: newest.endpoints, base: newest.number };
  const found = wanted === undefined ? all.at(-1) : [...all, next].find(({ number }) => String(number) === wanted);
  if (found) return found;
  const known = all.map(({ number }) => number).join(' or ');
  throw new UsageError(`--version must be ${known}, or ${next.number} for a new version.`);
}

function selectFirst(wanted = '1'): Version {
  if (wanted === '1') return { number: 1, endpoints: [], base: 1 };
  throw new UsageError('--version must be 1.');
}

function planFiles({ endpoints, shapes, conventions }: Proposal, folder: string, version: number): NewFile[] {
  return [
    ...endpoints.map(({ file, text }) => ({ file: `v${version}/${file}`, text })),
    ...[...shapes].map(([name, text]) => ({ file: `v${version}/shapes/${name}.graphql`, text })),
    ...planConventions(conventions, path.join(folder, CONVENTIONS)),
  ];
}

function planConventions(conventions: Proposal['conventions'], file: string): NewFile[] {
  if (!existsSync(file)) {
    const isEmpty = Object.keys(conventions).length === 0;
    return isEmpty ? [] : [{ file: CONVENTIONS, text: `${JSON.stringify(conventions, null, 2)}\n` }];
  }
  const replaces = readFileSync(file, 'utf8');
  const text = extendConventions(replaces, conventions);
  return text === replaces ? [] : [{ file: CONVENTIONS, text, replaces }];
}

/** Throws an error where the folder does not compile with these files. */
function check(folder: string, files: readonly NewFile[], schema: GraphQLSchema): void {
  try {
    compileFiles({ root: folder, folder: '.', files }, schema);
  } catch (cause) {
    throw new Error(`No endpoint was added: its document is not valid.\n${(cause as Error).message}`, { cause });
  }
}
