import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compileApi, createCompiler } from '../../../../src/gateway/compile/compileApi.ts';
import { compileEndpoint } from '../../../../src/gateway/compile/compileEndpoint.ts';
import { DocumentError } from '../../../../src/gateway/errors/Diagnostic.ts';
import type { ApiPlan } from '../../../../src/gateway/plan/ApiPlan.ts';
import { composeSchema } from '../../../../src/service/composeSchema.ts';
import { runsOf } from '../../../spec/support/runsOf.ts';
import { CONVENTIONS, editFolder, edits } from './support/editFolder.ts';
import { writeFiles } from './support/writeFiles.ts';

vi.mock('../../../../src/gateway/compile/compileEndpoint.ts', { spy: true });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'compiler-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('after any edits, a compiler returns or throws what compileApi does', () => {
  const runs = runsOf(4, 1);
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  // Each takes seconds: `npm test` edits one API, `.ci/run` all.
  const examples =
    process.env['SPEC_RUNS'] === undefined
      ? []
      : ['conduit', 'github', 'google-style', 'jsonapi-style', 'stripe-style', 'zalando-style'];
  const read = (file: string) => buildSchema(readFileSync(path.join(root, file), 'utf8'), { assumeValid: true });

  test.each<[name: string, endpoints: string, createSchema: () => GraphQLSchema]>([
    ['the service', 'schema/rest', () => composeSchema().schema],
    ...examples.map((name): [string, string, () => GraphQLSchema] => [
      name,
      `examples/${name}/endpoints`,
      () => read(`examples/${name}/schema.graphql`),
    ]),
  ])(
    '%s',
    (_, endpoints, createSchema) => {
      const original = path.join(root, endpoints);
      const schema = createSchema();
      fc.assert(
        fc.property(edits, (all) => {
          rmSync(folder, { recursive: true });
          cpSync(original, folder, { recursive: true });
          const compile = createCompiler(schema);
          compile(folder);
          for (const edit of all) {
            editFolder(folder, original, edit);
            const [actual, expected] = [outcomeOf(() => compile(folder)), outcomeOf(() => compileApi(folder, schema))];
            expect(actual).toStrictEqual(expected);
            // In the same order of keys.
            expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
          }
        }),
        runs,
      );
    },
    60_000 * runs.numRuns,
  );
});

test('after any convention changes, a compiler returns or throws what compileApi does', () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const example = path.join(root, 'examples/conduit');
  cpSync(path.join(example, 'endpoints'), folder, { recursive: true });
  const schema = buildSchema(readFileSync(path.join(example, 'schema.graphql'), 'utf8'), { assumeValid: true });
  const compile = createCompiler(schema);
  // `.ci/run` takes each back as well.
  const changes = process.env['SPEC_RUNS'] === undefined ? CONVENTIONS : CONVENTIONS.flatMap((text) => [text, '{}']);
  for (const conventions of changes) {
    writeFiles(folder, { 'v1/conventions.json': conventions });
    const [actual, expected] = [outcomeOf(() => compile(folder)), outcomeOf(() => compileApi(folder, schema))];
    expect({ conventions, actual }).toStrictEqual({ conventions, actual: expected });
    expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
  }
});

