// The API that a command reads: what options, a configuration and the environment name together.
import { buildSchema, introspectionFromSchema } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { playFixtures } from '../cli/replay/support/playFixtures.ts';
import { type Files, Folder, runPortico, usageError } from '../support/runPortico.ts';

const SDL = 'type Query { hello: String }';
const BUILT = `buildSchema('${SDL}')`;
const IMPORT = "import { buildSchema } from 'graphql';";
const REQUIRE = "const { buildSchema } = require('graphql');";
const FILES = {
  'schema.graphql': SDL,
  'rest/v1/getHello.graphql': 'query getHello @endpoint(method: GET, path: "/hello", unwrap: false) { hello }',
};
const CHECKED = { code: 0, stdout: 'No errors in 1 endpoint of 1 version\n', stderr: '' };
const API = '--schema schema.graphql --endpoints rest';

/** An upstream with the schema, and one that has another root field. */
const [upstream, other] = await Promise.all(
  [SDL, 'type Query { hello: String other: Int }'].map((sdl) =>
    playFixtures({ 'POST /graphql': { body: { data: introspectionFromSchema(buildSchema(sdl)) } } }),
  ),
);
const [URL_OF_IT, OTHER] = [`${upstream!.origin}/graphql`, `${other!.origin}/graphql`];
beforeEach(() => {
  for (const server of [upstream!, other!]) server.received.length = 0;
});

const open = (files: Files = {}) => new Folder({ ...FILES, ...files });
const check = (files: Files, args = '') => open(files).run(['check', ...args.split(' ').filter(Boolean)]);
const config = (content: object) => ({ 'portico.config.json': JSON.stringify({ endpoints: 'rest', ...content }) });

