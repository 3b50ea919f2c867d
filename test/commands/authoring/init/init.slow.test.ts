// `portico init`: the choices of options and prompts, and the files that it writes.
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildSchema, introspectionFromSchema, validateSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { KEYS, fakeTerminal } from '../../support/fakeTerminal.ts';
import { API } from '../support/propose.ts';
import { type Run, runPortico } from '../../support/runPortico.ts';
import { serveUpstream } from '../support/serveUpstream.ts';
import { makeFolder, readFolder } from './support/makeFolder.ts';
import { SDL } from './support/proposal.ts';

const { enter, down, tab, cancel } = KEYS;
const SCHEMA = { 'schema.graphql': SDL };
const INTROSPECTION = { data: introspectionFromSchema(buildSchema(SDL)) };
const GRAPHQL = createRequire(import.meta.url).resolve('graphql');
const MODULE = `import { buildSchema } from '${GRAPHQL}';\nexport const schema = buildSchema(${JSON.stringify(SDL)});\n`;
const URL = 'http://127.0.0.1:1/graphql';

type Files = Record<string, string>;

interface Outcome extends Run {
  files: Record<string, string | undefined>;
}

/** Runs init in a folder with these files, or in the folder `below` it. */
async function init(existing: Files, args: readonly string[] = [], below = ''): Promise<Outcome> {
  const folder = makeFolder(existing);
  const result = await runPortico(['init', ...args], path.join(folder, below));
  return { ...result, files: readFolder(folder) };
}

/** Runs init in a terminal, where a person answers. */
async function ask(existing: Files, args: readonly string[], ...answers: [question: string, keys: string][]) {
  const folder = makeFolder(existing);
  const terminal = fakeTerminal(...answers);
  const result = await runPortico(['init', ...args], folder, { terminal });
  return { ...result, files: readFolder(folder) as Outcome['files'] };
}

/** The endpoints, shapes aside, that init wrote. */
const documentsOf = (files: object) => Object.keys(files).filter((file) => /\/v1\/(?!shapes\/).*\.graphql$/.test(file));

const expectRefusal = (outcome: Outcome, existing: Files, message: string | RegExp, code: number) => {
  const stderr = typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message);
  expect(outcome).toEqual({ code, stdout: '', stderr, files: existing });
};

test('writes a project that check, routes and contracts accept, and leaves it as it is the next time', async () => {
  const folder = makeFolder(SCHEMA);
  const commit = () => {
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
      [...author, 'commit', '--quiet', '--message', 'x'],
    ])
      execFileSync('git', args, { cwd: folder });
  };
  expect((await runPortico(['init', '--yes'], folder)).stdout).toContain('3 endpoints in rest/v1/');
  const checked = { code: 0, stdout: 'No errors in 3 endpoints of 1 version\n', stderr: '' };
  expect(await runPortico(['check'], folder)).toEqual(checked);
  expect((await runPortico(['routes'], folder)).stdout).toMatch(/GET +\/books\/\{id\}/);
  expect(await runPortico(['contracts'], folder)).toMatchObject({ code: 0 });
  commit();
  expect(await runPortico(['contracts', '--check', '--github'], folder)).toMatchObject({ code: 0 });
  const before = readFolder(folder);
  expect(await runPortico(['init', '--yes'], folder)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'portico: This folder is already set up: it has portico.config.ts. To add endpoints, run: portico add FIELD\n',
  });
  expect(readFolder(folder)).toEqual(before);
});

