// The files that init writes, and the existing ones that it does not change.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { EDITOR_SCHEMA, renderEditorSchema } from '../../project/editorSchema.ts';
import { isModule } from '../../project/loadSchema.ts';
import type { InitContext, Setup, Source } from './Setup.ts';
import { createPackageJson, editPackageJson } from './editPackageJson.ts';
import { findGraphqlConfig, findPackageManager, findRepository } from './findProjectFiles.ts';
import type { NewFile } from '../propose/newFiles.ts';
import {
  type ReadmeContent,
  renderConfig,
  renderDirectives,
  renderGraphqlConfig,
  renderReadme,
  renderWorkflow,
} from './renderFiles.ts';

const PACKAGE = 'package.json';
const WORKFLOW = '.github/workflows/portico.yml';

interface PlanOptions extends Pick<InitContext, 'folder' | 'program'>, Pick<ReadmeContent, 'unconfirmed' | 'curl'> {
  setup: Setup;
  source: Source;
  documents: readonly NewFile[];
}

export interface FilePlan {
  files: readonly NewFile[];
  /** Existing files, which are not changed. */
  kept: readonly string[];
  /** What to run next. */
  commands: readonly string[];
}

/** All files of a new project, the configuration last: a folder that has it is complete. Throws an error for a broken `package.json`. */
export function planFiles(options: PlanOptions): FilePlan {
  const { folder, setup, source, documents, unconfirmed, curl, program } = options;
  const kept: string[] = [];
  const root = findRepository(folder) ?? folder;
  const manager = findPackageManager([folder, root]);
  const tarball = planTarball();
  const dev = `portico dev${setup.upstream !== undefined || isModule(setup.schema) ? '' : ' --mock'}`;
  const graphqlConfig = findGraphqlConfig(folder);
  if (graphqlConfig !== undefined) kept.push(graphqlConfig);
  const wanted: NewFile[] = [
    ...(source.sdl === undefined ? [] : [{ file: source.file, text: source.sdl }]),
    ...documents,
    ...(graphqlConfig === undefined ? editorFiles(setup, source.schema, `node_modules/${program.name}`) : []),
    planWorkflow(),
    planReadme(),
    ...(ignoresNothing() ? [{ file: '.gitignore', text: 'node_modules/\n' }] : []),
  ];
  const files = wanted.filter(({ file }) => !exists(file) || !kept.push(file));
  const manifest = planPackage();
  if (manifest) files.push(manifest);
  return {
    files: [...files, { file: 'portico.config.ts', text: renderConfig(setup, program.name) }],
    kept,
    commands: [...(manifest ? [tarball?.install ?? manager.install] : []), `npx ${dev}`],
  };

  function exists(file: string): boolean {
    return existsSync(path.join(folder, file));
  }

  function ignoresNothing(): boolean {
    return !exists('.gitignore') && !existsSync(path.join(root, '.gitignore'));
  }

  /** GitHub reads workflows in the root of a repository only. */
  function planWorkflow(): NewFile {
    const file = path.relative(folder, path.join(root, WORKFLOW)).replaceAll(path.sep, '/');
    return { file, text: renderWorkflow(path.relative(root, folder).replaceAll(path.sep, '/'), manager.ci) };
  }

  function planReadme(): NewFile {
    const text = renderReadme({ ...setup, manager, dev: `npx ${dev}`, unconfirmed, tarball, curl });
    return { file: exists('README.md') ? `${setup.endpoints}/README.md` : 'README.md', text };
  }

  /** A registry may not have the package of a tarball. */
  function planTarball(): { file: string; install: string } | undefined {
    if (program.tarball === undefined) return undefined;
    const relative = path.relative(folder, program.tarball).replaceAll(path.sep, '/');
    const file = relative.startsWith('.') ? relative : `./${relative}`;
    return { file, install: `${manager.add} ${quoteWord(file)}` };
  }

  function planPackage(): NewFile | undefined {
    const { name, version } = program;
    const scripts = { dev, check: 'portico check', contracts: 'portico contracts' };
    const needs = { scripts, dependency: { name, range: `^${version}` } };
    if (!exists(PACKAGE)) return { file: PACKAGE, text: createPackageJson(needs) };
    const replaces = readFileSync(path.join(folder, PACKAGE), 'utf8');
    const text = editPackageJson(replaces, needs);
    if (text !== replaces) return { file: PACKAGE, text, replaces };
    kept.push(PACKAGE);
    return undefined;
  }
}

function quoteWord(text: string): string {
  return /^[\w./\\:@-]+$/.test(text) ? text : `"${text}"`;
}

/**
 * `graphql.config.yml`, and beside the versions what it needs where neither the schema file nor the package has it: the SDL of a
 * module, and the directives where the schema has types of the same names. `installed` is the folder of the package.
 */
export function editorFiles({ schema: file, endpoints }: Setup, schema: GraphQLSchema, installed: string): NewFile[] {
  const needed: NewFile[] = [];
  const schemas = [file, `${installed}/schema/rest/directives.graphql`];
  if (isModule(file)) {
    schemas[0] = `${endpoints}/${EDITOR_SCHEMA}`;
    needed.push({ file: schemas[0], text: renderEditorSchema(file, schema) });
  }
  const directives = renderDirectives(schema);
  if (directives !== undefined) {
    schemas[1] = `${endpoints}/directives.graphql`;
    needed.push({ file: schemas[1], text: directives });
  }
  return [...needed, { file: 'graphql.config.yml', text: renderGraphqlConfig({ schemas, endpoints }) }];
}
