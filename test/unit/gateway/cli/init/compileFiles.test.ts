import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { compileFiles } from '../../../../../src/gateway/cli/init/compileFiles.ts';
import { documentFiles } from '../../../../../src/gateway/cli/init/documentFiles.ts';
import { makeFolder, readFolder } from './support/makeFolder.ts';
import { PROPOSAL, SDL } from './support/proposal.ts';

const schema = buildSchema(SDL);

test('compiles new files together with those of the folder, and writes nothing there', () => {
  const [conventions, shape, ...documents] = documentFiles(PROPOSAL, 'rest');
  const existing = { [conventions!.file]: conventions!.text, [shape!.file]: shape!.text };
  const root = makeFolder(existing);
  const { versions } = compileFiles({ root, folder: 'rest', files: documents }, schema);
  expect(versions.flatMap(({ endpoints }) => endpoints.map(({ name }) => name))).toEqual([
    'createBook',
    'getBook',
    'listAuthors',
  ]);
  expect(readFolder(root)).toEqual(existing);
});

test('reports problems with the path that the file is going to have', () => {
  const text = 'query getX @endpoint(method: GET, path: "/x") { x }';
  const compile = () =>
    compileFiles({ root: makeFolder(), folder: 'rest', files: [{ file: 'rest/v1/getX.graphql', text }] }, schema);
  expect(compile).toThrow(/^rest\/v1\/getX\.graphql:1:\d+: /);
});

test.each([
  ['the folder', 'rest'],
  ['the folder of a version', 'rest/v1'],
])('refuses a file in place of %s', (_, file) => {
  const root = makeFolder({ [file]: '' });
  const files = documentFiles(PROPOSAL, 'rest').filter((each) => each.file.startsWith(`${file}/`));
  expect(() => compileFiles({ root, folder: 'rest', files }, schema)).toThrow(
    `${file} is not a folder, so ${files[0]!.file} cannot be written. Move or rename it: nothing was written.`,
  );
});