describe('the schema', () => {
  test.each<[string, Files, string]>([
    ['the usual name before others', { 'a.graphql': SDL, 'schema.json': '{}', ...SCHEMA }, 'schema.graphql'],
    ['an introspection', { 'schema.json': JSON.stringify(INTROSPECTION) }, 'schema.json'],
    ['the only file of SDL', { 'api.gql': SDL }, 'api.gql'],
  ])('is %s', async (_, existing, file) => {
    expect((await init(existing)).files['portico.config.ts']).toContain(`schema: '${file}',`);
  });

  test.each([
    ['./api/schema.json', 'api/schema.json', ''],
    ['../api/schema.json', '../api/schema.json', 'app'],
  ])('that is named as %s is %s', async (argument, file, below) => {
    const { files } = await init({ 'api/schema.json': JSON.stringify(INTROSPECTION), 'app/': '' }, [argument], below);
    expect(files[path.join(below, 'portico.config.ts')]).toContain(`schema: '${file}',`);
    expect(documentsOf(files)).toHaveLength(3);
  });

  test.each<[string, Files, string[], string, number]>([
    ['no file', {}, [], 'A schema is required: portico init schema.graphql, or portico init https://', 2],
    [
      'several files',
      { 'b.graphqls': SDL, 'a.graphql': SDL, 'c.gql': SDL },
      [],
      'A schema must be named; this folder has a.graphql, b.graphqls, c.gql: portico init a.graphql\n',
      2,
    ],
    ['a file that does not exist', {}, ['http.graphql'], 'The schema file http.graphql does not exist.', 2],
    ['a path of Windows', {}, ['C:\\a.graphql'], 'The schema file C:\\a.graphql does not exist.', 2],
    ['a file that is no schema', { 'a.graphql': 'query { a }' }, ['a.graphql'], 'a.graphql:1:', 1],
    ['a URL that does not respond', {}, [URL], `Introspection of ${URL} failed: `, 1],
    [
      'a schema without a field for an endpoint',
      { 'schema.graphql': 'type Query { _dummy: Int }' },
      [],
      'No field of the schema can become an endpoint.\nportico: Query._dummy: Its name begins with an underscore',
      1,
    ],
  ])('%s is refused, and nothing is written', async (_, existing, args, message, code) => {
    expectRefusal(await init(existing, args), existing, message, code);
  });

  test('of a folder is no schema', async () => {
    expectRefusal(await init({ 'schema.graphql/': '' }), {}, 'A schema is required: ', 2);
  });

  test('that is not valid as a whole is read in part', async () => {
    const { stdout } = await init({ 'schema.graphql': `${SDL}extend type Query { book: Int }` });
    expect(stdout).toMatch(
      /\n\nNot valid in the schema; the rest of it was read:\n {2}schema\.graphql:\d+:\d+: Field "Query\.book" .*\n\n/,
    );
  });
});

describe('a URL', () => {
  test('uses a file that has the same schema, and refuses another', async () => {
    const { url } = await serveUpstream(() => INTROSPECTION);
    const { files } = await init({}, [url]);
    const schema = { 'schema.graphql': files['schema.graphql']! };
    expect((await init(schema, [url])).files['schema.graphql']).toBe(schema['schema.graphql']);
    const other = { 'schema.graphql': SDL.replaceAll('Book', 'Tome') };
    const message = `schema.graphql already exists, with a schema other than that of ${url}. Rename or remove it, or use it: portico init schema.graphql --upstream ${url}\n`;
    expectRefusal(await init(other, [url]), other, message, 2);
  });

  test('says what to do where introspection fails, and repeats no credentials', async () => {
    const { url, received } = await serveUpstream(() => ({ errors: [{ message: 'No.' }] }), 401);
    const refused = await init({}, [`${url}?key=s3cret`, '--upstream-header', 'X-Key: s3cret']);
    expect(received[0]!.headers['x-key']).toBe('s3cret');
    expectRefusal(
      refused,
      {},
      /^portico: Introspection of http:\S+ failed: .*\nportico: If it needs credentials, pass --upstream-header "Authorization: …"\. Without introspection, pass the schema as a file: portico init schema\.graphql --upstream http:\S+\/graphql\n$/,
      1,
    );
    expect(refused.stderr).not.toContain('s3cret');
  });

  test('says that a page is no GraphQL endpoint, without advice on credentials', async () => {
    const { url } = await serveUpstream(() => '<html>');
    const message = /not a GraphQL endpoint.* Did you mean \S+\/graphql\?\n$/;
    expectRefusal(await init({}, [url.replace('/graphql', '')]), {}, message, 1);
  });
});

