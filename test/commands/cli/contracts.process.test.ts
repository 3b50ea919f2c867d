// `portico contracts` in a folder of the repository of somebody else.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import { type Files, Folder, type Run, type RunOptions, runPortico, usageError } from '../support/runPortico.ts';

/** A project in a folder of a larger repository. */
const PROJECT = 'services/books';
const SDL = 'type Query { book(id: ID!): Book } type Book { id: ID! title: String! pages: Int }';
const GET_BOOK =
  '"Read a book."\nquery getBook($id: ID!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { ...Book } }';
const GET_TITLE = 'query getTitle($id: ID!) @endpoint(method: GET, path: "/titles/{id}") { book(id: $id) { title } }';
const FILES = {
  'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
  'schema.graphql': SDL,
  'rest/v1/shapes/Book.graphql': 'fragment Book on Book { id title pages }',
  'rest/v1/getBook.graphql': GET_BOOK,
};
const NARROW = { 'rest/v1/shapes/Book.graphql': 'fragment Book on Book { id title }' };
const WIDENED = { 'rest/v1/getBook.graphql': GET_BOOK.replace('GET, path', 'GET, status: 203, path') };
const NAMES = ['openapi.v1.json', 'openapi.json', 'changes.md'].map((name) => `contracts/${name}`);
const WROTE = NAMES.map((file) => `Wrote ${file}.\n`).join('');
const HINT =
  'Restore it, or make the change in a new version: a folder v2 of the endpoint documents with only the differences.';
/** Of a project without `pages`. */
const BREAKS = ['contracts/openapi.json', 'contracts/openapi.v1.json'].map((file) => ({
  file,
  change: '`Book.pages` was removed.',
  affected: 'clients that read it',
  endpoints: ['GET /books/{id}'],
  hint: HINT,
}));
/** The JSON of a run that finds nothing and writes nothing. */
const REPORT = { ok: true, written: [], stale: [], uncommitted: [], breaks: [], errors: [] };
const DOCUMENT = { file: 'rest/v1/shapes/Book.graphql' };

/** A use of an endpoint, as `portico usage` has it. */
const used = (lastUse: string, version = 1, client = 'shop', endpoint = 'GET /titles/{titleId}') => ({
  endpoint,
  version,
  client,
  requests: 1,
  lastUse,
  deprecated: [] as object[],
});

let repository: Folder;
/** The working directory of the program. */
let root: string;

const git = (...args: string[]) => execFileSync('git', args, { cwd: repository.path, encoding: 'utf8', stdio: 'pipe' });
const commit = () => {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'A change');
};

beforeEach(() => {
  repository = new Folder();
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'A test');
  git('config', 'user.email', 'test@example.com');
  root = repository.at(PROJECT);
  write(FILES);
});

/** Writes files of the project. */
function write(files: Files): void {
  for (const [file, text] of Object.entries(files)) repository.write({ [`${PROJECT}/${file}`]: text });
}
const read = (file: string) => repository.read(`${PROJECT}/${file}`);
const has = (file: string) => repository.has(`${PROJECT}/${file}`);

const run = (args: string | readonly string[] = [], options?: RunOptions): Promise<Run> =>
  runPortico(['contracts', ...(typeof args === 'string' ? args.split(' ') : args)], root, options);
const runJson = async (args = '') => {
  const { code, stdout, stderr } = await run([...args.split(' ').filter(Boolean), '--json']);
  expect(stderr).toBe('');
  return { code, json: JSON.parse(stdout) as Record<string, unknown> };
};

/** Writes and commits the contracts of the project. */
async function publish(): Promise<void> {
  expect((await run()).code).toBe(0);
  commit();
}

