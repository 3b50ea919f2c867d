import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  hasVersions,
  isEmpty,
  listDocuments,
  listVersions,
} from '../../../src/gateway/compile/document/listVersions.ts';
import { DiagnosticCollector } from '../../../src/gateway/base/errors/Diagnostic.ts';
import { withFolder } from '../../vocabulary/document/support/withFolder.ts';

describe('listVersions', () => {
  test('versions are listed by their numbers', () => {
    const files = { 'v10/': '', 'v9/': '', 'v1/': '', '.git/': '', 'README.md': '' };
    const diagnostics = new DiagnosticCollector();
    expect(withFolder(files, (folder) => listVersions(folder, diagnostics))).toEqual([1, 9, 10]);
    expect(diagnostics.diagnostics).toEqual([]);
  });
});

describe('listDocuments', () => {
  test('documents are listed in the order of their paths, from all subfolders', () => {
    const files = {
      'b.graphql': '',
      'a/z.graphql': '',
      'a/shapes/A.graphql': '',
      'README.md': '',
      'folder.graphql/': '',
    };
    const diagnostics = new DiagnosticCollector();
    const found = withFolder(files, (folder) =>
      listDocuments(folder, diagnostics).map((file) => file.slice(folder.length + 1)),
    );
    expect(found).toEqual(['a/shapes/A.graphql', 'a/z.graphql', 'b.graphql']);
    expect(diagnostics.diagnostics).toEqual([]);
  });

  /** The documents of a folder with links, each from a path to a target, and what is reported. */
  function listLinked(links: Readonly<Record<string, string>>) {
    return withFolder({ 'v1/a.graphql': '', 'shared/b.graphql': '', 'shared/c/d.graphql': '' }, (folder) => {
      for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(folder, name));
      const diagnostics = new DiagnosticCollector();
      const documents = listDocuments(path.join(folder, 'v1'), diagnostics);
      return {
        documents: documents.map((file) => file.slice(folder.length + 1)),
        reported: diagnostics.diagnostics.map(
          ({ file, message, hint }) => `${file.slice(folder.length + 1)}: ${message} ${hint}`,
        ),
      };
    });
  }

  test('links to documents and folders are followed', () => {
    expect(listLinked({ 'v1/b.graphql': '../shared/b.graphql', 'v1/c': '../shared', 'v1/d': '../shared/c' })).toEqual({
      documents: ['v1/a.graphql', 'v1/b.graphql', 'v1/c/b.graphql', 'v1/c/c/d.graphql', 'v1/d/d.graphql'],
      reported: [],
    });
  });

  test.each([
    ['its own folder', { 'v1/x': '.' }, 'v1/x', ['v1/a.graphql']],
    ['a folder above', { 'v1/x': '..' }, 'v1/x', ['v1/a.graphql']],
    [
      'a folder that leads back',
      { 'v1/x': '../shared', 'shared/c/y': '../../v1' },
      'v1/x/c/y',
      ['v1/a.graphql', 'v1/x/b.graphql', 'v1/x/c/d.graphql'],
    ],
  ])('a link to %s is reported', (_, links, place, documents) => {
    const reported = [
      `${place}: The link "${path.basename(place)}" leads to a folder that contains it. Remove the link.`,
    ];
    expect(listLinked(links)).toEqual({ documents, reported });
  });

  test.each(['x.graphql', 'users', 'conventions.json'])('a link %s that leads nowhere is reported', (name) => {
    const reported = [`v1/${name}: The link "${name}" leads nowhere. Correct or remove the link.`];
    expect(listLinked({ [`v1/${name}`]: 'none' })).toEqual({ documents: ['v1/a.graphql'], reported });
    expect(listLinked({ [`v1/${name}`]: name })).toEqual({ documents: ['v1/a.graphql'], reported });
  });

  test.each(['v2', 'x.graphql'])('a link %s beside the versions that leads nowhere is reported', (name) => {
    const diagnostics = new DiagnosticCollector();
    const numbers = withFolder({ 'v1/a.graphql': '' }, (folder) => {
      symlinkSync('none', path.join(folder, name));
      return listVersions(folder, diagnostics);
    });
    expect(numbers).toEqual([1]);
    expect(diagnostics.diagnostics.map(({ message }) => message)).toEqual([`The link "${name}" leads nowhere.`]);
  });

  test('the locks of editors, which are hidden links, are not', () => {
    const links = { 'v1/.#a.graphql': 'ada@host.1:2' };
    expect(listLinked(links)).toEqual({ documents: ['v1/a.graphql'], reported: [] });
  });
});

test.each<[name: string, files: Record<string, string>, has: boolean, empty: boolean]>([
  ['a version with a document', { 'rest/v1/a.graphql': '' }, true, false],
  ['a later version with a shape', { 'rest/v2/shapes/A.graphql': '' }, true, false],
  ['an empty version', { 'rest/v1/': '' }, false, true],
  [
    'conventions, and types for editors',
    { 'rest/conventions.json': '{}', 'rest/a.graphql': 'type A { b: ID }' },
    false,
    true,
  ],
  ['another folder', { 'rest/vendor/a.graphql': '' }, false, false],
  ['a document beside the versions', { 'rest/a.graphql': '' }, false, false],
  ['nothing', { 'rest/': '' }, false, true],
])('a folder has versions, or is empty: %s', (_, files, has, empty) => {
  withFolder(files, (folder) => {
    expect([hasVersions(`${folder}/rest`), isEmpty(`${folder}/rest`)]).toEqual([has, empty]);
  });
});

test.each(['nowhere', 'file'])('%s has no versions', (name) => {
  withFolder({ file: '' }, (folder) => expect(hasVersions(`${folder}/${name}`)).toBe(false));
});