describe('options', () => {
  test.each<[string[], string[]]>([
    [['--upstream', URL], [`upstream: '${URL}'`]],
    [
      ['--upstream', URL, '--upstream-header', 'Authorization: s3cret', '--upstream-header', 'X-Key: s3cret'],
      ["headers: { authorization: process.env.UPSTREAM_AUTHORIZATION, 'x-key': process.env.UPSTREAM_X_KEY },"],
    ],
    [['--endpoints', './a/../api/rest/'], ["endpoints: 'api/rest'"]],
    [['--endpoints', '.git-lab'], ["endpoints: '.git-lab'"]],
  ])('%j are in the configuration, which check reads', async (args, lines) => {
    const folder = makeFolder({ "it's.graphql": SDL });
    expect(await runPortico(['init', "it's.graphql", ...args], folder)).toMatchObject({ code: 0, stderr: '' });
    const files = readFolder(folder);
    for (const line of [String.raw`schema: 'it\'s.graphql',`, ...lines])
      expect(files['portico.config.ts']).toContain(line);
    expect(Object.values(files).join('')).not.toContain('s3cret');
    expect(await runPortico(['check'], folder)).toMatchObject({ code: 0 });
  });

  test.each([
    [
      ['schema.graphql', '--upstream-header', 'A: b'],
      '--upstream-header requires a URL: portico init https://api.example.com/graphql, or --upstream URL.',
    ],
    [['schema.graphql', '--upstream', 'nowhere'], '--upstream must be an http or https URL'],
    ...['', '.', '../rest', '/tmp/rest', 'a/../..'].map((folder): [string[], string] => [
      ['schema.graphql', '--endpoints', folder],
      '--endpoints: The folder of endpoint documents must be below this one, such as rest.\n',
    ]),
    [['--fields', ' , '], '--fields must name root fields, such as "user,users", or "Query" for all queries.'],
  ])('%j are refused', async (args, message) => {
    expectRefusal(await init(SCHEMA, args), SCHEMA, message, 2);
  });

  test('of an upstream are refused beside a URL', async () => {
    const { url } = await serveUpstream(() => INTROSPECTION);
    const message = '--upstream is for a schema file; the URL of the API was given already.\n';
    expectRefusal(await init({}, [url, '--upstream', URL]), {}, message, 2);
  });
});

describe('--fields', () => {
  const ROOTS = {
    'schema.graphql': `
      schema { query: Root mutation: Mutation subscription: Subscription }
      type Root { user: User users: [User!]! login: Int orderLines: [Int!]! shop_settings: Int }
      type Mutation { createUser: User login: Int }
      type Subscription { userChanged: Int } type User { id: ID! }`,
  };

  test.each([
    ['user, users', ['Root.user', 'Root.users']],
    [
      'Root,createUser',
      ['Root.user', 'Root.users', 'Root.login', 'Root.orderLines', 'Root.shop_settings', 'Mutation.createUser'],
    ],
    ['Mutation.login', ['Mutation.login']],
    ['user,Root.user,', ['Root.user']],
  ])('%s', async (fields, coordinates) => {
    const { endpoints, skipped } = JSON.parse((await init(ROOTS, ['--json', '--fields', fields])).stdout) as {
      endpoints: { coordinate: string }[];
      skipped: object[];
    };
    expect([endpoints.map(({ coordinate }) => coordinate), skipped]).toEqual([coordinates, []]);
  });

  test.each([
    ['login', '"login" is in more than one type; write Root.login or Mutation.login.'],
    ['userChanged', '"userChanged" is a subscription, which no endpoint can serve yet.'],
    ['Query.user', 'The schema has no root field "Query.user"; known fields are "Root.user", "Root.users", '],
    ['/', 'The schema has no root field "/"; known fields are "user", "users", '],
    ...[
      ['usres', 'user'],
      ['Root.user_', 'Root.user'],
      ['getUser', 'user'],
      ['rest/v1/listOrderLines.graphql', 'orderLines'],
      ['/v1/order-lines', 'orderLines'],
      ['GET /users/{id}', 'users'],
      ['getShopSettings', 'shop_settings'],
    ].map(([field, nearest]) => [field!, `The schema has no root field "${field}"; did you mean "${nearest}"`]),
  ])('refuses %s', async (field, message) => {
    expectRefusal(await init(ROOTS, ['--fields', field!]), ROOTS, message!, 2);
  });
});

