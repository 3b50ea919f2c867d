import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import { libraryFaults, librarySchema, query } from '../support/library.ts';
import { withFolder } from './support/withFolder.ts';

const document = query('shelves { name }');
const MOVE = 'Rename it, or move it to another place: versions are named v1, v2, ….';

describe('listVersions', () => {
  test.each(['version3', 'V3', 'v03', '3', 'v0', 'v1beta1', 'users2', 'shapes', 'v1234567890'])(
    'the folder %s is not a version',
    (name) => {
      const files = { 'v1/a.graphql': document, [`${name}/a.graphql`]: document };
      expect(libraryFaults(files)).toEqual([`${name}:1:1: The folder "${name}" is not a version. ${MOVE}`]);
    },
  );

  test.each([
    ['an operation', `# comment\n${document}`, '2:1'],
    ['a fragment', 'fragment A on Book { id }', '1:1'],
    ['a syntax error', 'query {', '1:1'],
  ])('a document is not beside the versions: %s', (_, text, position) => {
    expect(libraryFaults({ 'v1/a.graphql': document, 'b.graphql': text })).toEqual([
      `b.graphql:${position}: An endpoint document must be in the folder of a version. Move the file to the version that introduces it, such as v1.`,
    ]);
  });

  test('definitions for editors may be beside the versions', () => {
    const files = { 'v1/a.graphql': document, 'directives.graphql': 'directive @unwrap on FIELD enum A { B }' };
    expect(libraryFaults(files)).toEqual([]);
  });

  test('a folder without versions is refused, with the folders that were meant to be some', () => {
    expect(libraryFaults({ 'version1/a.graphql': document })).toEqual([
      ':1:1: The folder has no versions, which are folders named v1, v2, …. Name the folder around v1, or create v1 with an endpoint document.',
      `version1:1:1: The folder "version1" is not a version. ${MOVE}`,
    ]);
  });

  test.each([
    ['nowhere', 'does not exist'],
    ['file', 'is a file'],
  ])('%s is refused as a folder', (name, fault) => {
    withFolder({ file: '' }, (folder) => {
      const endpoints = `${folder}/${name}`;
      expect(() => createPortico({ schema: buildSchema(librarySchema), endpoints })).toThrow(
        `${endpoints}:1:1: The folder of endpoint documents ${fault}. Name a folder with versions named v1, v2, ….`,
      );
    });
  });
});

describe('listDocuments', () => {
  const endpointText = { 'v1/a.graphql': query('shelves { name }') };

  test.each(['gql', 'graphqls', 'GraphQL', 'GQL'])('.%s is not the extension of a document', (extension) => {
    for (const folder of ['', 'v1/', 'v1/users/', 'v1/shapes/']) {
      expect(libraryFaults({ ...endpointText, [`${folder}b.${extension}`]: '' })).toEqual([
        `${folder}b.${extension}:1:1: The extension of an endpoint document must be .graphql, not .${extension}. Rename the file to b.graphql.`,
      ]);
    }
  });

  test.each([
    'v1/convention.json',
    'Conventions.json',
    'conventions.jsonc',
    'v1/users/conventions.json',
    'v1/api.json',
  ])('%s is not read', (name) => {
    expect(libraryFaults({ ...endpointText, [name]: '{}' })).toEqual([
      `${name}:1:1: The file ${path.basename(name)} is not read here. api.json is beside the versions; conventions.json is there, and in the folder of a version.`,
    ]);
  });

  test.each(['v4/', 'v4/README.md', 'v4/users/'])('a version is not empty: %s', (name) => {
    expect(libraryFaults({ ...endpointText, [name]: '' })).toEqual([
      'v4:1:1: The version v4 is empty. Add an endpoint document or conventions.json, or remove the folder.',
    ]);
  });

  test('a version may have nothing but conventions, and other files', () => {
    const files = {
      ...endpointText,
      'v2/conventions.json': '{}',
      'v1/package.json': '',
      'v1/.a.gql': '',
      'v1/notes.md': '',
    };
    expect(libraryFaults(files)).toEqual([]);
  });
});

describe('links', () => {
  const shelves = (name: string) => `query ${name} @endpoint(method: GET, path: "/${name}") { shelves { name } }`;
  const files = {
    'rest/v1/a.graphql': shelves('a'),
    'shared/b.graphql': shelves('b'),
    'shared/c/d.graphql': shelves('d'),
  };

  /** The paths of documents and links, each from a path to a target; or the faults. */
  const readLinked = (links: Readonly<Record<string, string>>) =>
    withFolder(files, (folder) => {
      for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(folder, name));
      try {
        const { openApi } = createPortico({ schema: buildSchema(librarySchema), endpoints: `${folder}/rest` });
        return Object.keys((openApi.get('/v1/openapi.json') as { paths: object }).paths);
      } catch (error) {
        return (error as Error).message.replaceAll(`${folder}/rest/`, '').split('\n');
      }
    });

  test('to documents and folders are followed, and the locks of editors are none', () => {
    const lock = { 'rest/v1/.#a.graphql': 'ada@host.1:2' };
    expect(readLinked({ 'rest/v1/b.graphql': '../../shared/b.graphql', ...lock })).toEqual(['/a', '/b']);
    expect(readLinked({ 'rest/v1/c': '../../shared' })).toEqual(['/a', '/b', '/d']);
  });

  test.each([
    ['their own folder', { 'rest/v1/x': '.' }, 'v1/x'],
    ['a folder above', { 'rest/v1/x': '..' }, 'v1/x'],
    ['a folder that leads back', { 'rest/v1/x': '../../shared', 'shared/c/y': '../../rest/v1' }, 'v1/x/c/y'],
  ])('to %s are refused', (_, links, place) => {
    expect(readLinked(links)).toEqual([
      `${place}:1:1: The link "${path.basename(place)}" leads to a folder that contains it. Remove the link.`,
    ]);
  });

  test.each(['v1/x.graphql', 'v1/users', 'v1/conventions.json', 'v2', 'x.graphql'])(
    'that lead nowhere are refused: %s',
    (name) => {
      for (const target of ['none', path.basename(name)]) {
        expect(readLinked({ [`rest/${name}`]: target })).toEqual([
          `${name}:1:1: The link "${path.basename(name)}" leads nowhere. Correct or remove the link.`,
        ]);
      }
    },
  );
});
