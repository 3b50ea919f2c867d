import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ContractsOptions, contracts, readAgainst } from '../../../src/cli/contracts.ts';
import { createPortico } from '../../../src/gateway/serve/createPortico.ts';
import type { Report } from '../../../src/project/Report.ts';
import { UsageError } from '../../../src/project/UsageError.ts';
import { Repository } from '../../parts/contracts/support/repository.ts';

/** A project in a folder of a larger repository. */
const PROJECT = 'services/books';
const SDL = 'type Query { book(id: ID!): Book } type Book { id: ID! title: String! pages: Int }';
const FILES = {
  'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
  'schema.graphql': SDL,
  'rest/v1/shapes/Book.graphql': 'fragment Book on Book { id title pages }',
  'rest/v1/getBook.graphql':
    '"Read a book."\nquery getBook($id: ID!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { ...Book } }',
};
const NAMES = ['openapi.v1.json', 'openapi.json', 'changes.md'].map((name) => `contracts/${name}`);

let repository: Repository;
let root: string;

/** Makes a folder the working directory. */
function enter(folder: string): void {
  root = folder;
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
}

const run = (options: ContractsOptions = {}, env = {}): Promise<Report> => contracts(options, env);
const write = (file: string, text: string) => repository.write({ [`${PROJECT}/${file}`]: text });
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Writes and commits the contracts of the project. */
async function publish(): Promise<void> {
  await run();
  repository.commit({});
}

/** Removes a property that was published. */
const narrow = () => write('rest/v1/shapes/Book.graphql', 'fragment Book on Book { id title }');
const BREAKS = ['contracts/openapi.json', 'contracts/openapi.v1.json'].map((file) => ({
  file,
  change: '`Book.pages` was removed.',
  affected: 'clients that read it',
  endpoints: ['GET /books/{id}'],
  hint: 'Restore it, or make the change in a new version: a folder v2 of the endpoint documents with only the differences.',
}));

/** Of the breaks. */
const DOCUMENT = { file: 'rest/v1/shapes/Book.graphql' };