describe('prompts', () => {
  test('ask for all that is open', async () => {
    const { stdout, files } = await ask(
      SCHEMA,
      [],
      ['Which GraphQL schema?', enter],
      ['The URL of the GraphQL API', `http://${enter}`],
      ['The URL must be an http', `127.0.0.1:1/graphql${enter}`],
      ['The folder for', `../outside${enter}`],
      ['must be below this one', `\u0015api${enter}`],
      ['Which endpoints?', down + enter],
      ['Choose endpoints', `/books${tab}${down}${tab}${enter}`],
    );
    expect(stdout).toContain('2 endpoints in api/v1/');
    expect(files['portico.config.ts']).toContain(`upstream: '${URL}'`);
    expect(documentsOf(files)).toEqual(['api/v1/books/createBook.graphql', 'api/v1/books/getBook.graphql']);
  });

  test('ask for no upstream where a module executes', async () => {
    const { stdout, stderr } = await ask({ 'schema.mjs': MODULE }, ['schema.mjs'], ['The folder for', cancel]);
    expect(stderr).toBe('portico: Cancelled. Nothing was written.\n');
    expect(stdout).not.toContain('The URL of the GraphQL API');
  });

  test('have defaults: all endpoints in rest, without an upstream', async () => {
    const { files } = await ask(
      SCHEMA,
      [],
      ['Which GraphQL schema?', enter],
      ['The URL of the GraphQL API', enter],
      ['The folder for', enter],
      ['Which endpoints?', enter],
    );
    expect(files['portico.config.ts']).not.toContain('upstream');
    expect(documentsOf(files).map((file) => path.dirname(file))).toEqual([
      'rest/v1/authors',
      'rest/v1/books',
      'rest/v1/books',
    ]);
  });

  test('offer the files that were found, and select no endpoint at first', async () => {
    const { stdout, files } = await ask(
      { 'a.graphql': 'type Query { a: Int }', 'b.graphql': SDL },
      ['--upstream', URL, '--endpoints', 'rest'],
      ['Which GraphQL schema?', down + enter],
      ['Which endpoints?', down + enter],
      ['Choose endpoints', `create${tab}${enter}`],
    );
    expect(stdout).toContain('POST /books');
    expect(documentsOf(files)).toEqual(['rest/v1/books/createBook.graphql']);
  });

  test('take another file, and ask again for one that does not exist', async () => {
    const { files } = await ask(
      { 'api/b.graphql': SDL },
      ['--upstream', URL, '--endpoints', 'rest', '--fields', 'book'],
      ['A schema file, or the URL', enter],
      ['Name a file or a URL.', `api/b${enter}`],
      ['api/b does not exist.', `.graphql${enter}`],
    );
    expect(files['portico.config.ts']).toContain("schema: 'api/b.graphql'");
  });

  test('take a URL instead of the files', async () => {
    const { url } = await serveUpstream(() => INTROSPECTION);
    const { files } = await ask(
      { 'a.graphql': SDL },
      ['--endpoints', 'rest', '--fields', 'book'],
      ['Which GraphQL schema?', down + enter],
      ['A schema file, or', `${url}${enter}`],
    );
    expect(files['portico.config.ts']).toContain(`upstream: '${url}'`);
  });

  test.each<[string, string[]]>([
    ['that options say', ['schema.graphql', '--upstream', URL, '--endpoints', 'rest', '--fields', 'book']],
    ['with --yes', ['schema.graphql', '--yes']],
    ['with --json', ['schema.graphql', '--json']],
  ])('ask for nothing %s', async (_, args) => {
    const { stdout, code } = await ask(SCHEMA, args);
    expect(code).toBe(0);
    expect(stdout).not.toContain('?');
  });

  test('that are cancelled write nothing', async () => {
    const { code, stderr, files } = await ask(
      SCHEMA,
      [],
      ['Which GraphQL schema?', enter],
      ['The URL of the GraphQL API', enter],
      ['The folder for', enter],
      ['Which endpoints?', cancel],
    );
    expect({ code, stderr, files }).toEqual({
      code: 1,
      stderr: 'portico: Cancelled. Nothing was written.\n',
      files: SCHEMA,
    });
  });
});