describe('the contracts of a project', () => {
  test('are written below the folder of its configuration, without the GraphQL schema', async () => {
    root = repository.at('services');
    expect(await run('--config books/portico.config.json')).toEqual({
      code: 0,
      stdout: `${WROTE}The contracts are compatible with every published version.\n`,
      stderr: '',
    });
    expect([...NAMES, 'contracts/schema.graphql'].map(has)).toEqual([true, true, true, false]);
    for (const name of NAMES) repository.remove(`${PROJECT}/${name}`);
    expect((await runJson('--config books/portico.config.json')).json).toEqual({ ...REPORT, written: NAMES });
  });

  test('are written below the working directory without a configuration', async () => {
    root = repository.at('services');
    expect((await run('--schema books/schema.graphql --endpoints books/rest')).code).toBe(0);
    expect(NAMES.map((file) => repository.has(`services/${file}`))).toEqual([true, true, true]);
  });

  test('are those that api.json and the environment say', async () => {
    write({ 'rest/api.json': '{ "name": "acme", "versioning": "path" }' });
    await run([], { env: { BASE_PATH: '/api' } });
    expect(JSON.parse(read('contracts/openapi.v1.json'))).toMatchObject({
      info: { title: 'acme' },
      servers: [{ url: '/api/v1' }],
    });
    expect(has('contracts/openapi.json')).toBe(false);
  });

  test('leave the other files of their folder as they are', async () => {
    const others = {
      'contracts/Vault.sol': 'contract Vault {}',
      'contracts/partner.json': '{}',
      'contracts/schema.graphql': 'type Query',
      'contracts/README.md': '',
    };
    write(others);
    await publish();
    await run();
    for (const [name, text] of Object.entries(others)) expect(read(name)).toBe(text);
    expect((await run('--check')).code).toBe(0);
  });

  test('of a version that was removed are removed', async () => {
    write({ 'rest/v2/shapes/Book.graphql': 'fragment Book on Book { id }' });
    await run();
    repository.remove(`${PROJECT}/rest/v2`);
    expect((await run()).stdout).toContain('Removed contracts/openapi.v2.json.\n');
    expect(has('contracts/openapi.v2.json')).toBe(false);
  });

  const DEPRECATED = { 'rest/v1/getBook.graphql': GET_BOOK.replace('path:', 'deprecated: "2026-01-31", path:') };
  test('are the documents that createPortico serves without authentication', async () => {
    write({ ...DEPRECATED, 'rest/conventions.json': '{ "auth": { "default": "NONE" } }' });
    await run();
    const { openApi } = createPortico({ schema: buildSchema(SDL), endpoints: path.join(root, 'rest') });
    expect(JSON.parse(read('contracts/openapi.v1.json'))).toEqual(openApi.get('/v1/openapi.json'));
    expect(JSON.parse(read('contracts/openapi.json'))).toEqual(openApi.get('/openapi.json'));
    expect(read('contracts/openapi.v1.json')).not.toMatch(/"401"|securitySchemes/);
  });

  test('of a façade link deprecated endpoints to its page of changes, without a request to the upstream', async () => {
    const upstream = 'http://127.0.0.1:9/graphql';
    const config = JSON.stringify({ schema: 'schema.graphql', upstream, endpoints: 'rest' });
    write({ ...DEPRECATED, 'portico.config.json': config });
    expect((await run()).code).toBe(0);
    expect(read('contracts/openapi.v1.json')).toContain('"#/components/headers/DeprecationLink"');
  });
});

