import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Folder, usageError } from '../support/runPortico.ts';

const FILES = {
  'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
  'schema.graphql': `
    type Query { book(id: ID!): Book  books(first: Int, after: String): BookConnection! }
    type Book { id: ID!  title: String  htmlUrl: String!  isPrivate: Boolean!  author: Author }
    type Author { name: String! }
    type BookConnection { nodes: [Book!]!  pageInfo: PageInfo! }
    type PageInfo { endCursor: String  hasNextPage: Boolean! }`,
  'rest/v1/getBook.graphql':
    'query getBook($id: ID!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id title author { name } } }',
  'rest/v1/listBooks.graphql':
    'query listBooks @endpoint(method: GET, path: "/books") { books @paginate(styles: [CURSOR]) { nodes { id } } }',
};

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const ok = (schema: object) => ({ 200: { description: 'OK', content: { 'application/json': { schema } } } });
const PUBLISHED = {
  openapi: '3.0.3',
  info: { title: 'books', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/books/{book_id}': {
      parameters: [{ name: 'book_id', in: 'path', required: true, schema: text }],
      get: { responses: { ...ok({ $ref: '#/components/schemas/Book' }), 422: { description: 'No id' } } },
      delete: { responses: { 204: { description: 'Deleted' } } },
    },
    '/books': {
      get: {
        responses: ok(
          object({
            data: { type: 'array', items: object({ id: text, html_url: text }) },
            meta: object({ total: text }),
          }),
        ),
      },
    },
  },
  components: {
    schemas: {
      Book: object({
        id: text,
        title: text,
        private: { type: 'boolean' },
        author: object({ name: text }),
        shelf: object({ row: text }),
        author_name: text,
      }),
    },
  },
};

const folder = new Folder({ ...FILES, 'published.json': JSON.stringify(PUBLISHED) });
const match = (...args: string[]) => folder.run(['match', '--openapi', 'published.json', '--version', '1', ...args]);

test('prints the endpoints, the words that close the differences, and the percentage', async () => {
  expect(await match()).toEqual({
    code: 0,
    stderr: '',
    stdout: `ENDPOINT              EQUAL  COMPATIBLE  DIFFERENT  MISSING  PERCENT
GET /books/{book_id}  4      0           2          4        40
GET /books            3      0           0          2        60
ALL                   7      0           2          6        46.6

\`@nonNull\`, or \`nonNull\`
  \`Book.title\` can now be null. GET /books/{book_id}
  \`Book.author\` can now be null. GET /books/{book_id}

\`isPrivate @name(as: "private")\`
  \`Book.private\` is missing. GET /books/{book_id}

a field with \`@name(as:)\`, or \`@template(value:)\`
  \`Book.shelf\` is missing. GET /books/{book_id}

\`author @spread { author_name: name }\`
  \`Book.author_name\` is missing. GET /books/{book_id}

\`"errors": {"invalid": 422}\`, or \`@error(status: 422)\`
  The response 422 is missing. GET /books/{book_id}

\`page.body\`
  \`meta\` of the response 200 is missing. GET /books

\`htmlUrl\`
  \`data[].html_url\` of the response 200 is missing. GET /books

\`portico add\`, or a document with \`@endpoint(method:, path:)\`
  DELETE /books/{book_id}

46.6 % compatible, in 2 of 3 published endpoints
`,
  });
});

test('names the version that published paths begin with', async () => {
  const versioned = Object.fromEntries(Object.entries(PUBLISHED.paths).map(([at, item]) => [`/v2${at}`, item]));
  folder.write({ 'versioned.json': JSON.stringify({ ...PUBLISHED, paths: versioned }) });
  expect((await folder.run('match --openapi versioned.json')).stdout)
    .toBe(`ENDPOINT  EQUAL  COMPATIBLE  DIFFERENT  MISSING  PERCENT
ALL       0      0           0          0        0

\`--version 2\`, for documents in a folder \`v2\`
  GET /v2/books/{book_id}
  DELETE /v2/books/{book_id}
  GET /v2/books

0 % compatible, in 0 of 3 published endpoints
`);
});

test('prints JSON with every part that is not equal', async () => {
  const { json } = await folder.runJson('match --openapi published.json --version 1');
  expect(json).toMatchObject({
    ok: true,
    percent: 46.6,
    counts: { equal: 7, compatible: 0, different: 2, missing: 6 },
    published: 3,
    missing: ['DELETE /books/{book_id}'],
    additional: [],
  });
  const { endpoints } = json as { endpoints: object[] };
  expect(endpoints[1]).toEqual({
    endpoint: 'GET /books',
    own: 'GET /books',
    file: 'rest/v1/listBooks.graphql',
    percent: 60,
    counts: { equal: 3, compatible: 0, different: 0, missing: 2 },
    parts: [
      {
        part: 'response 200',
        path: 'meta',
        result: 'missing',
        differences: [{ description: '`meta` of the response 200 is missing.', hint: '`page.body`' }],
      },
      {
        part: 'response 200',
        path: 'data[].html_url',
        result: 'missing',
        differences: [{ description: '`data[].html_url` of the response 200 is missing.', hint: '`htmlUrl`' }],
      },
    ],
  });
});

test.each([
  ['46.6', 0],
  ['46.7', 1],
])('with --compatible %s ends with %i', async (compatible, code) => {
  expect((await match('--compatible', compatible)).code).toBe(code);
});