describe('the files', () => {
  test('of a new project are these, the configuration last', async () => {
    const { stdout, files } = await init(SCHEMA, ['--json']);
    expect(JSON.parse(stdout)).toEqual({
      endpoints: [
        { coordinate: 'Query.book', method: 'GET', path: '/books/{id}', file: 'rest/v1/books/getBook.graphql' },
        { coordinate: 'Query.authors', method: 'GET', path: '/authors', file: 'rest/v1/authors/listAuthors.graphql' },
        { coordinate: 'Mutation.createBook', method: 'POST', path: '/books', file: 'rest/v1/books/createBook.graphql' },
      ],
      skipped: [],
      unconfirmed: [],
      written: [
        'rest/api.json',
        'rest/conventions.json',
        'rest/v1/shapes/Book.graphql',
        'rest/v1/shapes/Author.graphql',
        'rest/v1/books/getBook.graphql',
        'rest/v1/authors/listAuthors.graphql',
        'rest/v1/books/createBook.graphql',
        'graphql.config.yml',
        '.github/workflows/portico.yml',
        'README.md',
        '.gitignore',
        'package.json',
        'portico.config.ts',
      ],
      kept: [],
      warnings: [],
      variables: [],
      next: 'curl http://127.0.0.1:4000/v1/authors',
    });
    expect(JSON.parse(files['rest/api.json']!)).toEqual({ name: 'portico', defaultVersion: 1, versioning: 'both' });
    expect(files['rest/conventions.json']).toMatch(/^\{\n {2}"errors": \{\n/);
    expect(files['.gitignore']).toBe('node_modules/\n');
    expect(files['portico.config.ts']).toBe(`import { defineConfig } from 'portico';

export default defineConfig({
  schema: 'schema.graphql',
  endpoints: 'rest',
});
`);
    expect(JSON.parse(files['package.json']!)).toEqual({
      private: true,
      type: 'module',
      scripts: { dev: 'portico dev --mock', check: 'portico check', contracts: 'portico contracts' },
      dependencies: { portico: expect.stringMatching(/^\^\d+\.\d+\.\d+/) },
    });
  });

  test('say in no contract what they leave out, and have the bounds of files', async () => {
    const sdl = `scalar Upload type Query { user(id: ID!): User } type User { id: ID! friends: [User!]! }
      type Mutation { upload(file: Upload!): Int }`;
    const folder = makeFolder({ 'schema.graphql': sdl });
    await runPortico(['init', '--yes'], folder);
    expect(readFolder(folder)['rest/v1/shapes/User.graphql']).toContain('# Left out: friends.');
    await runPortico(['build', ...API, '--out', 'plan.json'], folder);
    const { stdout } = await runPortico(['openapi', ...API], folder);
    const plan = readFolder(folder)['plan.json']!;
    expect(plan + stdout).not.toContain('Left out');
    expect(plan).toMatch(/"uploads":\s*\{\s*"maxBytes":\s*16777216,\s*"maxFiles":\s*10\s*[,}]/);
  });

  test.each<[string, Files, string | undefined, string]>([
    ['README.md', { 'README.md': '# Shop\r\n' }, 'rest/README.md', ''],
    ['the workflow', { '.github/workflows/portico.yml': 'name: Mine' }, undefined, '.github/workflows/portico.yml'],
    ['the properties of the API', { 'rest/api.json': '{"name": "books"}' }, undefined, 'rest/api.json'],
    ['conventions', { 'rest/conventions.json': '{"page":  {"max": 50}}' }, undefined, 'rest/conventions.json'],
    ...['graphql.config.yml', 'graphql.config.ts', '.graphqlrc', '.graphqlrc.json', 'graphql.config.cjs'].map(
      (name): [string, Files, string | undefined, string] => [name, { [name]: '{}' }, undefined, name],
    ),
  ])('that exist stay: %s', async (_, existing, instead, kept) => {
    const { files, stdout } = await init({ ...SCHEMA, ...existing });
    expect(files).toMatchObject(existing);
    if (instead !== undefined) expect(files).toHaveProperty([instead]);
    if (kept !== '') expect(stdout).toContain(`\n\nExisting files, not changed:\n  ${kept}\n\n`);
    expect('graphql.config.yml' in files).toBe(!/graphql\.?(?:config|rc)/.test(kept) || kept === 'graphql.config.yml');
  });

  test.each([
    [
      'four spaces and CRLF',
      '{\r\n    "scripts": { "a": "b" }\r\n}\r\n',
      /^\{(?:\r\n|[^\r\n])*\r\n {8}"portico": (?:\r\n|[^\r\n])*\}\r\n$/,
    ],
    ['one line', '{"name":"x","scripts":{"dev":"a","rest:dev":"b"},"version":"1.0.0"}', /^\{"name":"x",[^\n]*\}$/],
    ['no property', '{}', /"dev":/],
    ['a script dev', '{"scripts":{"dev":"vite"}}', /"dev": ?"vite",.*"rest:dev": ?"portico dev --mock"/s],
    [
      'a byte order mark',
      '\uFEFF{\n  "name": "b"\n}\n',
      /^\uFEFF\{\n {2}"name": "b",\n {2}"dependencies": \{\n {4}"portico":/,
    ],
    ['empty sections', '{\n  "scripts": {},\n  "dependencies": {}\n}\n', /^\{\n {2}"scripts": \{\n {4}"dev":/],
    [
      'tabs and sorted dependencies',
      '{\n\t"keywords": [ "a","b"],\n\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"z" : "2"\n\t}\n}',
      /^\{\n\t"keywords": \[ "a","b"\],\n\n\t"dependencies": \{\n\t\t"a": "1",\n\t\t"portico": ".*",\n\t\t"z" : "2"\n\t\},\n\t"scripts"/,
    ],
    [
      'dependencies that are all greater',
      '{ "dependencies": { "z": "2" } }',
      /^\{ "dependencies": \{ ?"portico": ".*", ?"z": "2" \}/,
    ],
  ])('that exist stay: a package.json with %s only grows', async (_, manifest, edited) => {
    const { files } = await init({ ...SCHEMA, 'package.json': manifest });
    const text = files['package.json']!;
    expect(text).toMatch(edited);
    const { scripts, dependencies } = JSON.parse(text.replace('\uFEFF', '')) as Record<string, object>;
    expect(scripts).toMatchObject({ check: 'portico check', contracts: 'portico contracts' });
    expect(dependencies).toHaveProperty('portico');
    // Every character is still there, in its order.
    let at = 0;
    for (const character of text) if (character === manifest[at]) at++;
    expect(at).toBe(manifest.length);
  });

  test('that exist stay: a package.json that has everything, under any name and in any section', async () => {
    const scripts = { start: 'portico dev --mock', check: 'portico check', c: 'portico contracts' };
    const existing = { ...SCHEMA, 'package.json': JSON.stringify({ scripts, devDependencies: { portico: '*' } }) };
    expect((await init(existing)).files).toMatchObject(existing);
  });

  test('of endpoint documents that exist are not changed', async () => {
    const document = 'query getBook($id: ID!) @endpoint(method: GET, path: "/tomes/{id}") { book(id: $id) { id } }';
    const folder = makeFolder({ ...SCHEMA, 'rest/v1/getTome.graphql': document });
    const { code, stdout } = await runPortico(['init', '--yes'], folder);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^rest already has endpoint documents; they were not changed\.\n/),
    ]);
    const documents = Object.keys(readFolder(folder)).filter((file) => file.startsWith('rest/'));
    expect(documents).toEqual(['rest/v1/getTome.graphql']);
    expect(await runPortico(['check'], folder)).toMatchObject({ code: 0 });
  });

  test('of a module have its SDL for editors', async () => {
    const { code, files, stdout } = await init({ 'src/schema.ts': MODULE }, ['src/schema.ts', '--yes']);
    expect(code).toBe(0);
    expect(files['portico.config.ts']).toContain("schema: 'src/schema.ts'");
    expect(files['rest/schema.graphql']).toContain('src/schema.ts');
    expect(files['rest/schema.graphql']).toContain('type Book {');
    expect(files['graphql.config.yml']).toContain('schema:\n  - rest/schema.graphql\n');
    expect(stdout).toContain('\n  npx portico dev\n');
  });

  test('of other tools are no configuration of GraphQL', async () => {
    const { files } = await init({ ...SCHEMA, 'graphql.config.md': '', 'xgraphql.config.yml': '' });
    expect(files).toHaveProperty(['graphql.config.yml']);
  });

  test.each<[string, Files, string]>([
    ['the folder', { '.gitignore': '' }, ''],
    ['its repository', { '.git/HEAD': '', '.gitignore': '', 'api/a': '' }, 'api'],
  ])('ignore nothing more where %s has a .gitignore', async (_, existing, below) => {
    const { files } = await init({ ...existing, 'schema.graphql': SDL, 'api/schema.graphql': SDL }, [], below);
    expect(files).toMatchObject(existing);
    expect(files).not.toHaveProperty(['api/.gitignore']);
  });

  test.each([
    ['a folder', '.git/HEAD'],
    ['that of a worktree', '.git'],
  ])('in a repository with %s have the workflow in its root', async (_, git) => {
    const { files } = await init({ [git]: '', 'apps/rest api/schema.graphql': SDL }, [], 'apps/rest api');
    expect(files['.github/workflows/portico.yml']).toContain(
      '    defaults:\n      run:\n        working-directory: "apps/rest api"\n    steps:\n',
    );
  });

  test('have a workflow that checks documents and contracts with the whole history', async () => {
    const { files } = await init(SCHEMA);
    const text = files['.github/workflows/portico.yml']!;
    expect(text).toContain('fetch-depth: 0');
    const commands = [...text.matchAll(/- run: (.+)/g)].map(([, command]) => command);
    expect(commands).toEqual(['npm ci', 'npx portico check --github', 'npx portico contracts --check --github']);
    expect(text).not.toContain('working-directory');
  });

  test.each<[string, Files, string[]]>([
    ['package-lock.json', { 'app/package-lock.json': '{}' }, ['npm install', 'npm ci']],
    [
      'pnpm-lock.yaml',
      { 'app/pnpm-lock.yaml': '' },
      ['pnpm install', 'corepack enable', 'pnpm install --frozen-lockfile'],
    ],
    ['yarn.lock', { '.git/HEAD': '', 'yarn.lock': '' }, ['yarn install', 'corepack enable', 'yarn install']],
  ])('install with the manager of %s', async (lockfile, existing, [install, ...ci]) => {
    const { files, stdout } = await init({ ...existing, 'app/schema.graphql': SDL }, [], 'app');
    expect(stdout).toContain(`\n\nNext:\n  ${install}\n  npx portico dev --mock\n`);
    expect(files['app/README.md']).toContain(`\`\`\`sh\n${install}\nnpx portico dev --mock\n\`\`\``);
    expect(files['app/README.md']).toContain(`requires \`${lockfile}\` and the contracts.`);
    const workflow = files['.github/workflows/portico.yml'] ?? files['app/.github/workflows/portico.yml'];
    expect(workflow).toContain(
      `${ci.map((command) => `      - run: ${command}\n`).join('')}      - run: npx portico check`,
    );
  });

  test('have names in quotation marks where these mean something in YAML', async () => {
    const { files } = await init({ 'my schema: a.graphql': SDL }, ['--endpoints', 'a#b']);
    expect(files['graphql.config.yml']).toBe(`schema:
  - "my schema: a.graphql"
  - node_modules/portico/schema/rest/directives.graphql
documents: "a#b/v*/**/*.graphql"
`);
  });

  test('have directives whose types have other names than those of the schema', async () => {
    const sdl = 'type Query { in: In } type In { method: Method } enum Method { CARD CASH }';
    const { files } = await init({ 'schema.graphql': sdl });
    expect(files['graphql.config.yml']).toContain('schema:\n  - schema.graphql\n  - rest/directives.graphql\n');
    const both = buildSchema(`${sdl}\n${files['rest/directives.graphql']}`);
    expect(validateSchema(both)).toEqual([]);
    const typeOf = (directive: string, name: string) =>
      String(both.getDirective(directive)!.args.find((each) => each.name === name)!.type);
    expect(typeOf('endpoint', 'method')).toBe('EndpointMethod!');
    expect(typeOf('param', 'in')).toBe('EndpointIn');
    expect(typeOf('param', 'values')).toBe('[ParamValue!]');
  });

  test('name what cannot be written, and what was written before', async () => {
    for (const [file, before] of [
      ['.gitignore', /Written before: rest\/api\.json, .*, README\.md\.\n$/],
      ['.github/workflows/portico.yml', /Nothing was written\.\n$/],
    ] as const) {
      const folder = makeFolder({
        ...SCHEMA,
        '.github/workflows/': '',
        ...(file !== '.gitignore' && { '.graphqlrc': '', 'rest/v1/a.graphql': '' }),
      });
      symlinkSync('nowhere', path.join(folder, file));
      const { code, stderr } = await runPortico(['init'], folder);
      expect([code, stderr]).toEqual([1, expect.stringMatching(before)]);
      expect(stderr).toContain(`portico: ${file} cannot be written: EEXIST`);
    }
  });

  test.each<[string, RegExp]>([
    ['rest', /^portico: rest\/.* cannot be written: (?:EEXIST|ENOTDIR).*\nportico: Nothing was written\.\n$/],
    ['rest/v1', /ENOTDIR/],
  ])('are none where %s is no folder', async (name, message) => {
    const existing = { ...SCHEMA, [name]: '' };
    expectRefusal(await init(existing), existing, message, 1);
  });

  test.each([
    ['[]', 'package.json must be a JSON object.'],
    ['{', 'package.json is not valid JSON: '],
  ])('are none where package.json is %s', async (text, message) => {
    const existing = { ...SCHEMA, 'package.json': text };
    expectRefusal(await init(existing), existing, message, 1);
  });
});

describe('README.md', () => {
  test('names the folder, the commands and the first request, without gaps', async () => {
    const text = (await init(SCHEMA)).files['README.md'];
    for (const part of [
      '`rest/v1`',
      'npx portico dev --mock\n```\n\n```sh\ncurl http://127.0.0.1:4000/v1/authors\n```\n',
      'npx portico add <field>',
      'run `npm install` and `npx portico contracts`',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/Credentials|portico serve|changes, update|installed from|unnoticed|\n\n\n/);
  });

  test('has no gaps without a request', async () => {
    const { files, stdout } = await init(SCHEMA, ['--fields', 'createBook']);
    expect(files['README.md']).not.toMatch(/curl|\n\n\n/);
    expect(stdout).toMatch(/Next:\n {2}npm install\n {2}npx portico dev --mock\n$/);
  });

  test('says for an upstream how to refresh the schema, how to serve it, and what its credentials are', async () => {
    const args = ['--upstream', URL, '--upstream-header', 'Authorization: s3cret'];
    const { stdout, files } = await init(SCHEMA, args);
    expect(files['README.md']).toContain('- `authorization`: `UPSTREAM_AUTHORIZATION`');
    expect(files['README.md']).toContain('npx portico serve');
    expect(files['README.md']).toContain(`When the schema of ${URL} changes, update \`schema.graphql\``);
    expect(files['package.json']).toContain('"dev": "portico dev"');
    expect(stdout).toContain(
      '\n\nEnvironment variables that requests to the upstream need:\n  UPSTREAM_AUTHORIZATION: the header authorization\n\nNext:\n  npm install\n  npx portico dev\n',
    );
  });

  test('lists the mutations whose failure nothing tells, as the output does', async () => {
    const { stdout, files } = await init({
      'schema.graphql': `${SDL} extend type Mutation { wake: Woken } type Woken { clientMutationId: String }`,
    });
    expect(files['README.md']).toContain('only an error of GraphQL does.\n\n- `Mutation.wake`\n');
    expect(stdout).toContain(
      '\n\nNothing in the result of 1 mutation tells whether it failed; only an error of GraphQL does:\n  Mutation.wake: rest/v1/wake/wake.graphql\n\n',
    );
  });
});

describe('the output', () => {
  test('says what was written, kept and skipped, and what comes next', async () => {
    const existing = {
      'schema.graphql': `${SDL} extend type Query { old: Int @deprecated(reason: "Use book.") }`,
      'package.json': '{"dependencies": {"portico": "*"}}',
      '.graphqlrc': '',
      '.gitignore': '',
    };
    expect((await init(existing)).stdout).toBe(`3 endpoints in rest/v1/, with 2 shapes.

Written:
  rest/api.json
  rest/conventions.json
  .github/workflows/portico.yml
  README.md
  package.json (extended)
  portico.config.ts

Existing files, not changed:
  .graphqlrc

No endpoint for 1 field; portico add FIELD adds one, or reports why it cannot:
  Query.old: It is deprecated: Use book.

Next:
  npm install
  npx portico dev --mock
  curl http://127.0.0.1:4000/v1/authors
`);
  });

  test('lists ten skipped fields; JSON has all', async () => {
    const old = Array.from({ length: 13 }, (_, at) => `f${at}: Int @deprecated(reason: "${at}.")`).join(' ');
    const existing = { 'schema.graphql': `${SDL} extend type Query { ${old} }` };
    const { stdout } = await init(existing);
    expect(stdout).toMatch(/ {2}Query\.f0: It is deprecated: 0\.\n(?:.*\n){8} {2}Query\.f9: .*\n {2}… and 3 more\n\n/);
    expect(JSON.parse((await init(existing, ['--json'])).stdout)).toMatchObject({ skipped: { length: 13 } });
  });
});