describe('the check', () => {
  test('writes nothing, and passes when the contracts are current and committed', async () => {
    expect(await run('--check')).toEqual({
      code: 1,
      stdout: `${NAMES.map((file) => `${file} is stale. Run \`portico contracts\`, and commit the files that it writes.`).join('\n')}\n`,
      stderr: '',
    });
    expect((await runJson('--check')).json).toMatchObject({ ok: false, stale: NAMES });
    expect(has('contracts')).toBe(false);
    await run();
    expect(await run('--check')).toEqual({
      code: 1,
      stdout: NAMES.map((file) => `${file} has uncommitted changes. Commit them.\n`).join(''),
      stderr: '',
    });
    expect((await runJson('--check')).json).toMatchObject({ ok: false, stale: [], uncommitted: NAMES });
    commit();
    expect(await run('--check')).toEqual({
      code: 0,
      stdout: 'The contracts are current, committed and compatible with every published version.\n',
      stderr: '',
    });
    expect((await runJson('--check')).json).toEqual(REPORT);
  });

  test('passes in a repository without a commit of contracts, and in a worktree', async () => {
    repository.write({ 'README.md': 'x' });
    commit();
    await publish();
    git('worktree', 'add', '--quiet', repository.at('worktree'));
    root = repository.at(`worktree/${PROJECT}`);
    expect((await run('--check')).code).toBe(0);
    repository.write({ [`worktree/${PROJECT}/${DOCUMENT.file}`]: NARROW[DOCUMENT.file as keyof typeof NARROW] });
    expect((await runJson('--check')).json).toMatchObject({ breaks: [{ file: BREAKS[0]!.file }, {}] });
  });

  test('reports a breaking change for people and GitHub', async () => {
    await publish();
    write(NARROW);
    const [hash, date] = git('log', '-1', '--abbrev=7', '--format=%h %cs').trim().split(' ');
    const paragraph = [
      '`Book.pages` was removed.',
      '  It breaks clients that read it, in GET /books/{id}.',
      `  Published in contracts/openapi.json and contracts/openapi.v1.json, commit ${hash} of ${date}.`,
    ];
    const { code, stdout } = await run('--github');
    expect(code).toBe(1);
    expect(stdout).toContain(
      [
        'Wrote contracts/openapi.json.',
        '',
        `Breaking: ${paragraph.join('\n')}`,
        '  See rest/v1/shapes/Book.graphql.',
        `  ${HINT}`,
        '',
        'If the contract was published in error, add an entry to the list in contracts/corrections.json, such as:',
        '  [{"date":"',
      ].join('\n'),
    );
    const annotations = stdout.match(/^::.*$/gm)!;
    expect(annotations).toHaveLength(1);
    expect(annotations[0]).toContain(
      `::error file=${PROJECT}/${DOCUMENT.file},title=Breaking change::Breaking: ${paragraph.join('%0A')}`,
    );
  });

  test('annotates a change at its document, or at the contract if there is none', async () => {
    write({ 'rest/v1/getTitle.graphql': GET_TITLE });
    await publish();
    write({ 'rest/v1/getBook.graphql': `# A book.\n${WIDENED['rest/v1/getBook.graphql']}` });
    repository.remove(`${PROJECT}/rest/v1/getTitle.graphql`);
    const { stdout } = await run('--check --github');
    expect(stdout.match(/^::.*$/gm)).toEqual([
      expect.stringContaining(`::error file=${PROJECT}/rest/v1/getBook.graphql,line=2,title=Breaking change::`),
      expect.stringContaining(`::error file=${PROJECT}/contracts/openapi.json,title=Breaking change::`),
      ...NAMES.slice(0, 2).map(
        (file) =>
          `::error file=${PROJECT}/${file},title=Contract::${file} is stale. Run \`portico contracts\`, and commit the files that it writes.`,
      ),
    ]);
  });

  test('reports breaking changes before files to write or to commit, with their document for tools', async () => {
    await publish();
    write(WIDENED);
    await run();
    const { stdout } = await run('--check');
    expect(stdout).toMatch(/^Breaking: /);
    expect(stdout.indexOf('has uncommitted changes')).toBeGreaterThan(stdout.lastIndexOf('Breaking: '));
    const { json } = await runJson('--check');
    expect(Object.keys(json)).toEqual(['ok', 'written', 'breaks', 'stale', 'uncommitted', 'errors']);
    expect((json['breaks'] as object[])[0]).toMatchObject({ document: { file: 'rest/v1/getBook.graphql', line: 1 } });
  });

  test('accepts the correction that it shows', async () => {
    await publish();
    write(NARROW);
    const { stdout } = await run();
    write({ 'contracts/corrections.json': stdout.slice(stdout.indexOf('[{')).replace('…', 'It was always null.') });
    expect((await run()).code).toBe(0);
  });

  test('reports invalid endpoint documents, and writes nothing', async () => {
    write({ 'rest/v1/shapes/Book.graphql': 'fragment Book on Book { isbn }' });
    const message = 'Cannot query field "isbn" on type "Book".';
    const { code, stdout } = await run('--github');
    expect(code).toBe(1);
    expect(stdout).toContain(`rest/v1/shapes/Book.graphql:1:25: ${message}`);
    expect(stdout).toContain(
      `::error file=${PROJECT}/${DOCUMENT.file},line=1,col=25,title=Endpoint document::${message}`,
    );
    expect((await runJson()).json).toMatchObject({
      ok: false,
      written: [],
      errors: [expect.stringContaining(`rest/v1/shapes/Book.graphql:1:25: ${message}`)],
    });
    expect(has('contracts')).toBe(false);
  });
});

