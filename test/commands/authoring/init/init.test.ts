// The questions of init, as a person answers them. Without a terminal, see init.process.test.ts.
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { init, selectFields } from '../../../../src/authoring/init/init.ts';
import { documentFiles } from '../../../../src/authoring/propose/Proposal.ts';
import { UsageError } from '../../../../src/project/UsageError.ts';
import { KEYS, fakeTerminal } from './support/fakeTerminal.ts';
import { makeFolder, readFolder } from './support/makeFolder.ts';
import { PROPOSAL, SDL } from './support/proposal.ts';

const { enter, down, tab, cancel } = KEYS;
const program = { name: 'portico', version: '0.2.0' };
const FILES = { 'schema.graphql': SDL };

describe('init', () => {
  test('asks for all that it needs to know', async () => {
    const folder = makeFolder(FILES);
    const terminal = fakeTerminal(
      ['Which GraphQL schema?', enter],
      ['The URL of the GraphQL API', `http://127.0.0.1:1/graphql${enter}`],
      ['The folder for', `api${enter}`],
      ['Which endpoints?', down + enter],
      ['Choose endpoints', `/books${tab}${down}${tab}${enter}`],
    );
    const { text } = await init(undefined, {}, { folder, program, terminal });
    expect(text).toContain('2 endpoints in api/v1/');
    const files = readFolder(folder);
    expect(files['portico.config.ts']).toContain("upstream: 'http://127.0.0.1:1/graphql'");
    expect(files['package.json']).toContain('"portico": "^0.2.0"');
    expect(Object.keys(files).filter((file) => /^api\/v1\/books\/\w+\.graphql$/.test(file))).toEqual([
      'api/v1/books/createBook.graphql',
      'api/v1/books/getBook.graphql',
    ]);
  });

  test('prompts for nothing that options say', async () => {
    const folder = makeFolder(FILES);
    const options = { upstream: 'http://127.0.0.1:1/graphql', endpoints: 'rest', fields: 'book' };
    const terminal = fakeTerminal();
    await init('schema.graphql', options, { folder, program, terminal });
    expect(terminal.shown()).toBe('');
  });

  test.each([
    ['the first', [['Which GraphQL schema?', cancel]]],
    [
      'the last',
      [
        ['Which GraphQL schema?', enter],
        ['The URL of the GraphQL API', enter],
        ['The folder for', enter],
        ['Which endpoints?', cancel],
      ],
    ],
  ])('Ctrl-C at %s question writes nothing', async (_, answers) => {
    const folder = makeFolder(FILES);
    const terminal = fakeTerminal(...(answers as [string, string][]));
    await expect(init(undefined, {}, { folder, program, terminal })).rejects.toThrow('Cancelled. Nothing was written.');
    expect(readFolder(folder)).toEqual(FILES);
  });

  test('a broken package.json stops it before anything is written', async () => {
    const files = { ...FILES, 'package.json': '[]' };
    const folder = makeFolder(files);
    await expect(init('schema.graphql', {}, { folder, program })).rejects.toThrow(
      'package.json must be a JSON object.',
    );
    expect(readFolder(folder)).toEqual(files);
  });

  test('a schema without a field for an endpoint is refused', async () => {
    const files = { 'schema.graphql': 'type Query { _dummy: Int }' };
    const folder = makeFolder(files);
    await expect(init('schema.graphql', {}, { folder, program })).rejects.toThrow(
      'No field of the schema can become an endpoint.\nQuery._dummy: ',
    );
    expect(readFolder(folder)).toEqual(files);
  });
});

describe('documentFiles', () => {
  test('writes the properties of the API, conventions, shapes and documents of version 1', () => {
    const files = documentFiles(PROPOSAL, 'api/rest');
    expect(files.map(({ file }) => file)).toEqual([
      'api/rest/api.json',
      'api/rest/conventions.json',
      'api/rest/v1/shapes/Book.graphql',
      'api/rest/v1/getBook.graphql',
      'api/rest/v1/createBook.graphql',
      'api/rest/v1/listAuthors.graphql',
    ]);
    expect(JSON.parse(files[0]!.text)).toEqual({ name: 'portico', defaultVersion: 1, versioning: 'both' });
    expect(files[1]!.text).toBe('{\n  "case": "snake_case"\n}\n');
    expect(files[2]!.text).toBe(PROPOSAL.shapes.get('Book'));
    expect(files[3]!.text).toBe(PROPOSAL.endpoints[0]!.text);
  });
});

const schema = buildSchema(`
  type Query { user: Int users: Int login: Int }
  type Mutation { createUser: Int login: Int }
`);

describe('selectFields', () => {
  test.each([
    ['user, users', ['Query.user', 'Query.users']],
    ['Query,createUser', ['Query.user', 'Query.users', 'Query.login', 'Mutation.createUser']],
    ['Mutation.login', ['Mutation.login']],
    ['user,Query.user,', ['Query.user']],
  ])('%s', (fields, coordinates) => {
    expect([...selectFields(schema, fields)]).toEqual(coordinates);
  });

  test.each([
    [' , ', '--fields must name root fields'],
    ['user,login', '"login" is in more than one type; write Query.login or Mutation.login.'],
    ['usr', 'The schema has no root field "usr"; did you mean "user"?'],
  ])('refuses "%s"', (fields, message) => {
    expect(() => selectFields(schema, fields)).toThrow(UsageError);
    expect(() => selectFields(schema, fields)).toThrow(message);
  });
});