describe('contracts', () => {
  beforeEach(() => {
    repository = new Repository(realpathSync(mkdtempSync(path.join(tmpdir(), 'repository-'))));
    repository.write(Object.fromEntries(Object.entries(FILES).map(([file, text]) => [`${PROJECT}/${file}`, text])));
    enter(path.join(repository.root, PROJECT));
  });

  afterEach(() => {
    vi.restoreAllMocks();
    repository.remove();
  });

  describe('the contracts of a project', () => {
    test('are written below the folder of its configuration, without the GraphQL schema', async () => {
      enter(path.join(repository.root, 'services'));
      const { text, ok, json } = await run({ config: 'books/portico.config.json' });
      expect({ text, ok }).toEqual({
        text: `${NAMES.map((file) => `Wrote ${file}.`).join('\n')}\nThe contracts are compatible with every published version.`,
        ok: true,
      });
      expect(json).toEqual({ ok: true, written: NAMES, stale: [], uncommitted: [], breaks: [], errors: [] });
      const places = [...NAMES, 'contracts/schema.graphql'].map((file) => path.join(repository.root, PROJECT, file));
      expect(places.map(existsSync)).toEqual([true, true, true, false]);
    });

    test('are written below the working directory without a configuration', async () => {
      enter(path.join(repository.root, 'services'));
      await run({ schema: path.join(root, 'books/schema.graphql'), endpoints: path.join(root, 'books/rest') });
      expect(NAMES.map((file) => existsSync(path.join(root, file)))).toEqual([true, true, true]);
    });

    test('are those that api.json and the environment say', async () => {
      write('rest/api.json', '{ "name": "acme", "versioning": "path" }');
      await run({}, { BASE_PATH: '/api' });
      expect(JSON.parse(read('contracts/openapi.v1.json'))).toMatchObject({
        info: { title: 'acme' },
        servers: [{ url: '/api/v1' }],
      });
      expect(existsSync(path.join(root, 'contracts/openapi.json'))).toBe(false);
    });

    test('leave the other files of their folder as they are', async () => {
      const others = {
        'Vault.sol': 'contract Vault {}',
        'partner.json': '{}',
        'schema.graphql': 'type Query',
        'README.md': '',
      };
      for (const [name, text] of Object.entries(others)) write(`contracts/${name}`, text);
      await publish();
      await run();
      for (const [name, text] of Object.entries(others)) expect(read(`contracts/${name}`)).toBe(text);
      expect(await run({ check: true })).toMatchObject({ ok: true });
    });

    test('of a version that was removed are removed', async () => {
      write('rest/v2/shapes/Book.graphql', 'fragment Book on Book { id }');
      await run();
      rmSync(path.join(root, 'rest/v2'), { recursive: true });
      expect((await run()).text).toContain('Removed contracts/openapi.v2.json.');
      expect(existsSync(path.join(root, 'contracts/openapi.v2.json'))).toBe(false);
    });

    test.each([
      ['without authentication', { 'rest/conventions.json': '{ "auth": { "default": "NONE" } }' }],
      [
        'without authentication, with a deprecated endpoint',
        {
          'rest/conventions.json': '{ "auth": { "default": "NONE" } }',
          'rest/v1/getBook.graphql': FILES['rest/v1/getBook.graphql'].replace(
            'path:',
            'deprecated: "2026-01-31", path:',
          ),
        },
      ],
    ])('are the documents that createPortico serves %s', async (_, files) => {
      for (const [file, text] of Object.entries(files)) write(file, text);
      await run();
      const { openApi } = createPortico({ schema: buildSchema(SDL), endpoints: path.join(root, 'rest') });
      expect(JSON.parse(read('contracts/openapi.v1.json'))).toEqual(openApi.get('/v1/openapi.json'));
      expect(JSON.parse(read('contracts/openapi.json'))).toEqual(openApi.get('/openapi.json'));
      expect(read('contracts/openapi.v1.json')).not.toMatch(/"401"|securitySchemes/);
    });

    test('of a façade link deprecated endpoints to its page of changes, without a request to the upstream', async () => {
      const upstream = 'http://127.0.0.1:9/graphql';
      write('portico.config.json', JSON.stringify({ schema: 'schema.graphql', upstream, endpoints: 'rest' }));
      write(
        'rest/v1/getBook.graphql',
        FILES['rest/v1/getBook.graphql'].replace('path:', 'deprecated: "2026-01-31", path:'),
      );
      expect((await run()).ok).toBe(true);
      expect(read('contracts/openapi.v1.json')).toContain('"#/components/headers/DeprecationLink"');
    });
  });

  test('a file of another tool is reported, and nothing is written', async () => {
    write('contracts/changes.md', '# Our contracts');
    expect(await run()).toMatchObject({
      text: `${path.join(root, 'contracts/changes.md')} was not written by portico contracts. Move or rename it: nothing was written.`,
      json: { ok: false, written: [], errors: [expect.stringContaining('changes.md')] },
    });
    expect(existsSync(path.join(root, 'contracts/openapi.json'))).toBe(false);
  });

  describe('the check', () => {
    test('writes nothing, and passes when the contracts are current and committed', async () => {
      expect((await run({ check: true })).json).toMatchObject({ ok: false, stale: NAMES });
      expect(existsSync(path.join(root, 'contracts'))).toBe(false);
      await run();
      expect(await run({ check: true })).toMatchObject({
        text: NAMES.map((file) => `${file} has uncommitted changes. Commit them.`).join('\n'),
        json: { ok: false, stale: [], uncommitted: NAMES },
      });
      repository.commit({});
      expect(await run({ check: true })).toMatchObject({
        text: 'The contracts are current, committed and compatible with every published version.',
        json: { ok: true, written: [], stale: [], uncommitted: [], breaks: [], errors: [] },
        ok: true,
      });
    });

    test('passes in a repository without a commit of contracts, and in a worktree', async () => {
      repository.commit({ 'README.md': 'x' });
      expect((await run()).ok).toBe(true);
      repository.commit({});
      const worktree = path.join(repository.root, 'worktree');
      repository.git('worktree', 'add', '--quiet', worktree);
      enter(path.join(worktree, PROJECT));
      expect((await run({ check: true })).ok).toBe(true);
      writeFileSync(path.join(root, 'rest/v1/shapes/Book.graphql'), 'fragment Book on Book { id title }');
      expect((await run({ check: true })).json).toMatchObject({ breaks: [{ file: BREAKS[0]!.file }, {}] });
    });

    test('reports a breaking change for people, tools and GitHub', async () => {
      await publish();
      narrow();
      const { text, ok, json, annotations } = await run();
      const [commit, date] = repository.git('log', '-1', '--abbrev=7', '--format=%h %cs').trim().split(' ');
      const paragraph = [
        '`Book.pages` was removed.',
        '  It breaks clients that read it, in GET /books/{id}.',
        `  Published in contracts/openapi.json and contracts/openapi.v1.json, commit ${commit} of ${date}.`,
      ];
      expect(text).toContain(
        [
          'Wrote contracts/openapi.json.',
          '',
          `Breaking: ${paragraph.join('\n')}`,
          '  See rest/v1/shapes/Book.graphql.',
          `  ${BREAKS[0]!.hint}`,
          '',
          'If the contract was published in error, add an entry to the list in contracts/corrections.json, such as:',
          '  [{"date":"',
        ].join('\n'),
      );
      expect(ok).toBe(false);
      expect(json).toEqual({
        ok: false,
        written: ['contracts/openapi.v1.json', 'contracts/openapi.json'],
        stale: [],
        uncommitted: [],
        breaks: BREAKS.map((each) => ({ ...each, since: { commit, date }, document: DOCUMENT })),
        errors: [],
      });
      expect(annotations).toEqual([
        {
          level: 'error',
          title: 'Breaking change',
          message: expect.stringContaining(paragraph.join('\n')),
          file: 'rest/v1/shapes/Book.graphql',
        },
      ]);
    });

    test('annotates a change at its document, or at the contract if there is none', async () => {
      write(
        'rest/v1/getTitle.graphql',
        'query getTitle($id: ID!) @endpoint(method: GET, path: "/titles/{id}") { book(id: $id) { title } }',
      );
      await publish();
      const { 'rest/v1/getBook.graphql': getBook } = FILES;
      write('rest/v1/getBook.graphql', `# A book.\n${getBook.replace('GET, path', 'GET, status: 203, path')}`);
      rmSync(path.join(root, 'rest/v1/getTitle.graphql'));
      const { annotations } = await run({ check: true });
      expect(annotations).toEqual([
        expect.objectContaining({ file: 'rest/v1/getBook.graphql', line: 2 }),
        expect.objectContaining({ file: path.join(root, 'contracts/openapi.json') }),
        ...NAMES.slice(0, 2).map((file) =>
          expect.objectContaining({
            title: 'Contract',
            file: path.join(root, file),
            message: `${file} is stale. Run \`portico contracts\`, and commit the files that it writes.`,
          }),
        ),
      ]);
    });

    test('reports breaking changes before files to write or to commit, with their document for tools', async () => {
      await publish();
      write('rest/v1/getBook.graphql', FILES['rest/v1/getBook.graphql'].replace('GET, path', 'GET, status: 203, path'));
      await run();
      const { text, json } = await run({ check: true });
      expect(text).toMatch(/^Breaking: /);
      expect(text.indexOf('has uncommitted changes')).toBeGreaterThan(text.lastIndexOf('Breaking: '));
      expect(Object.keys(json as object)).toEqual(['ok', 'written', 'breaks', 'stale', 'uncommitted', 'errors']);
      expect((json as { breaks: object[] }).breaks[0]).toMatchObject({
        document: { file: 'rest/v1/getBook.graphql', line: 1 },
      });
    });

    test('accepts the correction that it shows', async () => {
      await publish();
      narrow();
      const { text } = await run();
      const entries = text.slice(text.indexOf('[{'));
      write('contracts/corrections.json', entries.replace('…', 'It was always null.'));
      expect(await run()).toMatchObject({ ok: true });
    });

    test('reports invalid endpoint documents, and writes nothing', async () => {
      write('rest/v1/shapes/Book.graphql', 'fragment Book on Book { isbn }');
      const message = 'rest/v1/shapes/Book.graphql:1:25: Cannot query field "isbn" on type "Book".';
      const { text, json, annotations } = await run();
      expect(text).toContain(message);
      expect(json).toMatchObject({ ok: false, written: [], errors: [expect.stringContaining(message)] });
      expect(annotations).toMatchObject([{ file: 'rest/v1/shapes/Book.graphql', line: 1, column: 25 }]);
      expect(existsSync(path.join(root, 'contracts'))).toBe(false);
    });
  });

  describe('without the history of git', () => {
    const outside: string[] = [];
    afterEach(() => {
      for (const folder of outside.splice(0)) rmSync(folder, { recursive: true });
    });
    const createFolder = (): string => {
      const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'elsewhere-')));
      outside.push(folder);
      return folder;
    };

    /** Enters a clone with the last commit alone. */
    function enterShallowClone(): (...args: string[]) => void {
      const clone = path.join(createFolder(), 'clone');
      repository.git('clone', '--quiet', '--depth=1', `file://${repository.root}`, clone);
      enter(path.join(clone, PROJECT));
      return (...args) => void repository.git('-C', clone, ...args);
    }

    test('a shallow clone is refused with the ways out', async () => {
      await publish();
      repository.commit({ 'README.md': 'x' });
      enterShallowClone();
      const { text, ok, json } = await run({ check: true });
      expect(ok).toBe(false);
      expect(text).toMatch(
        /This clone is shallow: .*`git fetch --unshallow`.*`fetch-depth: 0`.*--against DIR.*--against URL/,
      );
      expect(json).toMatchObject({ stale: [], uncommitted: [], breaks: [], errors: [text] });
    });

    test('a shallow clone compares with a branch that it fetched', async () => {
      await publish();
      repository.git('branch', 'released');
      narrow();
      await publish();
      const git = enterShallowClone();
      await expect(run({ check: true, against: 'released' })).rejects.toThrow(
        'git finds no branch, tag or commit released in',
      );
      git('fetch', '--quiet', '--depth=1', 'origin', 'released');
      const { json, text } = await run({ check: true, against: 'FETCH_HEAD' });
      expect(json).toEqual({
        ok: false,
        written: [],
        stale: [],
        uncommitted: [],
        breaks: BREAKS.map((each) => ({ ...each, since: { against: 'FETCH_HEAD' }, document: DOCUMENT })),
        errors: [],
      });
      expect(text).toContain('Published in contracts/openapi.json and contracts/openapi.v1.json, at FETCH_HEAD.');
      expect(await run({ check: true, against: 'HEAD' })).toMatchObject({
        text: 'The contracts are current and compatible with HEAD.',
        ok: true,
      });
    });

    test('a folder without git is written, refused by the check, and compares with a folder', async () => {
      const folder = createFolder();
      cpSync(path.join(repository.root, PROJECT), folder, { recursive: true });
      enter(folder);
      expect(await run({ check: true })).toMatchObject({ ok: false, json: { stale: NAMES } });
      const { text, ok, json } = await run();
      expect({ ok, json }).toEqual({
        ok: true,
        json: { ok: true, written: NAMES, breaks: [], stale: [], uncommitted: [], errors: [] },
      });
      expect(text).toContain(
        `Wrote ${NAMES[2]}.\nThere is no git repository, and so no published version to compare with. Run \`git init\` and commit the contracts, or`,
      );
      expect(await run({ check: true })).toMatchObject({
        ok: false,
        json: {
          stale: [],
          errors: [expect.stringMatching(/^There is no git repository.* --against DIR, --against URL/)],
        },
      });
      const old = path.join(createFolder(), 'old');
      cpSync(path.join(folder, 'contracts'), old, { recursive: true });
      expect(await run({ check: true, against: old })).toMatchObject({ ok: true, json: { uncommitted: [] } });
      writeFileSync(path.join(folder, 'rest/v1/shapes/Book.graphql'), 'fragment Book on Book { id title }');
      const breaks = (against: string) => BREAKS.map((each) => ({ ...each, since: { against } }));
      expect((await run({ check: true, against: './contracts' })).json).toMatchObject({
        stale: NAMES.slice(0, 2),
        breaks: breaks('./contracts'),
      });
      // The folder is read before it is written.
      expect((await run({ against: './contracts' })).json).toMatchObject({ breaks: breaks('./contracts') });
    });

    test('corrections apply, whenever they were made, and a sunset that has passed ends an endpoint', async () => {
      write(
        'rest/v1/getTitle.graphql',
        'query getTitle($id: ID!) @endpoint(method: GET, path: "/titles/{id}", sunset: "2020-01-31") { book(id: $id) { title } }',
      );
      await run();
      narrow();
      rmSync(path.join(root, 'rest/v1/getTitle.graphql'));
      const files = BREAKS.map(({ file }) => file);
      write(
        'contracts/corrections.json',
        JSON.stringify([{ date: '2020-01-31', files, change: BREAKS[0]!.change, reason: 'It was always null.' }]),
      );
      expect((await run({ check: true, against: './contracts' })).json).toMatchObject({ breaks: [], errors: [] });
    });

    test('contracts that cannot be read are reported, and nothing is written', async () => {
      expect(await run({ against: './rest' })).toMatchObject({
        ok: false,
        json: { ok: false, written: [], errors: [expect.stringContaining('The folder ./rest has no contracts')] },
        annotations: [{ level: 'error', message: expect.stringContaining('The folder ./rest has no contracts') }],
      });
      expect(existsSync(path.join(root, 'contracts'))).toBe(false);
    });
  });

  test('rejects for a default API whose installation has no contracts', async () => {
    enter(mkdtempSync(path.join(repository.root, 'empty-')));
    const defaults = {
      loadSchema: async () => buildSchema(SDL),
      endpoints: path.join(repository.root, PROJECT, 'rest'),
      root,
    };
    await expect(contracts({}, {}, defaults)).rejects.toThrow('an installed package has no contracts');
  });

  test('of a default API have the GraphQL schema, and do not depend on the environment', async () => {
    rmSync(path.join(root, 'portico.config.json'));
    write('contracts/README.md', '');
    const defaults = { loadSchema: async () => buildSchema(SDL), endpoints: path.join(root, 'rest'), root };
    await contracts({}, { BASE_PATH: '/acme' }, defaults);
    expect(read('contracts/schema.graphql')).toContain('type Book');
    expect(read('contracts/openapi.json')).not.toContain('acme');
  });
});

