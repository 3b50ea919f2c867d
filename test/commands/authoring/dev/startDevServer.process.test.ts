// What a person sees who edits the files of a project while `portico dev` runs.
import { existsSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runPortico } from '../../support/runPortico.ts';
import { serveUpstream } from '../support/serveUpstream.ts';
import { type TestDev, type TestProject, createTestProject, startDev } from './support/startDev.ts';

const GRAPHQL = createRequire(import.meta.url).resolve('graphql');
const endpoint = (name: string, path: string, selection: string) =>
  `query ${name} @endpoint(method: GET, path: "${path}") { ${selection} }\n`;

const SCHEMA = `
import { buildSchema } from '${GRAPHQL}';
import { texts } from './texts.ts';
export const schema = buildSchema('type Query { book: Book slow: String secret: String } type Book { id: ID! title: String year: Int }');
const root = schema.getQueryType().getFields();
root.book.resolve = () => ({ id: '1', title: texts.title, year: 1999 });
root.slow.resolve = () => globalThis.porticoTest?.promise ?? 'fast';
root.secret.resolve = () => { throw new Error('The shelf is gone.'); };
`;
const FILES = {
  'schema.ts': SCHEMA,
  'texts.ts': `export const texts: { title: string } = { title: 'Persuasion' };`,
  'rest/v1/getBook.graphql': endpoint('getBook', '/book', 'book { ...Book }'),
  'rest/v1/shapes/Book.graphql': 'fragment Book on Book { id title }\n',
};
const ISSUER = { AUTH_SECRET: 'a secret of at least thirty-two bytes', AUTH_ISSUER: 'x', AUTH_AUDIENCE: 'y' };
const BOOK = { id: '1', title: 'Persuasion' };

let project: TestProject;
let dev: TestDev;

const start = async (options: Parameters<typeof startDev>[0] = {}, environment: Record<string, string> = {}) => {
  dev = await startDev({ endpoints: project.at('rest'), ...options }, project.folder, environment);
};