describe('a configuration', () => {
  test.each([
    ['portico.config.json', '{ "schema": "schema.graphql", "endpoints": "rest" }'],
    // PowerShell writes a byte order mark.
    ['portico.config.json', '\uFEFF{ "schema": "schema.graphql", "endpoints": "rest" }'],
    ['portico.config.js', 'module.exports = { schema: "schema.graphql", endpoints: "rest" };'],
    [
      'portico.config.ts',
      `import { defineConfig, type PorticoConfig } from 'portico';
       const endpoints: string = 'rest';
       export default defineConfig({ schema: 'schema.graphql', endpoints } satisfies PorticoConfig);`,
    ],
    ['portico.config.ts', "export default { schema: 'schema.graphql', endpoints: new URL('rest', import.meta.url) };"],
    [
      'portico.config.ts',
      "export default { schema: 'schema.graphql', endpoints: 'rest', context: () => ({}), authenticate: undefined, apiName: 'shop' };",
    ],
    ['portico.config.ts', `export default { upstream: '${URL_OF_IT}', endpoints: 'rest', context: undefined };`],
    [
      'portico.config.ts',
      `export default { upstream: '${URL_OF_IT}', endpoints: 'rest', client: { name: 'a', version: undefined }, trustedDocuments: 'hive' };`,
    ],
  ])('is read from %s: %j', async (name, text) => {
    expect(await check({ [name]: text })).toEqual(CHECKED);
  });

  test('has paths from its own folder, in which contracts are written', async () => {
    const folder = open({ 'api/my.config.json': '{ "schema": "../schema.graphql", "endpoints": "../rest" }' });
    expect((await folder.run('contracts --config api/my.config.json')).code).toBe(0);
    expect(folder.has('api/contracts/openapi.v1.json')).toBe(true);
  });

  const DEFAULT = 'must export an object by default: export default defineConfig({ … }).';
  const ENDPOINTS = 'endpoints must be the path of the folder of endpoint documents, such as "rest".';
  const SCHEMA = 'schema must be the path of a file, such as "schema.graphql", or a GraphQLSchema.';
  const KEYS =
    'the keys are schema, upstream, headers, client, trustedDocuments, endpoints, and the options of createPortico.';
  const X = `upstream: 'https://x/graphql', endpoints: 'rest'`;

  test.each<[string, string[]]>([
    ['export const config = {};', [DEFAULT]],
    ['await 1; export const config = {};', [DEFAULT]],
    ['export default [];', [DEFAULT]],
    ['export default {};', [ENDPOINTS]],
    [
      "export default { endpoints: 'rest', schma: 'x', plugins: [] };",
      ['"schma" is not a known key; did you mean "schema"?', `"plugins" is not a known key; ${KEYS}`],
    ],
    ["export default { schema: 3, endpoints: '' };", [SCHEMA, ENDPOINTS]],
    ["export default { schema: {}, endpoints: new URL('https://x/rest') };", [SCHEMA, ENDPOINTS]],
    [
      "export default { upstream: 'router', endpoints: 'rest' };",
      ['upstream must be an http or https URL such as http://localhost:4100/graphql.'],
    ],
    [
      "export default { headers: [], endpoints: 'rest' };",
      ['headers must be an object of names and values, such as { authorization: "Bearer …" }.'],
    ],
    ["export default { headers: { a: 1 }, endpoints: 'rest' };", ['headers.a must be a string.']],
    [
      "export default { headers: { Host: 'x', 'X-Key': 'secret\\u0000' }, endpoints: 'rest' };",
      [
        'headers: host cannot be set; Portico sets it for each upstream request.',
        'headers: the value of x-key has invalid characters.',
      ],
    ],
    [
      "export default { client: { version: '1' }, trustedDocuments: true, endpoints: 'rest' };",
      ['client.name must be the name of a client.', 'trustedDocuments must be one of "id", "hash", "hive".'],
    ],
    [
      "export default { client: { name: 'a', version: '' }, endpoints: 'rest' };",
      ['client.version must be the version of a client.'],
    ],
    [
      "export default { client: { name: 'a', vers: '1' }, endpoints: 'rest' };",
      ['client must be an object with name and version, such as { name: "rest", version: "1.0.0" }.'],
    ],
    [
      "export default { upstream: '', endpoints: 'rest' };",
      [
        'upstream must be the URL of a GraphQL API.',
        'upstream must be an http or https URL such as http://localhost:4100/graphql.',
      ],
    ],
    [
      "export default { endpoints: 'rest', basePath: 'api/', contxt: () => ({}), plan: {} };",
      [
        'basePath must be a path such as /api, without a trailing slash, percent-encoding or a query.',
        '"contxt" is not a known key; did you mean "context"?',
        `"plan" is not a known key; ${KEYS}`,
      ],
    ],
    [
      `export default { ${X}, context: () => ({}), cors: undefined };`,
      ['context is an option of createPortico, and cannot be combined with upstream, whose resolvers run elsewhere.'],
    ],
    [
      "export default { schema: 'schema.graphql', endpoints: 'rest', defaultVersion: 3 };",
      ['defaultVersion is 3, but the versions are: 1.'],
    ],
    [
      "export default { schema: 'nowhere.graphql', endpoints: 'rest' };",
      ['schema: the file nowhere.graphql cannot be read. ENOENT: no such file or directory.'],
    ],
    [
      "export default { schema: 'schema.graphql', endpoints: 'schema.graphql' };",
      ['endpoints: the folder schema.graphql cannot be read. ENOTDIR: not a directory.'],
    ],
  ])('%s is refused with a line for each problem', async (text, problems) => {
    const message = problems.map((problem) => `portico.config.ts: ${problem}`).join('\n');
    expect(await check({ 'portico.config.ts': text })).toEqual(usageError(message));
  });

  test.each([
    [
      'portico.config.json',
      '{\n  // A comment.\n}',
      /^portico\.config\.json:2:3: Syntax Error: Invalid comment token\. Write JSON: .*no comments, and no comma at an end\.$/,
    ],
    [
      'portico.config.json',
      '{ "schema": 1, "endpoint": "rest" }',
      /^portico\.config\.json: "endpoint" is not a known key; did you mean "endpoints"\?$/m,
    ],
    ['portico.config.ts', 'export default {', /^portico\.config\.ts cannot be loaded: Unexpected token/],
    [
      'portico.config.ts',
      'export default {\n  a: ;\n}',
      /^portico\.config\.ts cannot be loaded: Unexpected token \(portico\.config\.ts:2:5\)$/,
    ],
    [
      'portico.config.ts',
      "\nthrow new TypeError('Set TOKEN.');",
      /^portico\.config\.ts cannot be loaded: Set TOKEN\. \(portico\.config\.ts:2\)$/,
    ],
  ])('refuses %s with %j', async (name, text, message) => {
    const { code, stdout, stderr } = await check({ [name]: text });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trimEnd().replaceAll(/^portico: /gm, '')).toMatch(message);
  });

  test('is the only one', async () => {
    const files = { 'portico.config.json': '{}', 'portico.config.ts': '' };
    expect(await check(files)).toEqual(
      usageError('There are portico.config.ts and portico.config.json; remove all but one.'),
    );
  });

  test('has a base path for an environment without one', async () => {
    const folder = open(config({ schema: 'schema.graphql', basePath: '/api' }));
    const serversOf = async (env: Record<string, string>) =>
      (JSON.parse((await folder.run('openapi', { env })).stdout) as { servers: object[] }).servers[0];
    expect(await serversOf({})).toMatchObject({ url: '/api' });
    expect(await serversOf({ BASE_PATH: '/rest' })).toMatchObject({ url: '/rest' });
  });

  test('says of the API what all commands print, and not what is built', async () => {
    const folder = open({
      'portico.config.ts':
        "export default { schema: 'schema.graphql', endpoints: 'rest', apiName: 'shop', basePath: '/api', context: () => ({}), authenticate: () => null };",
    });
    expect(await folder.run('check')).toEqual(CHECKED);
    expect((await folder.run('openapi')).stdout).toContain('application/vnd.shop.v1+json');
    const accept = ['--accept', 'application/vnd.shop.v1+json'];
    expect(await folder.run(['explain', 'GET', '/api/hello', ...accept])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('getHello') as string,
    });
    // createPortico takes the plan beside the same options.
    await folder.run('build --out plan.json');
    expect(folder.json('plan.json')).not.toHaveProperty('api');
  });
});

