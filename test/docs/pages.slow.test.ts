// Every code block of the README and of docs/ is executed: endpoint documents, conventions, TypeScript and YAML here, statements of SQL in
// sql.database.test.ts, commands and what they print in commands.process.test.ts. A block that none of them executes fails.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { parse as parseYaml } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPortico } from '../../src/gateway/index.ts';
import { LAYERS } from '../architecture/importFaults.ts';
import { requestDocuments } from '../commands/authoring/dev/support/requestEveryEndpoint.ts';
import { serveMocks } from '../commands/authoring/mock/support/startMock.ts';
import { Folder } from '../commands/support/runPortico.ts';
import { folderOf } from '../vocabulary/support/toy.ts';
import { serveSchema } from '../vocabulary/support/serveSchema.ts';
import {
  BLOCKS,
  type Block,
  CHECKED,
  PAGES,
  ROOT,
  blockOf,
  blocksOf,
  fileOf,
  kindOf,
  nameOf,
  readPageSchema,
} from './support/pageBlocks.ts';
import { HOST_ERRORS, runTypeScript } from './support/runTypeScript.ts';

const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
const OF_SERVICE = ['README.md', 'docs/service.md'];
const schemaOf = ({ page }: Block): string =>
  read(OF_SERVICE.includes(page) ? 'contracts/schema.graphql' : 'test/docs/support/schema.graphql');

describe('blocks', () => {
  test('are all executed', () => {
    expect(BLOCKS.length).toBeGreaterThan(60);
    expect(BLOCKS.filter((block) => kindOf(block) === undefined).map(nameOf)).toEqual([]);
  });

  test('with a title that a test asks for are there', () => {
    const titles = BLOCKS.filter((block) => kindOf(block) === 'checked').map(({ title }) => title);
    expect(new Set(titles)).toEqual(new Set(Object.values(CHECKED).flat()));
  });

  test('that are only looked at are few', () => {
    expect(blocksOf('yaml')).toHaveLength(3);
    // Pictures of processes, a trace, the life of a request, and the layout of the repository. The paths of the last two are checked below.
    expect(blocksOf('drawing')).toHaveLength(7);
  });
});

