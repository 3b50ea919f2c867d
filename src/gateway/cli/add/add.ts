// Proposes an endpoint for one more field, in a version that exists. Nothing is written before the whole folder is checked with it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { compileApi } from '../../compile/compileApi.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import { proposeApi } from '../../propose/proposeApi.ts';
import { compileFiles } from '../init/compileFiles.ts';
import { hasVersions } from '../init/hasVersions.ts';
import type { NewFile } from '../init/NewFile.ts';
import { writeFiles } from '../init/writeFiles.ts';
import type { Project } from '../project/Project.ts';
import { resolveProject } from '../project/resolveProject.ts';
import type { Report } from '../Report.ts';
import { UsageError } from '../UsageError.ts';
import type { AddOptions } from './AddOptions.ts';
import { findEndpoint } from './findEndpoint.ts';
import { findRootField } from './findRootField.ts';
import { listShapes } from './listShapes.ts';

/**
 * Writes the endpoint document of a root field, and the shapes that it needs and the version lacks. Throws a UsageError for a field
 * or a version that does not exist, and an error where the field has an endpoint already or cannot have one.
 */
export async function add(field: string, { version, ...options }: AddOptions, defaults?: Project): Promise<Report> {
  const project = await resolveProject(options, defaults);
  const schema = await project.loadSchema();
  const folder = path.resolve(project.endpoints);
  const coordinate = findRootField(schema, field);
  const { number, endpoints } = selectVersion(readVersions(folder, schema), version);
  const taken = findEndpoint(endpoints, coordinate, schema);
  if (taken) {
    const route = `${taken.method} /v${number}${taken.path}`;
    throw new Error(`${coordinate} has an endpoint already: ${route}, in ${taken.source.file}`);
  }
  const {
    endpoints: proposed,
    shapes,
    skipped,
    conventions,
  } = proposeApi(schema, { isChosen: (each) => each === coordinate });
  const [endpoint] = proposed;
  if (!endpoint) throw new Error(`${coordinate} cannot have an endpoint. ${skipped[0]?.reason ?? ''}`.trimEnd());
  const known = listShapes(folder, number);
  const files: NewFile[] = [
    { file: `v${number}/${endpoint.file}`, text: endpoint.text },
    ...[...shapes]
      .filter(([name]) => !known.has(name))
      .map(([name, text]) => ({ file: `v${number}/shapes/${name}.graphql`, text })),
  ];
  const isNew = endpoints.length === 0 && !existsSync(path.join(folder, 'conventions.json'));
  if (isNew) files.push({ file: 'conventions.json', text: `${JSON.stringify(conventions, null, 2)}\n` });
  compileFiles({ root: folder, folder: '.', files }, schema);
  writeFiles(folder, files);
  const written = files.map(({ file }) => path.relative('.', path.join(folder, file)).replaceAll(path.sep, '/'));
  const { method } = endpoint;
  const route = `${method} /v${number}${endpoint.path}`;
  return {
    text: [...written.map((file) => `Wrote ${file}`), route].join('\n'),
    json: { coordinate, method, path: endpoint.path, version: number, written },
    ok: true,
  };
}

/** The versions of a folder; none where it has no documents yet. */
function readVersions(folder: string, schema: GraphQLSchema): readonly Pick<VersionPlan, 'number' | 'endpoints'>[] {
  return hasVersions(folder) ? compileApi(folder, schema).versions : [{ number: 1, endpoints: [] }];
}

function selectVersion<Version extends { number: number }>(versions: readonly Version[], wanted?: string): Version {
  if (wanted === undefined) return versions.at(-1)!;
  const found = versions.find(({ number }) => String(number) === wanted);
  if (found) return found;
  throw new UsageError(`--version must be ${versions.map(({ number }) => number).join(' or ')}.`);
}