describe('options', () => {
  const X_KEY = { upstream: URL_OF_IT, headers: { 'X-Key': 'secret', 'X-Other': undefined } };

  test.each<[string, object, string, 'upstream' | 'other', object]>([
    ['nothing', X_KEY, '', 'upstream', { 'x-key': 'secret' }],
    ['a header', X_KEY, '--upstream-header A:b:c', 'upstream', { 'x-key': 'secret', a: 'b:c' }],
    ['a header that is configured', X_KEY, '--upstream-header X-Key:other', 'upstream', { 'x-key': 'other' }],
    ['an empty header', X_KEY, '--upstream-header X-Empty:', 'upstream', { 'x-empty': '' }],
    ['another upstream', X_KEY, `--upstream ${OTHER} --upstream-header A:b`, 'other', { a: 'b' }],
    ['an upstream beside a schema', { schema: 'no.graphql' }, `--upstream ${OTHER}`, 'other', {}],
  ])('name %s', async (_, content, args, called, headers) => {
    expect(await check(config(content), args)).toEqual(CHECKED);
    const [one, none] = called === 'other' ? [other!, upstream!] : [upstream!, other!];
    expect(one.received[0]!.headers).toMatchObject(headers);
    expect(one.received[0]!.headers).not.toHaveProperty('x-other');
    if (called === 'other') expect(one.received[0]!.headers).not.toHaveProperty('x-key');
    expect(none.received).toEqual([]);
  });

  test('name a schema, which is that of the same upstream, and other documents', async () => {
    const folder = open({
      ...config({ upstream: URL_OF_IT }),
      'v/v1/getOther.graphql': FILES['rest/v1/getHello.graphql'].replaceAll('getHello', 'getOther'),
    });
    expect((await folder.run('routes --schema schema.graphql --endpoints v')).stdout).toContain(
      'v/v1/getOther.graphql',
    );
    expect(upstream!.received).toEqual([]);
  });

  const url = '--upstream must be an http or https URL such as http://localhost:4100/graphql.';
  const none = 'There is no portico.config.ts, .js or .json in this folder. Run "portico init", or pass';
  const missing = `${none} --schema FILE or --upstream URL, and --endpoints FOLDER.`;
  const endpoints = '--endpoints is required: the folder of the endpoint documents for that schema.';
  const schema = '--schema FILE or --upstream URL is required: the GraphQL API that the endpoint documents query.';
  const at = ['--upstream', URL_OF_IT, '--endpoints', 'rest', '--upstream-header'];

  test.each<[string[], string]>([
    [[], missing],
    [['--schema', 'schema.graphql'], endpoints],
    [['--upstream', URL_OF_IT], endpoints],
    [['--endpoints', 'rest'], schema],
    [[...API.split(' '), '--upstream-header', 'a: b'], '--upstream-header requires --upstream URL.'],
    [
      ['--schema', '/nowhere', '--endpoints', '/'],
      '--schema: the file /nowhere cannot be read. ENOENT: no such file or directory.',
    ],
    [
      ['--schema', '/', '--endpoints', 'rest'],
      '--schema: the file / cannot be read. EISDIR: illegal operation on a directory.',
    ],
    [
      ['--schema', 'schema.graphql', '--endpoints', 'nowhere'],
      '--endpoints: the folder nowhere cannot be read. ENOENT: no such file or directory.',
    ],
    [['--config', 'schema.graphql'], '--config must be a file in TypeScript, JavaScript or JSON.'],
    [['--config', 'nowhere.json'], '--config: the file nowhere.json does not exist.'],
    ...['', 'router', 'ftp://router/graphql'].map((given): [string[], string] => [
      ['--upstream', given, '--endpoints', 'rest'],
      url,
    ]),
    [[...at, 'no colon'], '--upstream-header must have the form "Name: value".'],
    [[...at, 'a b: c'], '--upstream-header: "a b" is not a valid header name.'],
    [[...at, 'X-A: b\nX-B: c'], '--upstream-header: the value of x-a has invalid characters.'],
    [[...at, 'X-A: ☃'], '--upstream-header: the value of x-a has invalid characters.'],
    [[...at, 'Host: elsewhere'], '--upstream-header: host cannot be set; Portico sets it for each upstream request.'],
  ])('%j are refused', async (args, message) => {
    expect(await open().run(['check', ...args])).toEqual(usageError(message));
  });

  test('refuse credentials in a URL, and do not repeat them', async () => {
    const { code, stderr } = await check({}, '--upstream http://me:hunter2@router/graphql --endpoints rest');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^(?!.*hunter2)portico: --upstream must not contain credentials; /);
  });

  test('are refused beside a configuration without a schema', async () => {
    expect(await check(config({}))).toEqual(
      usageError(
        'portico.config.json: schema or upstream is required: the GraphQL API that the endpoint documents query.',
      ),
    );
  });
});

