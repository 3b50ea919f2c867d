import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { documentFiles } from '../../../../src/authoring/propose/Proposal.ts';
import { compileFiles, writeFiles } from '../../../../src/authoring/propose/newFiles.ts';
import { makeFolder, readFolder } from '../init/support/makeFolder.ts';
import { PROPOSAL, SDL } from '../init/support/proposal.ts';

describe('writeFiles', () => {
  test('creates files with their folders, and replaces what is still as it was read', () => {
    const folder = makeFolder({ 'package.json': '{}' });
    writeFiles(folder, [
      { file: 'a/b/c.graphql', text: 'c' },
      { file: 'package.json', text: '{"a":1}', replaces: '{}' },
    ]);
    expect(readFolder(folder)).toEqual({ 'a/b/c.graphql': 'c', 'package.json': '{"a":1}' });
  });

  test('overwrites nothing that has appeared, and says what was written before', () => {
    const folder = makeFolder({ 'b.txt': 'mine' });
    const files = ['a.txt', 'b.txt', 'c.txt'].map((file) => ({ file, text: 'ours' }));
    expect(() => writeFiles(folder, files)).toThrow(/^b\.txt cannot be written: EEXIST.*\nWritten before: a\.txt\.$/);
    expect(readFolder(folder)).toEqual({ 'a.txt': 'ours', 'b.txt': 'mine' });
  });

  test('replaces nothing that has changed', () => {
    const folder = makeFolder({ 'package.json': '{}' });
    writeFileSync(path.join(folder, 'package.json'), '{"theirs":1}');
    expect(() => writeFiles(folder, [{ file: 'package.json', text: '{"ours":1}', replaces: '{}' }])).toThrow(
      'package.json cannot be written: it was changed in the meantime.\nNothing was written.',
    );
    expect(readFolder(folder)).toEqual({ 'package.json': '{"theirs":1}' });
  });
});

const schema = buildSchema(SDL);

describe('compileFiles', () => {
  test('compiles new files together with those of the folder, and writes nothing there', () => {
    const [conventions, shape, ...documents] = documentFiles(PROPOSAL, 'rest');
    const existing = { [conventions!.file]: conventions!.text, [shape!.file]: shape!.text };
    const root = makeFolder(existing);
    const { versions } = compileFiles({ folder: 'rest', files: documents, existing: path.join(root, 'rest') }, schema);
    expect(versions.flatMap(({ endpoints }) => endpoints.map(({ name }) => name))).toEqual([
      'createBook',
      'getBook',
      'listAuthors',
    ]);
    expect(readFolder(root)).toEqual(existing);
  });

  test('reports problems with the path that the file is going to have', () => {
    const text = 'query getX @endpoint(method: GET, path: "/x") { x }';
    const compile = () => compileFiles({ folder: 'rest', files: [{ file: 'rest/v1/getX.graphql', text }] }, schema);
    expect(compile).toThrow(/^rest\/v1\/getX\.graphql:1:\d+: /);
  });

  test.each(['rest', 'rest/v1'])('refuses a file in place of the folder %s', (file) => {
    const root = makeFolder({ [file]: '' });
    const files = documentFiles(PROPOSAL, 'rest').filter((each) => each.file.startsWith(`${file}/`));
    expect(() => compileFiles({ folder: 'rest', files, existing: path.join(root, 'rest') }, schema)).toThrow(
      /^rest\/.* cannot be written: (?:EEXIST|ENOTDIR).*\nNothing was written\.$/,
    );
  });
});
