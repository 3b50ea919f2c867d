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
import { findEndpoint } from './findEndpoint.ts';
import { findField } from './findField.ts';

const CONVENTIONS = 'conventions.json';

type Version = Pick<VersionPlan, 'number' | 'endpoints'>;

/**
 * Writes the endpoint document of a root field, or of a list in an object, with the shapes and the conventions that it needs and the API lacks. Throws a
 * UsageError for a field or a version that does not exist, and an error where the field has an endpoint or cannot have one.
 */
export async function add(field: string, { version, ...options }: AddOptions, defaults?: Project): Promise<Report> {
  const project = await resolveProject(options, defaults);
  const schema = await project.loadSchema();
  const folder = path.resolve(project.endpoints);
  const coordinate = findField(schema, field);
  const versions: readonly Version[] = hasVersions(folder) ? compileApi(folder, schema).versions : [];
  const { number, endpoints } = selectVersion(versions, version);
  const taken = findEndpoint(endpoints, coordinate, schema);
  if (taken) {
    const route = `${taken.method} /v${number}${taken.path}`;
    throw new Error(`${coordinate} has an endpoint already: ${route}, in ${taken.source.file}`);
  }
  const proposal =
    versions.length > 0
      ? proposeEndpoint(schema, coordinate, { endpoints: folder, version: number })
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

function selectVersion(versions: readonly Version[], wanted?: string): Version {
  const all = versions.length > 0 ? versions : [{ number: 1, endpoints: [] }];
  if (wanted === undefined) return all.at(-1)!;
  const found = all.find(({ number }) => String(number) === wanted);
  if (found) return found;
  throw new UsageError(`--version must be ${all.map(({ number }) => number).join(' or ')}.`);
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
