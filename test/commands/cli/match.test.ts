import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MatchOptions, match } from '../../../src/cli/match.ts';
import { openapi } from '../../../src/cli/openapi.ts';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import { UsageError } from '../../../src/project/UsageError.ts';
import { describeOpenApi, readApi, settingsOf } from '../../../src/project/readApi.ts';
import { type ApiOptions, resolveProject } from '../../../src/project/resolveProject.ts';
import { defaultApi } from '../../../src/service/defaultApi.ts';

const FILES = {
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

let folder: string;
const file = (name: string) => path.join(folder, name);
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'match-')));
  for (const [name, content] of Object.entries({ ...FILES, 'published.json': JSON.stringify(PUBLISHED) })) {
    mkdirSync(path.dirname(file(name)), { recursive: true });
    writeFileSync(file(name), content);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(options: ApiOptions, defaults?: typeof defaultApi) {
  const project = await resolveProject(options, defaults);
  const api = await readApi(project);
  return { api, documents: describeOpenApi(api, settingsOf(project, readSettings({}))) };
}

async function run(options: Partial<MatchOptions> = {}) {
  const { api, documents } = await read({ schema: file('schema.graphql'), endpoints: file('rest') });
  return match(api, documents, { openapi: file('published.json'), version: '1', ...options });
}

async function ownDocument(): Promise<string> {
  const { documents } = await read({ schema: file('schema.graphql'), endpoints: file('rest') });
  return openapi(documents, '1');
}

describe('match', () => {
  test('prints the endpoints, the words that close the differences, and the percentage', async () => {
    const { text: printed, ok: isOk } = await run();
    expect(isOk).toBe(true);
    expect(printed).toBe(`ENDPOINT              EQUAL  COMPATIBLE  DIFFERENT  MISSING  PERCENT
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

46.6 % compatible, in 2 of 3 published endpoints`);
  });

  test('names the version that published paths begin with', async () => {
    const versioned = Object.fromEntries(Object.entries(PUBLISHED.paths).map(([at, item]) => [`/v2${at}`, item]));
    writeFileSync(file('versioned.json'), JSON.stringify({ ...PUBLISHED, paths: versioned }));
    const { api, documents } = await read({ schema: file('schema.graphql'), endpoints: file('rest') });
    expect(match(api, documents, { openapi: file('versioned.json') }).text)
      .toBe(`ENDPOINT  EQUAL  COMPATIBLE  DIFFERENT  MISSING  PERCENT
ALL       0      0           0          0        0

\`--version 2\`, for documents in a folder \`v2\`
  GET /v2/books/{book_id}
  DELETE /v2/books/{book_id}
  GET /v2/books

0 % compatible, in 0 of 3 published endpoints`);
  });

  test('prints JSON with every part that is not equal', async () => {
    const { json } = await run();
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
      file: file('rest/v1/listBooks.graphql'),
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
    ['46.6', true],
    ['46.7', false],
    ['0', true],
  ])('with --compatible %s is a success: %s', async (compatible, success) => {
    expect((await run({ compatible })).ok).toBe(success);
  });

  test.each<[missing: boolean, compatible: string, success: boolean]>([
    [false, '100', true],
    [true, '100', false],
    [true, '100.0', false],
    [true, '99.9', true],
  ])(
    'whose endpoints are compatible, one is missing: %s, with --compatible %s is a success: %s',
    async (isMissing, compatible, success) => {
      const own = JSON.parse(await ownDocument()) as typeof PUBLISHED;
      const more = isMissing && { '/shelves': { get: { responses: { 200: { description: 'OK' } } } } };
      writeFileSync(file('own.json'), JSON.stringify({ ...own, paths: { ...own.paths, ...more } }));
      const { ok: isOk, text: printed, json } = await run({ openapi: file('own.json'), compatible });
      expect(isOk).toBe(success);
      expect(json).toMatchObject({ ok: success, percent: 100, missing: isMissing ? ['GET /shelves'] : [] });
      expect(printed).toContain(
        isMissing ? '100 % compatible, in 2 of 3 published' : '100 % compatible, in 2 of 2 published',
      );
    },
  );

  test.each<[name: string, content: string | undefined, message: string]>([
    ['missing', undefined, 'cannot be read. ENOENT: no such file or directory.'],
    ['YAML', 'openapi: 3.0.0\npaths: {}\n', 'Convert YAML first, such as with: npx yaml --json --single < '],
    ['another JSON', '[]', 'must be an OpenAPI document of version 3.0 or 3.1, with paths.'],
    ['without paths', '{"openapi": "3.1.0"}', 'must be an OpenAPI document of version 3.0 or 3.1, with paths.'],
    ['Swagger', '{"swagger": "2.0", "paths": {}}', 'with paths, but is Swagger 2.0: convert it first.'],
    [
      'in several files',
      '{"openapi": "3.1.0", "paths": {"/a": {"$ref": "a.json"}}}',
      'refers to a.json. Bundle the documents into one first.',
    ],
  ])('refuses a document that is %s', async (name, content, message) => {
    if (content !== undefined) writeFileSync(file(`${name}.json`), content);
    const matching = run({ openapi: file(`${name}.json`) });
    await expect(matching).rejects.toThrow(UsageError);
    await expect(matching).rejects.toThrow(message);
  });

  test.each(['101', '-1', 'all', '', '99.95'])('refuses --compatible %j', async (compatible) => {
    await expect(run({ compatible })).rejects.toThrow(
      `--compatible must be a number from 0 to 100 with at most one decimal, not "${compatible}".`,
    );
  });

  test('refuses an unknown version', async () => {
    await expect(run({ version: '2' })).rejects.toThrow('/v2/openapi.json does not exist. Available: "portico match');
  });
});

describe('an API and its own document', () => {
  const root = fileURLToPath(new URL('../../../examples/', import.meta.url));
  const examples = readdirSync(root).filter((name) => existsSync(`${root}${name}/schema.graphql`));

  test.each(['the service', ...examples])('are equal: %s', async (name) => {
    const folderOf = path.join(root, name);
    const { api, documents } =
      name === 'the service'
        ? await read({}, defaultApi)
        : await read({ schema: `${folderOf}/schema.graphql`, endpoints: `${folderOf}/endpoints` });
    const versions = [...documents.keys()].map((key) => /^\/v(\d+)/.exec(key)?.[1]);
    expect(versions.length).toBeGreaterThan(name === 'the service' ? 2 : 0);
    for (const version of versions) {
      writeFileSync(file('own.json'), openapi(documents, version));
      const report = match(api, documents, {
        openapi: file('own.json'),
        ...(version && { version }),
        compatible: '100',
      });
      const { counts, missing } = report.json as { counts: Record<string, number>; missing: string[] };
      expect({ ok: report.ok, ...counts, missing }).toEqual({
        ok: true,
        equal: expect.any(Number),
        compatible: 0,
        different: 0,
        missing: [],
      });
    }
  });
});