describe('readAgainst', () => {
  const TEXT = '{"openapi": "3.1.0"}';
  let published: Repository;
  beforeAll(() => {
    published = new Repository();
    published.commit({ 'contracts/openapi.json': TEXT });
    published.write({ 'main/openapi.json': TEXT, 'old/openapi.json': TEXT });
    mkdirSync(path.join(published.root, 'work'));
  });
  afterAll(() => published.remove());

  const readFrom = (against: string, cwd = published.root) =>
    readAgainst(against, { root: published.root, highest: 1, cwd });

  test('its form says what it is: a folder, or a branch, tag or commit', async () => {
    const contract = { file: 'contracts/openapi.json', text: TEXT };
    for (const against of ['main', './main', 'main/', path.join(published.root, 'main'), '.']) {
      expect(await readFrom(against)).toEqual([{ ...contract, since: { against } }]);
    }
    expect(await readFrom('..', path.join(published.root, 'work'))).toHaveLength(1);
  });

  test.each([
    ['', '--against must not be empty; expected a folder such as ./old, a URL, a branch, a tag or a commit.'],
    [' ', '--against must not be empty'],
    ['./nothing', 'the folder ./nothing does not exist'],
    ['./old/openapi.json', 'the folder ./old/openapi.json does not exist'],
    ['nothing', /git finds no branch, tag or commit nothing in .*git fetch --depth=1 origin BRANCH/],
    ['old', /git finds no branch, tag or commit old in .*For the folder, write --against \.\/old\./],
    ['ftp://example.com', 'must be an http or https URL'],
    ['https://', 'must be an http or https URL'],
    ['https://ada:secret@example.com', /^--against must not contain credentials\.$/],
  ])('%s is invalid', async (against, message) => {
    await expect(readFrom(against)).rejects.toThrow(UsageError);
    await expect(readFrom(against)).rejects.toThrow(message);
  });
});