/** Each command, and a part of what it prints. */
test.each([
  ['check', 'No errors in 1 endpoint of 1 version'],
  ['routes', 'rest/v1/getHello.graphql'],
  ['explain GET /v1/hello', 'getHello'],
  ['openapi --version 1', '"/hello"'],
  ['build --out plan.json', '1 endpoint in 1 version'],
  ['documents --out documents', '2 documents'],
  ['contracts', 'Wrote contracts/openapi.v1.json'],
])(
  '%s reads the API that options name, that a configuration names, and that options name instead',
  async (command, text) => {
    const folder = open();
    const printed: string[] = [];
    for (const [content, options] of [
      [undefined, API],
      [{ schema: 'schema.graphql' }, ''],
      [{ schema: 'nowhere.graphql' }, '--schema schema.graphql'],
      [{ upstream: URL_OF_IT }, ''],
    ] as const) {
      if (content) folder.write(config(content));
      const { code, stdout, stderr } = await folder.run(`${command} ${options}`.trim());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      printed.push(stdout);
    }
    expect(printed[0]).toContain(text);
    if (!['contracts', 'build --out plan.json'].includes(command)) expect(new Set(printed).size).toBe(1);
  },
);

describe('the API of the program', () => {
  const publisher = { contact: { name: 'Ada' }, license: { name: 'MIT' } };
  const openWith = (files: Files = {}) => {
    const folder = open(files);
    const own = new Folder({
      'rest/v1/getOwn.graphql': FILES['rest/v1/getHello.graphql'].replace('getHello', 'getOwn'),
    });
    const defaults = { endpoints: own.at('rest'), root: own.path, publisher, loadSchema: async () => buildSchema(SDL) };
    return { folder, own, defaults };
  };

  test('is read in its own folder, below, and where its folder of documents is named', async () => {
    const { folder, own, defaults } = openWith();
    own.write({ 'below/': '' });
    const runs = [
      await own.run('routes', { defaults }),
      await runPortico(['routes'], own.at('below'), { defaults }),
      await folder.run(['routes', '--endpoints', own.at('rest')], { defaults }),
      await folder.run(['routes', '--endpoints', `${own.path}/rest/../rest/`], { defaults }),
    ];
    for (const { stdout } of runs) expect(stdout).toContain('getOwn');
    expect(JSON.parse((await own.run('openapi', { defaults })).stdout)).toMatchObject({ info: publisher });
  });

  test('is not read where there is a configuration, and has its publisher alone', async () => {
    const { folder, defaults } = openWith(config({ schema: 'schema.graphql' }));
    expect((await folder.run('routes', { defaults })).stdout).toContain('getHello');
    expect(
      (JSON.parse((await folder.run('openapi', { defaults })).stdout) as { info: object }).info,
    ).not.toHaveProperty('contact');
  });

  test.each([
    ['', /^portico: There is no portico\.config\.ts, \.js or \.json in this folder\. Run "portico init"/],
    ['--schema schema.graphql', /^portico: --endpoints is required/],
    [`--upstream ${URL_OF_IT}`, /^portico: --endpoints is required/],
    ['--endpoints rest', /^portico: --schema FILE or --upstream URL is required/],
  ])('is not read elsewhere with %j', async (args, message) => {
    const { folder, defaults } = openWith();
    const { code, stderr } = await folder.run(`check ${args}`.trim(), { defaults });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  test.each<[unknown, string | RegExp]>([
    [new Error('The folder is locked.'), 'portico: The folder is locked.\n'],
    ['nonsense', 'portico: nonsense\n'],
    [
      new Error('1 | \u001B]0;PWNED\u0007\n2 | \u009B2J'),
      'portico: 1 | \\u001b]0;PWNED\\u0007\nportico: 2 | \\u009b2J\n',
    ],
    ['\ta\n\r\nok\rno\0\b\v\f', 'portico: \ta\n\r\nok\\u000dno\\u0000\\u0008\\u000b\\u000c\n'],
    ['Zoë – 日本 😀\u00A0\u007F\u0080\u009F', 'portico: Zoë – 日本 😀\u00A0\\u007f\\u0080\\u009f\n'],
    // A bug.
    [new TypeError('x is not a function'), /^portico: TypeError: x is not a function\n +at /],
  ])('that fails with %s ends it with 1, in one line for each problem', async (error, text) => {
    const { own, defaults } = openWith();
    const loadSchema = async () => {
      throw error;
    };
    const { code, stdout, stderr } = await own.run('check', { defaults: { ...defaults, loadSchema } });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });
});

describe('a schema', () => {
  const packages = {
    'module/package.json': '{ "type": "module" }',
    'commonjs/package.json': '{ "type": "commonjs" }',
  };
  test.each([
    ['sdl.graphql', SDL],
    ['ts', SDL],
    ['named.ts', `${IMPORT} export const schema = ${BUILT};`],
    ['default.mts', `${IMPORT} export default ${BUILT};`],
    ['module/default.js', `${IMPORT} export default ${BUILT};`],
    ['await.ts', `${IMPORT} export default await Promise.resolve(${BUILT});`],
    [
      'awaitWithin.ts',
      `${IMPORT} const built = { schema: await Promise.resolve(${BUILT}) }; export default built.schema;`,
    ],
    ['promise.ts', `${IMPORT} export const schema = Promise.resolve(${BUILT});`],
    ['promise.cjs', `${REQUIRE} module.exports = Promise.resolve(${BUILT});`],
    ['commonjs/whole.js', `${REQUIRE} module.exports = ${BUILT};`],
    ['named.cjs', `${REQUIRE} exports.schema = ${BUILT};`],
    ['named.cts', `${IMPORT} export const schema = ${BUILT};`],
    [
      'default.cjs',
      `${REQUIRE} Object.defineProperty(exports, '__esModule', { value: true }); exports.default = ${BUILT};`,
    ],
    ['config.ts', `${IMPORT} export default { schema: ${BUILT}, endpoints: 'rest' };`],
  ])('is loaded from %s', async (name, text) => {
    expect(await check({ ...packages, [name]: text }, `--schema ${name} --endpoints rest`)).toEqual(CHECKED);
  });

  test('evaluates once each module that several import, which may import each other', async () => {
    const type = (name: string, field: string) =>
      `import { GraphQLObjectType } from 'graphql';
       import { ${field} } from './${field}';
       export const ${name} = new GraphQLObjectType({ name: '${name}', fields: () => ({ other: { type: ${field} } }) });`;
    const files = {
      'main.ts': `import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
        import { Book } from './Book.ts';
        import { Author } from './Author.ts';
        const fields = { book: { type: Book }, author: { type: Author }, hello: { type: GraphQLString } };
        export const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) });`,
      'Book.ts': type('Book', 'Author'),
      'Author.ts': type('Author', 'Book'),
    };
    expect(await check(files, '--schema main.ts --endpoints rest')).toEqual(CHECKED);
  });

  test.each(['ts', 'mjs', 'cjs'])('is loaded anew with what it imports, each time: %s', async (extension) => {
    const isCommon = extension === 'cjs';
    const folder = open({
      [`anew.${extension}`]: isCommon
        ? `${REQUIRE} exports.schema = buildSchema(require('./sdl.cjs').sdl);`
        : `${IMPORT} import { sdl } from './sdl.${extension}'; export const schema = buildSchema(sdl);`,
    });
    for (const [field, code] of Object.entries({ hello: 0, other: 1 })) {
      const text = `sdl = 'type Query { ${field}: String }';`;
      folder.write({ [`sdl.${extension}`]: isCommon ? `exports.${text}` : `export const ${text}` });
      expect((await folder.run(`check --schema anew.${extension} --endpoints rest`)).code).toBe(code);
    }
  });

  test.each([
    ['empty.ts', 'export {};', 'empty.ts must export a GraphQLSchema as schema, or by default.'],
    [
      'throws.mjs',
      "\nthrow new TypeError('No database.');",
      'throws.mjs cannot be loaded: No database. (throws.mjs:2)',
    ],
    ['text.mjs', "throw 'no';", 'text.mjs cannot be loaded: no'],
    [
      'compiled.ts',
      "const text: string = 'Set TOKEN.';\nthrow new Error(text);",
      'compiled.ts cannot be loaded: Set TOKEN. (compiled.ts:2)',
    ],
    [
      'package.mjs',
      "import { createRequire } from 'node:module';\ncreateRequire(import.meta.url)('graphql').assertName('');",
      'package.mjs cannot be loaded: Expected name to be a non-empty string. (package.mjs:2)',
    ],
    ['syntax.ts', '\n\nexport const schema = ;', 'syntax.ts cannot be loaded: Unexpected token (syntax.ts:3:22)'],
    [
      'import.ts',
      "import './nowhere.ts';",
      "import.ts cannot be loaded: Cannot find module './nowhere.ts' (import.ts)",
    ],
    [
      'invalid.ts',
      "import { GraphQLSchema } from 'graphql'; export default new GraphQLSchema({});",
      'invalid.ts is not a valid GraphQL schema. Query root type must be provided.',
    ],
    [
      'copy.cjs',
      "class GraphQLSchema { get [Symbol.toStringTag]() { return 'GraphQLSchema'; } } exports.schema = new GraphQLSchema();",
      'copy.cjs exports a schema of another copy of the package graphql. Install Portico in the project of the schema, and use its npx: npm install portico, then npx portico. npm ls graphql must list one copy.',
    ],
  ])('is refused in %s with %j', async (name, text, message) => {
    const { code, stdout, stderr } = await open({ [name]: text }).run(`routes --schema ${name} --endpoints rest`);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `portico: ${message}\n` });
  });
});

test('an upstream that does not respond fails with 1, in one line', async () => {
  const gone = await playFixtures();
  await gone.close();
  const { code, stdout, stderr } = await check(config({ upstream: `${gone.origin}/` }));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^portico: .*failed: nothing listens there .*--schema FILE.*\n$/);
});