describe('what was published', () => {
  const PUBLISHED = { change: BREAKS[0]!.change };
  const ALSO = { 'rest/v1/shapes/Book.graphql': 'fragment Book on Book { id title pages again: title }' };
  const changesOf = async (args = '') => {
    const { breaks, errors } = (await runJson(args)).json as { breaks: { change: string }[]; errors: string[] };
    return [...new Set(breaks.map(({ change }) => change)), ...errors];
  };

  test('is every revision, not only the last, though the break is committed', async () => {
    await publish();
    write(NARROW);
    await run();
    commit();
    repository.write({ 'README.md': 'Something else.' });
    commit();
    expect((await runJson('--check')).json).toMatchObject({
      stale: [],
      uncommitted: [],
      breaks: [PUBLISHED, PUBLISHED],
    });
  });

  test('is what was committed on a branch whose side lost, or that a merge made', async () => {
    await publish();
    git('checkout', '--quiet', '-b', 'side');
    write(ALSO);
    await publish();
    git('checkout', '--quiet', 'main');
    commit();
    git('merge', '--quiet', '--no-commit', '--strategy=ours', 'side');
    write({ 'rest/v1/shapes/Book.graphql': 'fragment Book on Book { id title pages merged: title }' });
    await run();
    commit();
    write(FILES);
    expect(await changesOf()).toEqual(['`Book.merged` was removed.', '`Book.again` was removed.']);
  });

  test('is no text that is not valid, and no other file', async () => {
    await publish();
    const published = read('contracts/openapi.json');
    write({ 'contracts/openapi.json': '<<<<<<< HEAD', 'contracts/partner.json': '{"openapi": "3.1.0"}' });
    commit();
    write({ 'contracts/openapi.json': published });
    repository.remove(`${PROJECT}/contracts/partner.json`);
    commit();
    expect(await changesOf('--check')).toEqual([]);
  });

  test('is every version', async () => {
    write({ 'rest/v2/conventions.json': '{}' });
    await publish();
    repository.remove(`${PROJECT}/rest/v2`);
    expect((await runJson('--check')).json['breaks']).toContainEqual({
      file: 'contracts/openapi.v2.json',
      change: 'The whole contract was removed.',
      affected: 'all of its clients',
      endpoints: [],
      hint: 'Restore it.',
      since: expect.any(Object) as object,
    });
  });

  test('is read in a hook of another repository, and is current with the ends of lines of Windows', async () => {
    await publish();
    expect(await changesOf('--check')).toEqual([]);
    const env = { GIT_DIR: '.git', GIT_INDEX_FILE: '/nowhere/index', GIT_PREFIX: 'web/' };
    expect((await run('--check', { env })).code).toBe(0);
    write({ 'contracts/openapi.json': read('contracts/openapi.json').replaceAll('\n', '\r\n') });
    expect((await runJson('--check')).json).toMatchObject({ stale: [] });
  });

  test('cannot be read without git, or in a broken repository', async () => {
    await publish();
    const missing = await run('--check', { env: { PATH: '/nowhere' } });
    expect(missing).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('cannot be read: git is not installed.'),
    });
    root = new Folder({ ...FILES, '.git': 'gitdir: /nowhere' }).path;
    expect((await run()).stdout).toContain('The git history of the published contracts cannot be read: fatal: ');
  });

  test.each<[name: string, entry: object, changes: unknown[]]>([
    ['that names its files', {}, []],
    ['of another file', { files: [NAMES[0]] }, [PUBLISHED.change]],
    ['of another change', { change: '`Book.title` was removed.' }, [PUBLISHED.change]],
    ['that is older than the contract', { date: '2020-01-31' }, [PUBLISHED.change]],
    ['without a reason', { reason: ' ' }, [expect.stringContaining('contracts/corrections.json is not valid')]],
  ])('in error is corrected by an entry, but not by one %s', async (_, entry, changes) => {
    await publish();
    const whole = {
      date: '2999-01-31',
      files: NAMES.slice(0, 2),
      change: PUBLISHED.change,
      reason: 'A slip.',
      ...entry,
    };
    write({ ...NARROW, 'contracts/corrections.json': JSON.stringify([whole]) });
    expect(await changesOf()).toEqual(changes);
    const lastUse = '2027-01-31T00:00:00Z';
    const deprecated = [{ name: 'field pages', requests: 1, lastUse }];
    const usage = [{ ...used(lastUse, 1, 'shop', 'GET /books/{id}'), deprecated }];
    write({ 'usage.json': JSON.stringify({ usage }) });
    // While clients choose what is removed, nothing corrects it.
    if (changes.length === 0)
      expect((await run('--usage usage.json')).stdout).toContain('\n  Still used by shop (last on 2027-01-31).\n');
  });
});

