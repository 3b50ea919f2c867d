import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocumentError } from '../../../src/gateway/base/errors/Diagnostic.ts';
import { isModule, loadSchema } from '../../../src/project/loadSchema.ts';

const SDL = 'type Query { hello: String }';
const BUILT = `buildSchema('${SDL}')`;
const IMPORT = "import { buildSchema } from 'graphql';";
const REQUIRE = "const { buildSchema } = require('graphql');";
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-schema-'));
  const graphql = path.dirname(createRequire(import.meta.url).resolve('graphql'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(graphql, path.join(folder, 'node_modules/graphql'));
  for (const type of ['module', 'commonjs']) {
    mkdirSync(path.join(folder, type));
    writeFileSync(path.join(folder, type, 'package.json'), JSON.stringify({ type }));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('knows modules by their extension', () => {
  const names = ['a.ts', 'a.js', 'a.mts', 'a.mjs', 'a.cts', 'a.cjs', 'a.graphql', 'a.json', 'ts'];
  expect(names.filter(isModule)).toEqual(names.slice(0, 6));
});

test.each([
  ['sdl.graphql', SDL],
  ['introspection.json', JSON.stringify(introspectionFromSchema(buildSchema(SDL)))],
  ['response.json', JSON.stringify({ data: introspectionFromSchema(buildSchema(SDL)) })],
  ['named.ts', `${IMPORT} export const schema = ${BUILT};`],
  ['default.mts', `${IMPORT} export default ${BUILT};`],
  ['module/default.js', `${IMPORT} export default ${BUILT};`],
  ['module/named.ts', `${IMPORT} export const schema = ${BUILT};`],
  ['named.mjs', `${IMPORT} export const schema = ${BUILT};`],
  ['await.mjs', `${IMPORT} export const schema = await Promise.resolve(${BUILT});`],
  ['await.ts', `${IMPORT} export default await Promise.resolve(${BUILT});`],
  [
    'awaitWithin.ts',
    `${IMPORT} const built = { schema: await Promise.resolve(${BUILT}) }; export default built.schema;`,
  ],
  ['promise.ts', `${IMPORT} export const schema = Promise.resolve(${BUILT});`],
  ['promise.cjs', `${REQUIRE} module.exports = Promise.resolve(${BUILT});`],
  ['commonjs/whole.js', `${REQUIRE} module.exports = ${BUILT};`],
  ['named.cjs', `${REQUIRE} exports.schema = ${BUILT};`],
  [
    'default.cjs',
    `${REQUIRE} Object.defineProperty(exports, '__esModule', { value: true }); exports.default = ${BUILT};`,
  ],
])('loads %s', async (name, text) => {
  const schema = await loadSchema(write(name, text));
  expect(Object.keys(schema.getQueryType()!.getFields())).toEqual(['hello']);
});

test('evaluates once each module that several import, which may import each other', async () => {
  const file = write(
    'main.ts',
    `import { GraphQLObjectType, GraphQLSchema } from 'graphql';
     import { Book } from './Book.ts';
     import { Author } from './Author.ts';
     const fields = { book: { type: Book }, author: { type: Author } };
     export const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) });`,
  );
  const type = (name: string, other: string) =>
    `import { GraphQLObjectType } from 'graphql';
     import { ${other} } from './${other}';
     export const ${name} = new GraphQLObjectType({ name: '${name}', fields: () => ({ other: { type: ${other} } }) });`;
  write('Book.ts', type('Book', 'Author'));
  write('Author.ts', type('Author', 'Book'));
  expect(Object.keys((await loadSchema(file)).getTypeMap())).toEqual(expect.arrayContaining(['Book', 'Author']));
});

test.each(['ts', 'mjs', 'cjs'])('loads a module and what it imports anew: %s', async (extension) => {
  const file = write(
    `anew.${extension}`,
    extension === 'cjs'
      ? `${REQUIRE} exports.schema = buildSchema(require('./sdl.cjs').sdl);`
      : `${IMPORT} import { sdl } from './sdl.${extension}'; export const schema = buildSchema(sdl);`,
  );
  for (const field of ['one', 'two']) {
    const text = `sdl = 'type Query { ${field}: Int }';`;
    write(`sdl.${extension}`, extension === 'cjs' ? `exports.${text}` : `export const ${text}`);
    expect(Object.keys((await loadSchema(file)).getQueryType()!.getFields())).toEqual([field]);
  }
});

test.each([
  ['empty.ts', 'export {};', /empty\.ts must export a GraphQLSchema as schema, or by default\.$/],
  ['text.cjs', "module.exports = 'type Query';", /text\.cjs must export a GraphQLSchema as schema, or by default\.$/],
  [
    'throws.mjs',
    "\nthrow new TypeError('No database.');",
    /throws\.mjs cannot be loaded: No database\. \(.*throws\.mjs:2\)$/,
  ],
  ['syntax.ts', '\n\nexport const schema = ;', /syntax\.ts cannot be loaded: Unexpected token \(.*syntax\.ts:3:22\)$/],
  [
    'import.ts',
    "import './nowhere.ts';",
    /import\.ts cannot be loaded: Cannot find module '\.\/nowhere\.ts' \(.*import\.ts\)$/,
  ],
  [
    'invalid.ts',
    "import { GraphQLSchema } from 'graphql'; export default new GraphQLSchema({});",
    /invalid\.ts is not a valid GraphQL schema\. Query root type must be provided\.$/,
  ],
  [
    'copy.cjs',
    "class GraphQLSchema { get [Symbol.toStringTag]() { return 'GraphQLSchema'; } } exports.schema = new GraphQLSchema();",
    /copy\.cjs exports a schema of another copy of the package graphql\..* Install Portico in the project of the schema, .* npm ls graphql must list one copy\.$/,
  ],
  ['broken.json', '{}', /broken\.json is not the result of an introspection\./],
])('refuses %s with %j', async (name, text, message) => {
  const failure = await loadSchema(write(name, text)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringMatching(message) });
  // A TypeError would be shown with its stack.
  expect((failure as Error).constructor).toBe(Error);
});

test('names the position of an error of SDL as of a document', async () => {
  const file = write('broken.graphql', 'type Query {\n  a: [Int\n}\n');
  await expect(loadSchema(file)).rejects.toThrow(DocumentError);
  await expect(loadSchema(file)).rejects.toThrow(`${file}:3:1: Syntax Error: Expected "]", found "}".`);
  const unknown = write('unknown.graphql', 'type Query {\n  a: B\n}');
  await expect(loadSchema(unknown)).rejects.toThrow(`${unknown}:2:6: Unknown type "B".`);
});
