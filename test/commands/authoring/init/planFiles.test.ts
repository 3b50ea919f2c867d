import path from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { documentFiles } from '../../../../src/authoring/propose/Proposal.ts';
import { type FilePlan, editorFiles, planFiles } from '../../../../src/authoring/init/planFiles.ts';
import { makeFolder } from './support/makeFolder.ts';
import { PROPOSAL, SDL } from './support/proposal.ts';

const SETUP = { schema: 'schema.graphql', headers: [], endpoints: 'rest' };
const OPTIONS = {
  setup: SETUP,
  source: { schema: buildSchema(SDL), file: 'schema.graphql' },
  documents: documentFiles(PROPOSAL, 'rest'),
  program: { name: 'portico', version: '0.2.0' },
};

function textOf({ files }: FilePlan, name: string): string | undefined {
  return files.find(({ file }) => file === name)?.text;
}

describe('planFiles', () => {
  test('plans everything, the configuration last', () => {
    const { files, kept } = planFiles({ ...OPTIONS, folder: makeFolder() });
    expect(files.map(({ file }) => file).slice(OPTIONS.documents.length)).toEqual([
      'graphql.config.yml',
      '.github/workflows/portico.yml',
      'README.md',
      '.gitignore',
      'package.json',
      'portico.config.ts',
    ]);
    expect(kept).toEqual([]);
  });

  test('ignores nothing more where the folder or its repository has a .gitignore', () => {
    const own = makeFolder({ '.gitignore': '' });
    const below = makeFolder({ '.git/HEAD': '', '.gitignore': '', 'api/schema.graphql': SDL });
    for (const folder of [own, path.join(below, 'api')]) {
      const { files, kept } = planFiles({ ...OPTIONS, folder });
      expect(files.map(({ file }) => file)).not.toContain('.gitignore');
      expect(kept).toEqual([]);
    }
  });

  test('plans the schema of an upstream', () => {
    const setup = { ...SETUP, upstream: 'http://a/graphql' };
    const plan = planFiles({ ...OPTIONS, setup, source: { ...OPTIONS.source, sdl: SDL }, folder: makeFolder() });
    expect(textOf(plan, 'schema.graphql')).toBe(SDL);
    expect(JSON.parse(textOf(plan, 'package.json')!).scripts.dev).toBe('portico dev');
    expect(plan.commands).toEqual(['npm install', 'npx portico dev']);
  });

  test('dev makes data up where nothing executes', () => {
    const plan = planFiles({ ...OPTIONS, folder: makeFolder() });
    expect(JSON.parse(textOf(plan, 'package.json')!).scripts.dev).toBe('portico dev --mock');
    expect(textOf(plan, 'README.md')).toContain('npx portico dev --mock\n```');
  });

  describe('what exists', () => {
    test.each([
      ['README.md', 'rest/README.md'],
      ['.github/workflows/portico.yml', undefined],
      ['.graphqlrc.json', undefined],
      ['rest/api.json', undefined],
      ['rest/conventions.json', undefined],
    ])('%s is kept', (file, instead) => {
      const { files, kept } = planFiles({ ...OPTIONS, folder: makeFolder({ [file]: '{}' }) });
      const planned = files.map((each) => each.file);
      expect(planned).not.toContain(file);
      if (file.startsWith('.graphqlrc')) expect(planned).not.toContain('graphql.config.yml');
      if (instead === undefined) expect(kept).toEqual([file]);
      else expect(planned).toContain(instead);
    });

    test('of package.json keeps what it has', () => {
      const folder = makeFolder({ 'package.json': '{"name": "x"}' });
      const { files } = planFiles({ ...OPTIONS, folder });
      expect(files.find(({ file }) => file === 'package.json')).toMatchObject({
        text: expect.stringMatching(/^\{"name": "x",.*"scripts": \{"dev":/),
        replaces: '{"name": "x"}',
      });
    });
  });

  test('in a folder of a repository, the workflow is in its root', () => {
    const root = makeFolder({ '.git/': '', 'apps/rest/': '' });
    const plan = planFiles({ ...OPTIONS, folder: path.join(root, 'apps/rest') });
    expect(textOf(plan, '../../.github/workflows/portico.yml')).toContain('working-directory: "apps/rest"');
  });

  test.each([
    [undefined, {}, 'npm install'],
    ['../portico-0.2.0.tgz', {}, 'npm install ../portico-0.2.0.tgz'],
    ['portico-0.2.0.tgz', { 'pnpm-lock.yaml': '' }, 'pnpm add ./portico-0.2.0.tgz'],
    ['my files/portico-0.2.0.tgz', { 'yarn.lock': '' }, 'yarn add "./my files/portico-0.2.0.tgz"'],
  ])('installs first, a package of the tarball %s from that', (name, files: Record<string, string>, command) => {
    const folder = makeFolder(files);
    const tarball = name === undefined ? undefined : path.join(folder, name);
    const { commands, files: written } = planFiles({ ...OPTIONS, program: { ...OPTIONS.program, tarball }, folder });
    expect(commands[0]).toBe(command);
    expect(written.find(({ file }) => file === 'README.md')?.text).toContain(`\`\`\`sh\n${command}\n`);
  });
});

function schemasOf(text: string): string[] {
  return [...text.matchAll(/^ {2}- (.+)$/gm)].map(([, file]) => file!);
}

describe('editorFiles', () => {
  test('the directives are those of the package', () => {
    const files = editorFiles(SETUP, buildSchema(SDL), 'node_modules/portico');
    expect(files.map(({ file }) => file)).toEqual(['graphql.config.yml']);
    expect(schemasOf(files[0]!.text)).toEqual([
      'schema.graphql',
      'node_modules/portico/schema/rest/directives.graphql',
    ]);
  });

  test('a module is printed, and directives whose types the schema has are copied, beside the versions', () => {
    const files = editorFiles(
      { ...SETUP, schema: 'src/schema.ts' },
      buildSchema(`${SDL} enum Method { CARD }`),
      'node_modules/portico',
    );
    expect(files.map(({ file }) => file)).toEqual([
      'rest/schema.graphql',
      'rest/directives.graphql',
      'graphql.config.yml',
    ]);
    expect(files[0]!.text).toContain('src/schema.ts');
    expect(() =>
      buildSchema(
        files
          .slice(0, 2)
          .map(({ text }) => text)
          .join('\n'),
      ),
    ).not.toThrow();
    expect(schemasOf(files[2]!.text)).toEqual(['rest/schema.graphql', 'rest/directives.graphql']);
  });
});