describe('a compiler compiles again', () => {
  const schema = buildSchema(`
    type Query { book(id: ID, genre: Genre): Book shelf: Shelf! }
    type Mutation { move(id: ID!): Book }
    type Book { id: ID! title: String genre: Genre shelf: Shelf }
    type Shelf { name: String! }
    enum Genre { FACT FICTION }
  `);
  const get = (name: string, selection: string) =>
    `query ${name} @endpoint(method: GET, path: "/${name}") { book { ${selection} } }`;
  const files = {
    'conventions.json': '{}',
    'v1/plain.graphql': get('plain', 'id'),
    'v1/whole.graphql': get('whole', '...Book'),
    'v1/named.graphql': get('named', 'shelf { ...Shelf }'),
    'v1/move.graphql':
      'mutation move($id: ID!) @endpoint(method: POST, path: "/move", lookup: "find") { move(id: $id) { id } }',
    'v1/lookups/find.graphql': 'query find($genre: Genre) { book(genre: $genre) { id @export(as: "id") } }',
    'v1/shapes/Book.graphql': 'fragment Book on Book { title shelf { ...Shelf } }',
    'v1/shapes/Shelf.graphql': 'fragment Shelf on Shelf { name }',
    'v2/later.graphql': get('later', 'id title'),
  };
  let compile: () => ApiPlan;

  beforeEach(() => {
    const compiler = createCompiler(schema);
    compile = () => compiler(folder);
    writeFiles(folder, files);
    compile();
    vi.mocked(compileEndpoint).mockClear();
  });
  /** The names of the endpoints that a call compiles, each as often as it does. */
  const compiled = () => {
    vi.mocked(compileEndpoint).mockClear();
    const outcome = outcomeOf(compile);
    const names = vi.mocked(compileEndpoint).mock.calls.map(([{ operation }]) => operation.name.value);
    expect(outcome).toStrictEqual(outcomeOf(() => compileApi(folder, schema)));
    return names;
  };
  const edited = (edit: Parameters<typeof writeFiles>[1]) => {
    writeFiles(folder, edit);
    return compiled();
  };
  const all = ['move', 'named', 'plain', 'whole'];

  test.each<[what: string, edit: Parameters<typeof writeFiles>[1], endpoints: string[]]>([
    ['nothing where nothing changed', {}, []],
    ['a document that changed', { 'v1/plain.graphql': get('plain', 'title') }, ['plain']],
    ['a document that was added', { 'v2/more.graphql': get('more', 'title') }, ['more']],
    ['nothing where a document was removed', { 'v1/plain.graphql': undefined }, []],
    [
      'a document with another name',
      { 'v1/plain.graphql': undefined, 'v1/a.graphql': files['v1/plain.graphql'] },
      ['plain'],
    ],
    ['what spreads a shape', { 'v1/shapes/Book.graphql': 'fragment Book on Book { id }' }, ['whole']],
    [
      'what spreads a shape in a shape',
      { 'v1/shapes/Shelf.graphql': 'fragment Shelf on Shelf { n: name }' },
      ['named', 'whole'],
    ],
    [
      'what spreads a shape of a later version, there',
      { 'v2/shapes/Book.graphql': 'fragment Book on Book { id }' },
      ['whole'],
    ],
    [
      'nothing where a shape was added that nothing spreads',
      { 'v1/shapes/New.graphql': 'fragment New on Book { id }' },
      [],
    ],
    ['what runs a lookup', { 'v1/lookups/find.graphql': 'query find { book { id @export(as: "id") } }' }, ['move']],
    [
      'everything of conventions that all depend on',
      { 'conventions.json': '{"auth": {"default": "OPTIONAL"}}' },
      [...all, 'later'],
    ],
    ['nothing where nothing depends on what changed', { 'conventions.json': '{"errors": {"invalid": 422}}' }, []],
    ['what depends on what changed', { 'conventions.json': '{"idempotencyKey": "OPTIONAL"}' }, ['move']],
    ['nothing where conventions say the same', { 'conventions.json': '{"case": "preserve"}' }, []],
    [
      'everything of a version with other conventions',
      { 'v2/conventions.json': '{"auth": {"default": "OPTIONAL"}}' },
      [...all, 'later'],
    ],
    [
      'everything of a version with other dates',
      { 'v2/conventions.json': '{"deprecated": "2027-01-31"}' },
      [...all, 'later'],
    ],
    ['nothing where a version inherits everything', { 'v3/conventions.json': '{}' }, []],
  ])('%s', (_, edit, endpoints) => {
    expect(edited(edit).toSorted()).toEqual(endpoints.toSorted());
  });

  test('what lacks a shape, once there is another one', () => {
    expect(edited({ 'v1/plain.graphql': get('plain', '...Nook') })).toEqual(['plain']);
    expect(edited({ 'v1/named.graphql': get('named', 'id') })).toEqual(['named']);
    expect(edited({ 'v1/shapes/Other.graphql': 'fragment Other on Book { id }' })).toEqual(['plain']);
    expect(edited({ 'v1/shapes/Nook.graphql': 'fragment Nook on Book { id }' })).toEqual(['plain']);
    expect(compiled()).toEqual([]);
  });

  test('what depends on a file, once it can be read again', () => {
    expect(edited({ 'v1/shapes/Book.graphql': 'fragment Book on' })).toEqual([]);
    expect(edited({ 'v1/shapes/Book.graphql': files['v1/shapes/Book.graphql'] })).toEqual(['whole']);
    expect(edited({ 'v1/plain.graphql': get('plain', 'id {') })).toEqual([]);
    expect(edited({ 'v1/plain.graphql': files['v1/plain.graphql'] })).toEqual(['plain']);
    expect(edited({ 'conventions.json': '{' })).toEqual([]);
    expect(edited({ 'conventions.json': '{}' })).toEqual([]);
  });

  test('what was there before, but not the last time: nothing is kept that the folder does not use', () => {
    expect(edited({ 'v1/plain.graphql': get('plain', 'title') })).toEqual(['plain']);
    expect(edited({ 'v1/plain.graphql': files['v1/plain.graphql'] })).toEqual(['plain']);
    expect(edited({ 'v1/shapes/Shelf.graphql': 'fragment Shelf on Shelf { n: name }' })).toEqual(['named', 'whole']);
    expect(edited({ 'v1/shapes/Shelf.graphql': files['v1/shapes/Shelf.graphql'] })).toEqual(['named', 'whole']);
    expect(edited({ 'conventions.json': '{"auth": {"default": "OPTIONAL"}}' })).toHaveLength(5);
    expect(edited({ 'conventions.json': '{}' })).toHaveLength(5);
  });
});

/** The plan, or the diagnostics. */
function outcomeOf(compile: () => ApiPlan): unknown {
  try {
    return compile();
  } catch (error) {
    if (error instanceof DocumentError) return error.diagnostics;
    throw error;
  }
}