/** The files of a block of endpoint documents: a comment names one, or each operation is one. */
function documentsOf({ text, previous }: Block): Record<string, string> {
  const definitions = text.split(/\n\n(?=query|mutation|fragment|"|# v)/);
  const documents: Record<string, string> = {
    ...(text.includes('...Book') && { 'v1/shapes/Book.graphql': 'fragment Book on Book { id title }' }),
    ...(text.includes('...Product') && { 'v1/shapes/Product.graphql': 'fragment Product on Product { id name }' }),
  };
  for (const [index, definition] of definitions.entries()) {
    const [, named] = /^# (v\d+\/\S+)/.exec(definition) ?? [];
    const [, shape] = /^fragment (\w+)/.exec(definition) ?? [];
    documents[named ?? (shape === undefined ? `v1/document${index}.graphql` : `v1/shapes/${shape}.graphql`)] =
      definition;
    if (shape !== undefined) {
      documents[`v1/get${shape}.graphql`] =
        `query get${shape}($id: ID!) @endpoint(method: GET, path: "/shapes/{id}") { ${shape.toLowerCase()}(id: $id) { ...${shape} } }`;
    }
  }
  if (previous && kindOf(previous) === 'conventions') documents['conventions.json'] = previous.text;
  return documents;
}

describe('an endpoint document is served as it is written', () => {
  test.each(blocksOf('endpoint'))('%s', async (_, block) => {
    const documents = Object.entries(documentsOf(block)).map(([name, text]) => [`rest/${name}`, text]);
    const dev = await serveMocks({ 'schema.graphql': schemaOf(block), ...Object.fromEntries(documents) });
    expect(dev.output()).not.toContain('is not executed yet');
    const document = (await dev.get('/v1/openapi.json')).json as object;
    const { requests, faults } = await requestDocuments(dev.url, new Map([['/v1/openapi.json', document]]));
    expect(requests).toBeGreaterThan(0);
    // Mock data may be an error as data.
    expect(faults.filter((fault) => !(block.text.includes('@error') && fault.includes(': 422 ')))).toEqual([]);
  });
});

describe('conventions.json, or api.json, is valid', () => {
  test.each([...blocksOf('conventions'), ...blocksOf('api.json')])('%s', (_, block) => {
    const folder = folderOf({
      [kindOf(block) === 'conventions' ? 'v1/conventions.json' : 'api.json']: block.text,
      'v1/login.graphql':
        'mutation login($title: String!) @endpoint(method: POST, path: "/login") { addBook(title: $title) { id createdAt printedAt details } }',
      'v1/search.graphql':
        'query search($words: [String!]!) @endpoint(method: POST, path: "/search") { search(words: $words) { id } }',
      'v1/addBook.graphql':
        'mutation addBook($title: String!) @endpoint(method: POST, path: "/books", status: 201) { addBook(title: $title) { id } }',
      'v1/listOrders.graphql': 'query listOrders @endpoint(method: GET, path: "/orders") { search(words: []) { id } }',
      'v1/createOrder.graphql':
        'mutation createOrder($title: String!) @endpoint(method: POST, path: "/orders", status: 201) { addBook(title: $title) { id } }',
    });
    expect(() => createPortico({ schema: readPageSchema(), endpoints: folder })).not.toThrow();
    rmSync(folder, { recursive: true });
  });
});

test('a resource of JSON:API is sent as docs/endpoints.md says', async () => {
  const block = blockOf('docs/endpoints.md', 'resource');
  const values = { id: 'p1', name: 'Boot', created: '2027-01-31', category: { id: 'c1' } };
  const schema = readPageSchema();
  schema.getQueryType()!.getFields()['product']!.resolve = () => values;
  const conventions = JSON.stringify({ enums: { __typename: { Product: 'products', Category: 'categories' } } });
  const api = await serveSchema(schema, {
    ...documentsOf(block.previous!),
    'conventions.json': conventions,
  });
  const { json } = await api.send('GET /v1/shapes/p1');
  api.close();
  expect(json).toEqual(JSON.parse(block.text));
});

describe('a schema that does not fit a plan is reported as the page says', () => {
  test('docs/library.md', async () => {
    const folder = new Folder({
      'schema.graphql': 'type Query { book(id: ID!): Book } type Book { title: String }',
      'rest/v1/getBook.graphql':
        'query getBook($id: ID!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { title } }',
    });
    await folder.run('build --schema schema.graphql --endpoints rest --out plan.json');
    const plan = folder.json('plan.json') as never;
    const served = buildSchema('type Query { book(id: ID!, isbn: String!): Book } type Book { title: String! }');
    expect(() => createPortico({ schema: served, plan })).toThrow(blockOf('docs/library.md', 'misfits').text.trimEnd());
  });
});

/** Modules that blocks of TypeScript import, in the folder of each page. */
const BESIDE: Readonly<Record<string, string>> = {
  'plan.json': '{}',
  'schema.d.ts': "export declare const schema: import('graphql').GraphQLSchema;\n",
  'callers.ts': `type Caller = import('portico').PorticoCaller;
export declare const findCaller: (authorization: string | undefined) => Promise<Caller | null>;
export declare const createLoaders: () => object;\n`,
};

/** The path of a block that is compiled: its page, and its line or its name. */
const pathOf = (block: Block): string => path.join(block.page, fileOf(block) ?? `line${block.line}.ts`);

describe('TypeScript', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-docs-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const blocks = blocksOf('typescript');

  beforeAll(() => {
    const root = fileURLToPath(ROOT);
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const config = {
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        rootDir: '/',
        incremental: false,
        noImplicitAny: false,
        types: ['node'],
        paths: { portico: [path.join(root, 'src/gateway/index.ts')] },
      },
      include: ['**/*.ts', path.join(root, 'test/docs/support/*.d.ts')],
      exclude: ['node_modules'],
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
    for (const page of PAGES) {
      mkdirSync(path.join(folder, page), { recursive: true });
      for (const [file, text] of Object.entries(BESIDE)) writeFileSync(path.join(folder, page, file), text);
    }
    for (const [, block] of blocks) writeFileSync(path.join(folder, pathOf(block)), `${block.text}\nexport {};\n`);
  });

  test('has no type errors', () => {
    const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', ROOT));
    let output = '';
    try {
      execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    expect(output).toBe('');
  });

  test.each(blocks)('runs: %s', async (_, block) => {
    const run = await runTypeScript(block);
    expect(run).toMatchObject({
      responses: run.responses.map(() => expect.stringMatching(/^200 {"id":"1","title":"/)),
    });
    if (block.text.includes('.listen(') || block.text.includes('app.use(')) expect(run.responses).toHaveLength(1);
    if (block.text.includes('defineConfig')) {
      expect(run.exports.default).toMatchObject({ endpoints: expect.stringMatching(/./) as string });
    }
    const { fetch } = { ...run.exports.default };
    const response = await fetch?.(new Request('http://localhost/v1/books/1'));
    if (response) expect([response.status, await response.json()]).toMatchObject([200, { id: '1' }]);
    const order = run.exports.resolvers?.Query?.order;
    if (order) {
      const claims = { role: 'customer' };
      expect(order(null, { id: 1 }, { caller: { subject: 'ada', claims } })).toEqual({ id: 1, customer: 'ada' });
      expect(order(null, { id: 1 }, { caller: { claims: { role: 'staff' } } })).toEqual({ id: 1 });
    }
    const { getPersistedOperation } = { ...run.exports.gatewayConfig?.persistedDocuments };
    if (getPersistedOperation) expect(['a', 'b'].map(getPersistedOperation)).toEqual(['query { book { id } }', null]);
    const mapped = HOST_ERRORS.map((error) => run.exports.mapError?.(error)?.status);
    if (run.exports.mapError) expect(mapped).toEqual([403, 410, 409, undefined]);
  });
});

test.each(blocksOf('yaml'))('YAML is valid: %s', (_, { text }) => {
  expect(Object.keys(parseYaml(text) as object).length).toBeGreaterThan(1);
});

test('every path in the layout of docs/repository.md exists', () => {
  const folders: string[] = [];
  const missing: string[] = [];
  const [layout] = BLOCKS.filter(({ page, language }) => page === 'docs/repository.md' && language === '');
  for (const line of layout!.text.trimEnd().split('\n')) {
    const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line)!;
    folders.splice(indent.length / 2, Infinity, name);
    if (!existsSync(new URL(folders.join(''), ROOT))) missing.push(folders.join(''));
  }
  expect([folders.length > 0, missing]).toEqual([true, []]);
});

test('the rooms of docs/how-it-works.md are those that the imports keep to, the highest first', () => {
  const rows = blockOf('docs/how-it-works.md', 'rooms').text.trimEnd().split('\n');
  const rooms = rows.map((row) => row.split(/ {2,}/)[0]!.split(' | '));
  expect(rooms.toReversed()).toEqual(LAYERS['gateway']);
});

describe('what a page for contributors names exists', () => {
  const files = ['src', 'test', 'schema', 'contracts', 'examples'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.includes('node_modules'))
      .map((file) => `/${folder}/${file}`),
  );
  const sources = files.filter((file) => /^\/src\/.*\.ts$/.test(file));
  const code = sources.map((file) => read(`.${file}`)).join('\n');
  test.each(['CONTRIBUTING.md', 'docs/how-it-works.md', 'docs/principles.md'])('%s', (page) => {
    const text = read(page);
    const named = [...text.matchAll(/(?<![\w./*-])[\w./-]+\.(?:ts|graphql)\b/g)].map(([file]) => file);
    const names = [...text.matchAll(/`([a-z]+[A-Z]\w+)`/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !files.some((each) => each.endsWith(`/${file}`)))).toEqual([]);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });
});

test('every file that docs/security.md names exists', () => {
  const named = [...read('docs/security.md').matchAll(/`([\w./]+\.(?:ts|mjs|yml))`/g)].map(([, file]) => file!);
  const files = ['src', 'test', '.ci', '.github'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.includes('node_modules/'))
      .map((file) => `/${folder}/${file}`),
  );
  expect(named.length).toBeGreaterThan(30);
  // Of the user of a package, and so in no folder.
  const own = ['portico.config.ts'];
  expect(named.filter((file) => !own.includes(file) && !files.some((each) => each.endsWith(`/${file}`)))).toEqual([]);
});

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

test('every link leads somewhere', () => {
  const broken: string[] = [];
  let count = 0;
  for (const page of PAGES) {
    for (const [, link] of read(page).matchAll(/\]\((?!https?:)([^()\s]+)\)/g)) {
      count += 1;
      const [file = '', anchor] = link!.split('#');
      const target = new URL(file === '' ? path.basename(page) : file, new URL(page, ROOT));
      const hasAnchor = (wanted: string) =>
        [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].some(([, heading]) => anchorOf(heading!) === wanted);
      if (!existsSync(target) || (anchor !== undefined && !hasAnchor(anchor))) broken.push(`${page}: ${link}`);
    }
  }
  expect([count > 80, broken]).toEqual([true, []]);
});