describe('startDevServer', () => {
  afterEach(async () => {
    await dev.close();
    project.remove();
  });

  describe('over a module', () => {
    beforeEach(async () => {
      project = createTestProject(FILES);
      await start({ schema: project.at('schema.ts') });
      await dev.expectJson('/v1/book', BOOK);
    });

    test('shows the URL, the routes, the data and a request at start', async () => {
      expect(dev.output()).toContain(`Portico is at ${dev.url}, with the data of schema.ts.`);
      expect(dev.output()).toMatch(/^v1 +GET +\/book +getBook /m);
      expect(dev.output()).toContain(`Try: curl ${dev.url}/v1/book\n`);
    });

    test('serves a document in a new folder, and no longer one that is removed', async () => {
      project.write('rest/v1/years/getYear.graphql', endpoint('getYear', '/year', 'book { year }'));
      await dev.expectJson('/v1/year', { year: 1999 });
      await dev.expectOutput('reloaded in');
      expect(dev.output()).toContain('+ GET /v1/year');
      unlinkSync(project.at('rest/v1/years/getYear.graphql'));
      await expect.poll(async () => (await dev.get('/v1/year')).status).toBe(404);
      await dev.expectOutput('- GET /v1/year');
    });

    test('serves a new version', async () => {
      project.write('rest/v2/getBook.graphql', endpoint('getBook', '/book', 'book { id }'));
      await dev.expectJson('/v2/book', { id: '1' });
      expect((await dev.get('/v1/book')).json).toEqual(BOOK);
      expect((await dev.get('/v2/openapi.json')).status).toBe(200);
    });

    test.each<[string, (file: string, text: string) => void]>([
      [
        'is replaced by a temporary file',
        (file, text) => {
          project.write(`${file}.tmp`, text);
          renameSync(project.at(`${file}.tmp`), project.at(file));
        },
      ],
      [
        'an editor moves away and writes anew',
        (file, text) => {
          renameSync(project.at(file), project.at(`${file}~`));
          project.write(file, text);
          unlinkSync(project.at(`${file}~`));
        },
      ],
    ])('follows a document that %s, again and again', async (_, save) => {
      for (const name of ['a', 'b', 'c']) {
        save('rest/v1/getBook.graphql', endpoint('getBook', '/book', `book { ${name}: title }`));
        await dev.expectJson('/v1/book', { [name]: 'Persuasion' });
      }
      expect(dev.output()).not.toContain('error');
    });

    test('serves the second of two quick saves', async () => {
      for (const name of ['first', 'second']) {
        project.write('rest/v1/getBook.graphql', endpoint('getBook', '/book', `book { ${name}: title }`));
      }
      await dev.expectJson('/v1/book', { second: 'Persuasion' });
    });

    test('reloads far less often than files change at once', async () => {
      for (let number = 0; number < 30; number++) {
        project.write(`rest/v1/get${number}.graphql`, endpoint(`get${number}`, `/book/${number}`, 'book { id }'));
      }
      await dev.expectJson('/v1/book/29', { id: '1' });
      await dev.expectOutput(/reloaded in \d+ ms: \+ GET \/v1\/book\//);
      expect(dev.output().match(/reloaded in/g)!.length).toBeLessThan(10);
    });

    test('follows conventions that are added, changed and removed', async () => {
      project.write('rest/conventions.json', '{ "names": { "properties": "SCREAMING" } }');
      await dev.expectOutput(/^.*conventions\.json:1:\d+: /m);
      project.write('rest/conventions.json', '{ "errors": { "body": { "message": "{message}" } } }');
      await dev.expectJson('/v1/nothing', { message: '/v1/nothing does not exist.' });
      unlinkSync(project.at('rest/conventions.json'));
      await dev.expectJson('/v1/nothing', { error: '/v1/nothing does not exist.' });
    });

    test('evaluates the module and what it imports again', async () => {
      project.write('texts.ts', `export const texts = { title: 'Emma' };`);
      await dev.expectJson('/v1/book', { id: '1', title: 'Emma' });
      project.write('schema.ts', SCHEMA.replace('year: 1999', 'year: 1816'));
      project.write('rest/v1/shapes/Book.graphql', 'fragment Book on Book { year }\n');
      await dev.expectJson('/v1/book', { year: 1816 });
    });

    test('keeps the last version while a module cannot be loaded', async () => {
      project.write('texts.ts', 'export const texts = {');
      await dev.expectOutput('the last version without errors is still served');
      expect(dev.output()).toContain('texts.ts');
      expect((await dev.get('/v1/book')).json).toEqual(BOOK);
      project.write('texts.ts', `export const texts = { title: 'Emma' };`);
      await dev.expectJson('/v1/book', { id: '1', title: 'Emma' });
      await dev.expectOutput('reloaded');
    });

    test('shows diagnostics as check does, keeps the last version, and clears by itself', async () => {
      project.write('rest/v1/getBook.graphql', endpoint('getBook', '/book', 'book { titel }'));
      await dev.expectOutput('1 error; until this is fixed, the last version without errors is still served');
      const checked = await runPortico(['check', '--schema', 'schema.ts', '--endpoints', 'rest'], project.folder);
      expect(dev.output()).toContain(checked.stdout.split('1 error')[0]);
      expect((await dev.get('/v1/book')).json).toEqual(BOOK);
      expect((await dev.state()).problems).toEqual([
        expect.stringMatching(/getBook\.graphql:1:\d+: .*titel.*\n {2}hint: ./),
      ]);
      project.write('rest/v1/getBook.graphql', FILES['rest/v1/getBook.graphql']);
      await dev.expectOutput(/^reloaded in \d+ ms: no change of an endpoint$/m);
      expect((await dev.state()).problems).toEqual([]);
    });

    test('completes a request on the version of its arrival', async () => {
      project.write('rest/v1/getSlow.graphql', endpoint('getSlow', '/slow', 'slow'));
      await expect.poll(async () => (await dev.get('/v1/slow', { method: 'OPTIONS' })).status).toBe(204);
      let release: (text: string) => void = () => {};
      let started: () => void = () => {};
      const isStarted = new Promise<void>((resolve) => (started = resolve));
      const promise = new Promise<string>((resolve) => (release = resolve));
      const shared = globalThis as { porticoTest?: { promise: Promise<string> } };
      shared.porticoTest = {
        get promise() {
          started();
          return promise;
        },
      };
      try {
        const old = dev.get('/v1/slow');
        await isStarted;
        delete shared.porticoTest;
        project.write('rest/v1/getSlow.graphql', endpoint('getSlow', '/slow', 'slow book { id }'));
        await dev.expectJson('/v1/slow', { slow: 'fast', book: { id: '1' } });
        release('old');
        expect((await old).json).toBe('old');
      } finally {
        delete shared.porticoTest;
      }
    });
  });

  test('says which endpoints a change adds, changes and removes', async () => {
    const files = {
      'schema.ts': SCHEMA,
      'texts.ts': FILES['texts.ts'],
      'rest/v1/getBook.graphql': endpoint('getBook', '/book', 'book { ...Book }'),
      'rest/v1/getYear.graphql': endpoint('getYear', '/year', 'book { year }'),
      'rest/v1/shapes/Book.graphql': 'fragment Book on Book { id title }\n',
      'rest/v2/shapes/Book.graphql': 'fragment Book on Book { id title year }\n',
    };
    project = createTestProject(files);
    await start({ schema: project.at('schema.ts') });
    const expectReload = async (name: string, text: string, expected: string) => {
      const before = dev.output().length;
      if (text === '') unlinkSync(project.at(name));
      else project.write(name, text);
      await expect.poll(() => dev.output().slice(before)).toMatch(/^reloaded in .*\n$/);
      expect(
        dev
          .output()
          .slice(before)
          .replace(/^.* ms: /, ''),
      ).toBe(`${expected}\n`);
    };
    const book = 'rest/v1/getBook.graphql';
    await expectReload(book, `# Hello\n\n${files[book]}`, 'no change of an endpoint');
    await expectReload('rest/v2/shapes/Book.graphql', 'fragment Book on Book { id }\n', '~ GET /v2/book');
    const moved = '+ GET /v1/novel, + GET /v2/novel, - GET /v1/book, - GET /v2/book';
    await expectReload(book, endpoint('getBook', '/novel', 'book { ...Book }'), moved);
    await expectReload('rest/v1/getYear.graphql', '', '- GET /v1/year, - GET /v2/year');
    renameSync(project.at('rest'), project.at('away'));
    await dev.expectOutput(/does not exist.*\n(?:.*\n)*.* is still served/);
    expect((await dev.get('/v1/novel')).json).toEqual(BOOK);
    for (const name of ['a', 'b', 'c', 'd'])
      project.write(`away/v1/${name}.graphql`, endpoint(name, `/${name}`, 'book { id }'));
    renameSync(project.at('away'), project.at('rest'));
    await dev.expectOutput(/: (?:\+ GET \/v\d\/[a-d], ){6}and 2 more$/m);
  });

  test('shows why a request failed: where, in which document, and with which code', async () => {
    const resolvers = `
const { GraphQLError } = await import('${GRAPHQL}');
root.books.resolve = () => [{ id: '1' }, { id: '2' }];
root.order.resolve = () => { throw new GraphQLError('None left.', { extensions: { code: 'OUT_OF_STOCK' } }); };
root.never.resolve = () => new Promise(() => {});
schema.getType('Book').getFields().title.resolve = () => { throw new Error('The author is gone.'); };`;
    project = createTestProject({
      'schema.ts': `${SCHEMA.replace('type Query {', 'type Query { books: [Book!]! order: Int never: Int')}${resolvers}`,
      'texts.ts': FILES['texts.ts'],
      'rest/v1/listBooks.graphql': endpoint('listBooks', '/books', 'books { id title }'),
      'rest/v1/getOrder.graphql': endpoint('getOrder', '/order', 'order'),
      'rest/v1/getNever.graphql': endpoint('getNever', '/never', 'never'),
    });
    await start({ schema: project.at('schema.ts') });
    for (const target of ['/health/live', '/health/ready', '/docs', '/docs/assets/site.css', '/docs/nothing']) {
      await fetch(dev.url + target);
    }
    await dev.get('/v1/books');
    await dev.get('/v1/order');
    await expect(dev.get('/v1/never', { signal: AbortSignal.timeout(100) })).rejects.toThrow();
    await dev.expectOutput(/never aborted/);
    const [, log] = dev.output().split(/^Try: .*\n/m);
    expect(log).not.toContain('node_modules');
    expect(log!.replaceAll(/^ {4}at (?!books|order).*\n/gm, '').replaceAll(/\d\d:\d\d:\d\d|[\d.]+ ms/g, '…')).toBe(
      `… GET    /docs 200 …
GET /v1/books: request failed (rest/v1/listBooks.graphql)
  The author is gone.
    at books[0].title
… GET    /v1/books 500 …
GET /v1/order: request failed (rest/v1/getOrder.graphql)
  None left.
    at order
    with extensions.code OUT_OF_STOCK
… GET    /v1/order 500 …
… GET    /v1/never aborted …
`,
    );
    expect(log).toMatch(/ {4}at books\[0\]\.title\n {4}at .*schema\.ts/);
  });

  test.each([
    ['error', /^GET \/v1\/secret: request failed \(.*\)\n {2}The shelf is gone\.\n(?: {4}at .*\n)+$/],
    ['silent', /^$/],
  ])('shows with LOG_LEVEL=%s no requests', async (level, log) => {
    project = createTestProject({ ...FILES, 'rest/v1/getSecret.graphql': endpoint('getSecret', '/secret', 'secret') });
    await start({ schema: project.at('schema.ts') }, { LOG_LEVEL: level });
    const before = dev.output().length;
    expect((await dev.get('/v1/secret')).status).toBe(500);
    expect((await dev.get('/v1/book')).status).toBe(200);
    expect(dev.output().slice(before)).toMatch(log);
  });

  test('follows a module outside of the folder of the schema', async () => {
    project = createTestProject({
      ...FILES,
      'api/schema.ts': SCHEMA.replace('./texts.ts', '../shared/texts.ts'),
      'shared/texts.ts': FILES['texts.ts'],
    });
    await start({ schema: project.at('api/schema.ts') });
    await dev.expectJson('/v1/book', BOOK);
    project.write('shared/texts.ts', `export const texts = { title: 'Emma' };`);
    await dev.expectJson('/v1/book', { id: '1', title: 'Emma' });
  });

  describe('over a schema file, with mocks', () => {
    const SDL = 'type Query { book: Book } type Book { id: ID! title: String year: Int }';
    const startMocks = async (files: Record<string, string> = {}, environment: Record<string, string> = {}) => {
      project = createTestProject({ ...FILES, 'schema.graphql': SDL, ...files });
      await start({ schema: project.at('schema.graphql'), mock: true }, environment);
    };

    test('follows a schema that is broken, fixed and replaced', async () => {
      await startMocks();
      expect((await dev.get('/v1/book')).json).toEqual({ id: expect.any(String), title: expect.any(String) });
      project.write('schema.graphql', SDL.replace('title: String', 'name: String'));
      await dev.expectOutput(/shapes\/Book\.graphql:1:\d+: /);
      expect((await dev.get('/v1/book')).json).toHaveProperty('title');
      project.write('rest/v1/shapes/Book.graphql', 'fragment Book on Book { name }\n');
      await expect.poll(async () => (await dev.get('/v1/book')).json).toEqual({ name: expect.any(String) });
      project.write('schema.graphql', 'type Query {');
      await dev.expectOutput(/^.*schema\.graphql:1:13: Syntax Error/m);
      project.write('new.graphql', SDL.replace('title: String', 'name: [Int!]!'));
      renameSync(project.at('new.graphql'), project.at('schema.graphql'));
      await expect.poll(async () => (await dev.get('/v1/book')).json).toEqual({ name: expect.any(Array) });
    });

    test.each([
      ['a document that does not compile', 'rest/v1/getBook.graphql', 'query {', FILES['rest/v1/getBook.graphql']],
      ['a schema that does not parse', 'schema.graphql', 'type Query {', SDL],
    ])('starts with %s: 503 that says so, until it is fixed', async (_, file, broken, fixed) => {
      await startMocks({ [file]: broken });
      const response = await dev.get('/v1/book');
      expect(response.status).toBe(503);
      expect(response.json).toEqual({
        error: expect.stringMatching(/^The API cannot be served before this is fixed: .*Syntax Error/),
      });
      expect((await dev.get('/health/ready')).status).toBe(503);
      expect((await dev.state()).problems).toHaveLength(1);
      expect((await fetch(`${dev.url}/docs`)).status).toBe(200);
      expect((await dev.get('/docs/changes')).status).toBe(503);
      // A page that failed has a line; a probe has none.
      await dev.expectOutput(/^\S+ GET {4}\/docs\/changes 503 /m);
      expect(dev.output()).toMatch(/^GET \/health\/ready: request failed\n {2}Not loaded yet\.\n/m);
      expect(dev.output()).not.toContain('/health/ready 503');
      expect(dev.output()).toContain('1 error; until this is fixed, every request is 503');
      project.write(file, fixed);
      await expect.poll(async () => (await dev.get('/v1/book')).status).toBe(200);
      expect((await dev.get('/health/ready')).status).toBe(200);
      await dev.expectOutput('No credentials are required');
      await dev.expectOutput(`Try: curl ${dev.url}/v1/book`);
    });

    test('checks scopes only with a token issuer, and says so', async () => {
      const restricted = `directive @requiresScopes(scopes: [[String!]!]!) on OBJECT\n${SDL.replace('type Book', 'type Book @requiresScopes(scopes: [["books:read"]])')}`;
      await startMocks({ 'schema.graphql': restricted });
      expect((await dev.get('/v1/book')).status).toBe(200);
      expect(dev.output()).toContain('No credentials are required, and scopes are not checked');
      await dev.close();
      await start({ schema: project.at('schema.graphql'), mock: true }, ISSUER);
      expect((await dev.get('/v1/book')).status).toBe(401);
      expect(dev.output()).not.toContain('No credentials');
      expect(dev.output()).toContain('Try: curl -H "Authorization: Bearer $TOKEN"');
    });

    test('keeps what mutations wrote over a change of documents', async () => {
      await startMocks({
        'schema.graphql': `${SDL} type Mutation { renameBook(id: ID!, title: String!): Book } extend type Query { bookById(id: ID!): Book }`,
        'rest/v1/getOne.graphql':
          'query getOne($id: ID!) @endpoint(method: GET, path: "/books/{id}") { bookById(id: $id) { id title } }',
        'rest/v1/rename.graphql':
          'mutation rename($id: ID!, $title: String!) @endpoint(method: PUT, path: "/books/{id}") { renameBook(id: $id, title: $title) { id title } }',
      });
      const body = JSON.stringify({ title: 'Sanditon' });
      const headers = { 'content-type': 'application/json' };
      expect((await dev.get('/v1/books/7', { method: 'PUT', body, headers })).status).toBe(200);
      await dev.expectJson('/v1/books/7', { id: '7', title: 'Sanditon' });
      project.write('rest/v1/getBook.graphql', endpoint('getBook', '/novel', 'book { id }'));
      await dev.expectOutput('+ GET /v1/novel');
      expect((await dev.get('/v1/books/7')).json).toEqual({ id: '7', title: 'Sanditon' });
    });

    test('keeps Idempotency-Keys in memory, without credentials and over a change of documents', async () => {
      await startMocks({
        'schema.graphql': `${SDL} type Mutation { addBook(title: String!): Book }`,
        'rest/v1/addBook.graphql':
          'mutation addBook($title: String!) @endpoint(method: POST, path: "/books", idempotencyKey: REQUIRED) { addBook(title: $title) { id title } }',
      });
      const post = (key: Record<string, string>, title = 'Sanditon') =>
        dev.get('/v1/books', {
          method: 'POST',
          body: JSON.stringify({ title }),
          headers: { 'content-type': 'application/json', ...key },
        });
      const key = { 'idempotency-key': 'one' };
      expect(await post({})).toMatchObject({ status: 400, json: { error: 'Idempotency-Key is required' } });
      const first = await post(key);
      expect(first).toMatchObject({ status: 200, json: { title: 'Sanditon' } });
      project.write('rest/v1/getBook.graphql', endpoint('getBook', '/novel', 'book { id }'));
      await dev.expectOutput('+ GET /v1/novel');
      const { headers, json } = await post(key);
      expect([headers.get('idempotency-replayed'), json]).toEqual(['true', first.json]);
      expect((await post(key, 'Emma')).status).toBe(422);
      expect(dev.output()).not.toContain('warning: ');
    });

    test('prints each warning once', async () => {
      project = createTestProject({
        'schema.graphql': 'scalar Odd type Query { odd: Odd }',
        'rest/v1/getOdd.graphql': endpoint('getOdd', '/odd', 'odd'),
      });
      await start({ schema: project.at('schema.graphql'), mock: true });
      expect(dev.output()).toMatch(/^warning: .*No convention names the scalar Odd/m);
      project.write('rest/v1/getOdd.graphql', endpoint('getOdd', '/new', 'odd'));
      await dev.expectOutput('+ GET /v1/new');
      expect(dev.output().match(/^warning: /gm)).toHaveLength(1);
      expect((await dev.state()).warnings).toHaveLength(1);
    });

    test('asks for a restart when the configuration names another schema', async () => {
      const config = '{ "schema": "schema.graphql", "endpoints": "rest" }';
      project = createTestProject({ ...FILES, 'schema.graphql': SDL, 'portico.config.json': config });
      dev = await startDev({ mock: true }, project.folder);
      project.write('portico.config.json', config.replace('schema.graphql', 'texts.ts'));
      await dev.expectOutput(/^warning: .*portico\.config\.json: schema changed; restart to apply it$/m);
    });

    test('serves CORS headers of the version that responds', async () => {
      await startMocks({}, { CORS_ORIGINS: '*' });
      const allowed = async () =>
        (
          await dev.get('/v1/book', {
            method: 'OPTIONS',
            headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
          })
        ).headers.get('access-control-allow-headers');
      expect(await allowed()).not.toContain('X-Shelf');
      project.write('schema.graphql', SDL.replace('book: Book', 'book(shelf: String): Book'));
      project.write(
        'rest/v1/getBook.graphql',
        'query getBook($shelf: String @param(in: HEADER, name: "X-Shelf")) @endpoint(method: GET, path: "/book") { book(shelf: $shelf) { id } }',
      );
      await expect.poll(allowed).toContain('X-Shelf');
    });
  });

  test('renews the schema of a module that init wrote for editors, and no other file', async () => {
    const module = (sdl: string) =>
      `import { buildSchema } from '${GRAPHQL}';\nexport const schema = buildSchema('${sdl}');\n`;
    const [OLD, NEW] = ['type Query {\n  book: Int\n}\n', 'type Query {\n  book: Int\n  shelf: Int\n}\n'];
    const own = (sdl: string, end = '; portico dev renews it.') =>
      `# For editors: the schema of schema.ts${end}\n${sdl}`;
    project = createTestProject({
      'schema.ts': module('type Query { book: Int }'),
      'rest/schema.graphql': own(OLD),
      'rest/v1/getBook.graphql': endpoint('getBook', '/book', 'book'),
    });
    await start({ schema: project.at('schema.ts') });
    expect(dev.output()).not.toContain('for editors');
    project.write('schema.ts', module('type Query { book: Int shelf: Int }'));
    await dev.expectOutput(/^renewed .*rest\/schema\.graphql for editors$/m);
    expect(readFileSync(project.at('rest/schema.graphql'), 'utf8')).toBe(own(NEW));
    project.write('rest/v1/getShelf.graphql', endpoint('getShelf', '/shelf', 'shelf'));
    await dev.expectOutput('+ GET /v1/shelf');
    // It does not load the API again.
    expect(dev.output().match(/reloaded in/g)).toHaveLength(2);
    await dev.close();

    for (const [text, after] of [
      [own(OLD, ' as of portico init.'), own(NEW)],
      [own(NEW), own(NEW)],
      [OLD, OLD],
    ] as const) {
      project.write('rest/schema.graphql', text);
      await start({ schema: project.at('schema.ts') });
      expect(dev.output().includes('for editors')).toBe(text !== after);
      expect(readFileSync(project.at('rest/schema.graphql'), 'utf8')).toBe(after);
      await dev.close();
    }
    unlinkSync(project.at('rest/schema.graphql'));
    await start({ schema: project.at('schema.ts') });
    expect(existsSync(project.at('rest/schema.graphql'))).toBe(false);
  });

  test('introspects an upstream at start alone, and forwards requests to it with their credentials', async () => {
    const schema = introspectionFromSchema(
      buildSchema('type Query { book: Book } type Book { id: ID! title: String }'),
    );
    const data = { book: { id: '7', title: 'Emma' } };
    const { url, received } = await serveUpstream((query) => ({ data: query.includes('__schema') ? schema : data }));
    project = createTestProject({
      ...FILES,
      'portico.config.json': JSON.stringify({ upstream: url, endpoints: 'rest' }),
    });
    dev = await startDev({}, project.folder);
    const { json } = await dev.get('/v1/book', { headers: { authorization: 'Bearer t' } });
    expect(json).toEqual(data.book);
    const sent = received.filter(({ body }) => body.includes('getBook'));
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer t']);
    expect(dev.output()).toContain(`with the data of ${url}`);
    expect(dev.output()).toContain(`Try: curl ${dev.url}/v1/book`);
    project.write('rest/v1/getBook.graphql', endpoint('getBook', '/novel', 'book { id title }'));
    await dev.expectJson('/v1/novel', data.book);
    expect(received.filter(({ body }) => body.includes('__schema'))).toHaveLength(1);
  });

  test('warns at start of a header of an upstream without a value', async () => {
    const { url } = await serveUpstream(() => ({ data: {} }));
    project = createTestProject({
      ...FILES,
      'schema.graphql': 'type Query { book: Book } type Book { id: ID! title: String }',
      'portico.config.mjs': `export default {
  schema: 'schema.graphql', upstream: '${url}', headers: { authorization: undefined }, endpoints: 'rest',
};`,
    });
    dev = await startDev({ config: 'portico.config.mjs' }, project.folder);
    expect(dev.output()).toMatch(/^warning: .*the header authorization has no value.* UPSTREAM_AUTHORIZATION\.$/m);
  });

  test('refuses the resolvers of a schema with @policy where there is an issuer', async () => {
    const policy = 'directive @policy(policies: [[String!]!]!) on FIELD_DEFINITION';
    const field = 'title: String @policy(policies: [["hr"]])';
    const schema = SCHEMA.replace('type Query', `${policy} type Query`).replace('title: String', field);
    project = createTestProject({ ...FILES, 'schema.ts': schema });
    await start({ schema: project.at('schema.ts') }, ISSUER);
    const message =
      'The schema restricts Book.title with @policy, which only a federation router evaluates; use @requiresScopes, or check the caller in resolvers.';
    expect((await dev.state()).problems).toEqual([message]);
    await dev.close();
    await start({ schema: project.at('schema.ts') });
    await dev.expectJson('/v1/book', BOOK);
  });
});