test.each<[missing: boolean, compatible: string, code: number]>([
  [false, '100', 0],
  [true, '100', 1],
  [true, '99.9', 0],
])(
  'whose endpoints are compatible, one is missing: %s, with --compatible %s ends with %i',
  async (isMissing, compatible, code) => {
    const own = JSON.parse((await folder.run('openapi --version 1')).stdout) as typeof PUBLISHED;
    const more = isMissing && { '/shelves': { get: { responses: { 200: { description: 'OK' } } } } };
    folder.write({ 'own.json': JSON.stringify({ ...own, paths: { ...own.paths, ...more } }) });
    const args = `match --openapi own.json --version 1 --compatible ${compatible}`;
    expect(await folder.runJson(args)).toMatchObject({
      code,
      json: { ok: code === 0, percent: 100, missing: isMissing ? ['GET /shelves'] : [] },
    });
    expect((await folder.run(args)).stdout).toContain(
      isMissing ? '100 % compatible, in 2 of 3 published' : '100 % compatible, in 2 of 2 published',
    );
  },
);

test.each<[name: string, content: string | undefined, message: string]>([
  ['missing', undefined, 'cannot be read. ENOENT: no such file or directory.'],
  ['YAML', 'openapi: 3.0.0\npaths: {}\n', 'Convert YAML first, such as with: npx yaml --json --single < YAML.json'],
  ['another JSON', '[]', 'must be an OpenAPI document of version 3.0 or 3.1, with paths.'],
  ['Swagger', '{"swagger": "2.0", "paths": {}}', 'with paths, but is Swagger 2.0: convert it first.'],
  [
    'in several files',
    '{"openapi": "3.1.0", "paths": {"/a": {"$ref": "a.json"}}}',
    'refers to a.json. Bundle the documents into one first.',
  ],
])('refuses a document that is %s', async (name, content, message) => {
  const file = `${name.replaceAll(' ', '-')}.json`;
  if (content !== undefined) folder.write({ [file]: content });
  const { code, stdout, stderr } = await folder.run(`match --openapi ${file}`);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(new RegExp(`^portico: --openapi: (?:the file )?${file} `));
  if (name === 'YAML') expect(stderr).toContain('YAML.json is not JSON. ');
  expect(stderr).toContain(message);
});

test.each(['101', '-1', 'all', '', '99.95'])('refuses --compatible %j', async (compatible) => {
  expect(await match('--compatible', compatible)).toEqual(
    usageError(`--compatible must be a number from 0 to 100 with at most one decimal, not "${compatible}".`),
  );
});

test('refuses an unknown version', async () => {
  expect(await match('--version', '2')).toEqual(
    usageError(
      '/v2/openapi.json does not exist. Available: "portico match --openapi published.json --version 1", "portico match --openapi published.json".',
    ),
  );
});

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXAMPLES = readdirSync(`${ROOT}examples`).filter((name) => existsSync(`${ROOT}examples/${name}/schema.graphql`));

test.each<[name: string, schema: string, endpoints: string]>([
  ['the service', 'contracts/schema.graphql', 'schema/rest'],
  ...EXAMPLES.map(
    (name) => [name, `examples/${name}/schema.graphql`, `examples/${name}/endpoints`] as [string, string, string],
  ),
])('the API of %s is equal to its own document', async (name, schema, endpoints) => {
  const api = ['--schema', ROOT + schema, '--endpoints', ROOT + endpoints];
  const versions = readdirSync(ROOT + endpoints).flatMap((file) => /^v(\d+)$/.exec(file)?.[1] ?? []);
  const isService = name === 'the service';
  let compared = 0;
  for (const selected of [...versions.map((version) => ['--version', version]), []]) {
    const { code: described, stdout } = await folder.run(['openapi', ...api, ...selected]);
    // Some APIs have no unversioned paths, others no paths with versions.
    if (described === 2 || (compared > 0 && !isService)) continue;
    compared++;
    folder.write({ 'own.json': stdout });
    const own = ['--openapi', 'own.json', ...selected, '--compatible', '100'];
    const { code, json } = await folder.runJson(['match', ...api, ...own]);
    const { counts, missing } = json as { counts: Record<string, number>; missing: string[] };
    expect({ code, ...counts, missing }).toEqual({
      code: 0,
      equal: expect.any(Number) as number,
      compatible: 0,
      different: 0,
      missing: [],
    });
  }
  expect(compared).toBe(isService ? 3 : 1);
});

test.each([[], ['--version', '1']])('an API without documents is compared, too: %s', async (...version) => {
  const empty = new Folder({
    'schema.graphql': 'type Query { hello: String }',
    'rest/v1/': '',
    'published.json': JSON.stringify({
      openapi: '3.0.3',
      paths: { '/greeting': { get: { responses: ok(text) } }, '/farewell': { get: { responses: ok(text) } } },
    }),
  });
  const args = [...'match --schema schema.graphql --endpoints rest --openapi published.json'.split(' '), ...version];
  expect(await empty.run(args)).toEqual({
    code: 0,
    stderr: '',
    stdout: `ENDPOINT  EQUAL  COMPATIBLE  DIFFERENT  MISSING  PERCENT
ALL       0      0           0          0        0

\`portico add\`, or a document with \`@endpoint(method:, path:)\`
  GET /greeting
  GET /farewell

0 % compatible, in 0 of 2 published endpoints
`,
  });
  // What was meant to be a document is no empty API.
  empty.write({ 'rest/greeting.graphql': '{ hello }' });
  const { code, stdout, stderr } = await empty.run(args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('An endpoint document must be in the folder of a version.');
});