describe('an endpoint with a sunset', () => {
  const next = `${new Date().getUTCFullYear() + 1}-07-31`;
  const ending = (sunset: string) => ({
    'rest/v1/getTitle.graphql': GET_TITLE.replace('}")', `}", sunset: "${sunset}")`),
  });
  const version = (sunset: string) => ({
    'rest/v2/conventions.json': JSON.stringify({ deprecated: '2020-01-31', sunset }),
  });
  const ENDED = ending('2020-06-30');
  const SECOND = version('2020-06-30');
  const GROWN = { ...ENDED, 'rest/v1/getBook.graphql': GET_BOOK.replace('Read a book', 'Look a book up') };
  const WITHOUT = { 'rest/v1/getTitle.graphql': GET_TITLE };
  const REMOVED = '`GET /titles/{id}` was removed.';
  const MEDIA_TYPE = 'The media type `application/vnd.portico.v2+json` of the response 200 was removed.';
  const WHOLE = 'The whole contract was removed.';

  /** Publishes files on dates, one after another, and checks the project without the last file. */
  async function checkAfter(steps: readonly (readonly [date: string, files: Files])[], usage?: readonly object[]) {
    for (const [date, files] of steps) {
      write(files);
      await run();
      vi.stubEnv('GIT_COMMITTER_DATE', `${date}T12:00:00Z`);
      commit();
      vi.unstubAllEnvs();
    }
    const [removed] = Object.keys(steps[0]![1]) as [string];
    repository.remove(`${PROJECT}/${removed.startsWith('rest/v2') ? 'rest/v2' : removed}`);
    write({ 'usage.json': JSON.stringify({ usage }) });
    return runJson(usage ? '--check --usage usage.json' : '--check');
  }

  test.each<[name: string, changes: string[], ...steps: (readonly [date: string, files: Files])[]]>([
    ['after it', [], ['2020-01-31', ENDED]],
    ['after it and other changes', [], ['2020-01-31', ENDED], ['2020-07-31', GROWN]],
    ['with its version, after it', [], ['2020-01-31', SECOND]],
    ['before it', [REMOVED], ['2020-01-31', ending(next)]],
    ['with its version, before it', [MEDIA_TYPE, WHOLE], ['2020-01-31', version(next)]],
    ['that was published when it had passed', [REMOVED], ['2020-06-30', ENDED]],
    ['that was taken back', [REMOVED], ['2020-01-31', ENDED], ['2020-02-28', WITHOUT]],
  ])('is removed %s', async (_, changes, ...steps) => {
    const { json } = await checkAfter(steps);
    const found = json['breaks'] as { change: string }[];
    const removals = found.map(({ change }) => change).filter((change) => !change.startsWith('The header'));
    expect([...new Set(removals)]).toEqual(changes);
  });

  test('is not removed while clients use it', async () => {
    const usage = [
      used(`${next}T00:00:00Z`),
      used(`${next}T01:00:00Z`, 1, 'app'),
      used('2019-01-01T00:00:00Z', 1, 'old'),
    ];
    const { code, json } = await checkAfter([['2020-01-31', ENDED]], usage);
    expect(code).toBe(1);
    const clients = [
      { client: 'app', lastUse: `${next}T01:00:00.000Z` },
      { client: 'shop', lastUse: `${next}T00:00:00.000Z` },
    ];
    expect(json['breaks']).toMatchObject(
      NAMES.slice(0, 2)
        .toReversed()
        .map((file) => ({ file, change: REMOVED, clients })),
    );
    const { stdout } = await run('--check --usage usage.json');
    expect(stdout).toContain(
      `\n  Still used by app (last on ${next}) and shop (last on ${next}).\n  Keep it until these clients no longer use it, or make`,
    );
    // A removal that clients notice is no slip.
    expect(stdout).not.toContain('corrections.json');
  });

  test('is not removed with its version while clients use it', async () => {
    const { json } = await checkAfter(
      [['2020-01-31', SECOND]],
      [used(`${next}T00:00:00Z`, 2, 'shop', 'GET /books/{id}')],
    );
    const clients = [{ client: 'shop', lastUse: `${next}T00:00:00.000Z` }];
    expect(json['breaks']).toContainEqual(expect.objectContaining({ change: WHOLE, clients }));
  });

  test('is removed when clients have used it before its deprecation only, or another endpoint', async () => {
    const usage = [used('2020-01-30T00:00:00Z'), used(`${next}T00:00:00Z`, 1, 'shop', 'GET /books/{id}')];
    expect((await checkAfter([['2020-01-31', ENDED]], usage)).json).toMatchObject({ breaks: [], errors: [] });
  });

  test('cannot be changed while it is served', async () => {
    await checkAfter([['2020-01-31', ENDED]]);
    write({ 'rest/v1/getTitle.graphql': ENDED['rest/v1/getTitle.graphql'].replace('GET,', 'GET, status: 203,') });
    const { json } = await runJson('--check');
    expect(json['breaks']).toContainEqual(expect.objectContaining({ change: 'The response 200 was removed.' }));
  });
});

describe('without the history of git', () => {
  /** Enters a clone with the last commit alone. */
  function enterShallowClone(): (...args: string[]) => void {
    const clone = path.join(new Folder().path, 'clone');
    git('clone', '--quiet', '--depth=1', `file://${repository.path}`, clone);
    root = path.join(clone, PROJECT);
    return (...args) => void git('-C', clone, ...args);
  }

  test('a shallow clone is refused with the ways out', async () => {
    await publish();
    commit();
    enterShallowClone();
    const { code, stdout } = await run('--check');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /This clone is shallow: .*`git fetch --unshallow`.*`fetch-depth: 0`.*--against DIR.*--against URL/,
    );
    expect((await runJson('--check')).json).toMatchObject({
      stale: [],
      uncommitted: [],
      breaks: [],
      errors: [stdout.trimEnd()],
    });
    expect((await run('--check --github')).stdout).toContain('::error title=Contracts::This clone is shallow');
  });

  test('a shallow clone compares with a branch that it fetched', async () => {
    await publish();
    git('branch', 'released');
    write(NARROW);
    await run();
    commit();
    const gitIn = enterShallowClone();
    expect(await run('--check --against released')).toEqual(
      usageError(
        `--against: git finds no branch, tag or commit released in ${root}. In a shallow clone, fetch it first: git fetch --depth=1 origin BRANCH, and pass --against FETCH_HEAD.`,
      ),
    );
    gitIn('fetch', '--quiet', '--depth=1', 'origin', 'released');
    expect(await runJson('--check --against FETCH_HEAD')).toEqual({
      code: 1,
      json: {
        ...REPORT,
        ok: false,
        breaks: BREAKS.map((each) => ({ ...each, since: { against: 'FETCH_HEAD' }, document: DOCUMENT })),
      },
    });
    expect((await run('--check --against FETCH_HEAD')).stdout).toContain(
      'Published in contracts/openapi.json and contracts/openapi.v1.json, at FETCH_HEAD.',
    );
    expect(await run('--check --against HEAD')).toEqual({
      code: 0,
      stdout: 'The contracts are current and compatible with HEAD.\n',
      stderr: '',
    });
  });

  test('a folder without git is written, refused by the check, and compares with a folder', async () => {
    const folder = new Folder(FILES);
    root = folder.path;
    expect(await runJson('--check')).toMatchObject({ code: 1, json: { ok: false, stale: NAMES } });
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain(
      `${WROTE}There is no git repository, and so no published version to compare with. Run \`git init\` and commit the contracts, or`,
    );
    expect(await runJson('--check')).toMatchObject({
      code: 1,
      json: {
        stale: [],
        errors: [expect.stringMatching(/^There is no git repository.* --against DIR, --against URL/)],
      },
    });
    expect((await runJson('--against main')).json['errors']).toEqual([
      `The branch, tag or commit main cannot be read: ${root} is not in a git repository, or git is not installed. For a folder, write ./main.`,
    ]);
    const old = new Folder();
    cpSync(folder.at('contracts'), old.at('old'), { recursive: true });
    expect(await runJson(`--check --against ${old.at('old')}`)).toMatchObject({ code: 0, json: { uncommitted: [] } });
    folder.write(NARROW);
    const breaks = BREAKS.map((each) => ({ ...each, since: { against: './contracts' } }));
    expect((await runJson('--check --against ./contracts')).json).toMatchObject({ stale: NAMES.slice(0, 2), breaks });
    // The folder is read before it is written.
    expect((await runJson('--against ./contracts')).json).toMatchObject({ breaks });
  });

  test('corrections apply, whenever they were made, and a sunset that has passed ends an endpoint', async () => {
    write({ 'rest/v1/getTitle.graphql': GET_TITLE.replace('}")', '}", sunset: "2020-01-31")') });
    await run();
    const files = BREAKS.map(({ file }) => file);
    const correction = { date: '2020-01-31', files, change: BREAKS[0]!.change, reason: 'It was always null.' };
    write({ ...NARROW, 'contracts/corrections.json': JSON.stringify([correction]) });
    repository.remove(`${PROJECT}/rest/v1/getTitle.graphql`);
    expect((await runJson('--check --against ./contracts')).json).toMatchObject({ breaks: [], errors: [] });
  });
});

describe('--against', () => {
  test('is a folder, or a branch, tag or commit, as its form says', async () => {
    await publish();
    write(NARROW);
    const published = git('show', `main:${PROJECT}/contracts/openapi.json`);
    write({ 'main/openapi.json': published, 'work/': '', 'openapi.json': published });
    for (const against of ['main', './main', 'main/', path.join(root, 'main'), '.', 'main~0']) {
      const { code, json } = await runJson(`--check --against ${against}`);
      expect({ code, breaks: json['breaks'] }).toMatchObject({
        code: 1,
        breaks: against === 'main' || against === 'main~0' ? [{}, { since: { against } }] : [{ since: { against } }],
      });
    }
    root = path.join(root, 'work');
    expect((await run('--check --against .. --config ../portico.config.json')).code).toBe(1);
  });

  test.each([
    ['', '--against must not be empty; expected a folder such as ./old, a URL, a branch, a tag or a commit.'],
    ['./nothing', '--against: the folder ./nothing does not exist.'],
    [
      'nothing',
      '--against: git finds no branch, tag or commit nothing in ROOT. In a shallow clone, fetch it first: git fetch --depth=1 origin BRANCH, and pass --against FETCH_HEAD.',
    ],
    ['rest', '--against: git finds no branch, tag or commit rest in ROOT. For the folder, write --against ./rest.'],
    [
      'ftp://example.com',
      '--against must be an http or https URL such as https://api.example.com, a folder or a commit.',
    ],
    ['https://ada:secret@example.com', '--against must not contain credentials.'],
  ])('"%s" is refused', async (against, message) => {
    commit();
    expect(await run(['--against', against])).toEqual(usageError(message.replace('ROOT', root)));
  });

  test('cannot be a commit without contracts, nor one with a contract that is not valid', async () => {
    const errors = async () => (await runJson('--against HEAD')).json['errors'];
    commit();
    expect(await errors()).toEqual([`HEAD has no contracts in ${PROJECT}/contracts.`]);
    write({ 'contracts/openapi.json': '<<<<<<<' });
    commit();
    expect(await errors()).toEqual([expect.stringContaining('HEAD:contracts/openapi.json is not JSON: ')]);
  });
});

describe('--usage', () => {
  test.each([
    [
      'no requests',
      '{}',
      '--usage: usage.json has no requests to endpoints; expected the output of "portico usage --json", or the log of a server.',
    ],
    ['no file', undefined, '--usage: the file usage.json cannot be read. ENOENT: no such file or directory.'],
  ])('is refused with %s', async (_, text, message) => {
    if (text !== undefined) write({ 'usage.json': text });
    expect(await run('--usage usage.json')).toEqual(usageError(message));
  });
});

describe('the contracts of a default API', () => {
  const defaultsAt = (folder: string) => ({
    defaults: { loadSchema: async () => buildSchema(SDL), endpoints: repository.at(`${PROJECT}/rest`), root: folder },
  });

  test('are not those of an installed package, which has none', async () => {
    root = new Folder().path;
    expect(await run([], defaultsAt(root))).toEqual({
      code: 1,
      stdout: '',
      stderr: `portico: The folder ${root}/contracts does not exist: an installed package has no contracts. Pass --schema and --endpoints for those of your API.\n`,
    });
  });

  test('have the GraphQL schema, and do not depend on the environment', async () => {
    repository.remove(`${PROJECT}/portico.config.json`);
    write({ 'contracts/README.md': '' });
    await run([], { ...defaultsAt(root), env: { BASE_PATH: '/acme' } });
    expect(read('contracts/schema.graphql')).toContain('type Book');
    expect(read('contracts/openapi.json')).not.toContain('acme');
  });
});
