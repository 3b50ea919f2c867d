import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  BaselineError,
  readCommit,
  readFolder,
  readServer,
} from '../../../src/gateway/describe/contracts/readBaseline.ts';
import { Repository } from './support/repository.ts';

let folder: string;

const TEXT = '{"openapi": "3.1.0"}';
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const seen = () => readFolder(folder, './old').map(({ file, since }) => ({ file, since }));

describe('readFolder', () => {
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'contracts-'))));

  afterEach(() => rmSync(folder, { recursive: true }));

  describe('the contracts of a folder', () => {
    test.each(['', 'contracts/'])('are its files %s, but for others', (below) => {
      for (const name of ['openapi.json', 'openapi.v12.json']) write(below + name, TEXT);
      for (const name of ['schema.graphql', 'corrections.json', 'openapi.v1.json.bak', 'partner.json'])
        write(below + name, 'x');
      expect(seen()).toEqual(
        ['openapi.json', 'openapi.v12.json', 'schema.graphql'].map((name) => ({
          file: `contracts/${name}`,
          since: { against: './old' },
        })),
      );
    });

    test.each([
      ['there are none', 'README.md', '', 'The folder ./old has no contracts: '],
      ['one is not JSON', 'openapi.v1.json', '<<<<<<<', 'openapi.v1.json is not JSON: '],
      ['one is something else', 'openapi.v1.json', '[]', 'openapi.v1.json is not an OpenAPI document.'],
    ])('cannot be read where %s', (_, file, text, message) => {
      write(file, text);
      expect(seen).toThrow(BaselineError);
      expect(seen).toThrow(message);
    });
  });
});

let repository: Repository;

const text = (title: string) => JSON.stringify({ openapi: '3.1.0', title });

describe('readCommit', () => {
  beforeEach(() => (repository = new Repository()));

  afterEach(() => repository.remove());

  describe('the contracts of a commit', () => {
    test('are those of a branch, a tag or a commit, in the same folder of the repository', () => {
      repository.commit({
        'api/contracts/openapi.v1.json': text('old'),
        'api/contracts/schema.graphql': 'type Query',
        'api/contracts/corrections.json': '[]',
        'contracts/openapi.v1.json': text('other'),
      });
      repository.git('branch', 'release/1');
      repository.git('tag', '--annotate', '--message', 'One', 'v1.0');
      const commit = repository.git('rev-parse', 'HEAD').trim();
      repository.commit({ 'api/contracts/openapi.v1.json': text('new') });
      for (const ref of ['release/1', 'v1.0', commit, 'HEAD~1']) {
        expect(readCommit(path.join(repository.root, 'api'), ref)).toEqual([
          { file: 'contracts/openapi.v1.json', text: text('old'), since: { against: ref } },
          { file: 'contracts/schema.graphql', text: 'type Query', since: { against: ref } },
        ]);
      }
    });

    test.each(['nothing', '--all', 'HEAD:contracts'])('are undefined where there is no commit %s', (ref) => {
      repository.commit({ 'contracts/openapi.json': text('x') });
      expect(readCommit(repository.root, ref)).toBeUndefined();
    });

    test('cannot be read where it has none', () => {
      repository.commit({ 'api/README.md': 'x', 'contracts/openapi.json': text('x') });
      expect(() => readCommit(path.join(repository.root, 'api'), 'main')).toThrow(
        'main has no contracts in api/contracts.',
      );
    });

    test('cannot be read where one is not valid', () => {
      repository.commit({ 'contracts/openapi.json': '<<<<<<<' });
      expect(() => readCommit(repository.root, 'main')).toThrow('main:contracts/openapi.json is not JSON: ');
    });

    test('cannot be read outside of a repository', () => {
      const outside = mkdtempSync(path.join(tmpdir(), 'no-repository-'));
      expect(() => readCommit(outside, 'main')).toThrow(
        /^The branch, tag or commit main cannot be read: .* is not in a git/,
      );
      rmSync(outside, { recursive: true });
    });
  });
});

const servers: Server[] = [];

type Answer = string | number | ((response: ServerResponse) => void);

/** Serves texts by their paths, and statuses; anything else is 404. */
async function serve(answers: Readonly<Record<string, Answer>>): Promise<URL> {
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url] ?? 404;
    if (typeof answer === 'function') return answer(response);
    if (typeof answer === 'number') response.statusCode = answer;
    response.end(typeof answer === 'string' ? answer : '{"error": "…"}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const document = (title: string) => JSON.stringify({ openapi: '3.1.0', info: { title } });
const titles = async (url: URL, highest = 1) =>
  (await readServer({ url, highest })).map((revision) => `${revision.file}: ${JSON.parse(revision.text).info.title}`);

describe('readServer', () => {
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  test.each(['127.0.0.1', 'localhost'])('the contracts of a URL are not where nothing listens: %s', async (host) => {
    const { port } = await serve({});
    const server = servers.pop()!;
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await expect(readServer({ url: new URL(`http://${host}:${port}`), highest: 1 })).rejects.toThrow(
      /^http:\S+\/v1\/openapi\.json cannot be read: fetch failed \(ECONNREFUSED\)\.$/,
    );
  });

  describe('the contracts of a URL', () => {
    test('are the documents that a server serves, below its base path', async () => {
      const url = await serve({ '/api/v1/openapi.json': document('one'), '/api/openapi.json': document('all') });
      expect(await readServer({ url: new URL('/api/?x#y', url), highest: 1 })).toEqual([
        { file: 'contracts/openapi.v1.json', text: document('one'), since: { against: `${url.origin}/api` } },
        { file: 'contracts/openapi.json', text: document('all'), since: { against: `${url.origin}/api` } },
      ]);
    });

    test('are refused where every path has a document', async () => {
      let served = 0;
      const answers = new Proxy({}, { get: () => document(String(served++)) });
      await expect(readServer({ url: await serve(answers), highest: 2 })).rejects.toThrow(
        /^http\S+ cannot be read: only versions up to 200 are looked for at a URL\. Compare with a folder/,
      );
      expect(served).toBe(200);
    });

    test('are not looked for in an API of many versions', async () => {
      const read = readServer({ url: new URL('http://127.0.0.1:1'), highest: 20_260_131 });
      await expect(read).rejects.toThrow(BaselineError);
      await expect(read).rejects.toThrow('only versions up to 200 are looked for at a URL');
    });

    test('have every version of the API, and those after it up to the first that does not exist', async () => {
      const url = await serve({
        '/v2/openapi.json': document('two'),
        '/v4/openapi.json': document('four'),
        '/v5/openapi.json': document('five'),
        '/v7/openapi.json': document('seven'),
      });
      const file = (version: number, title: string) => `contracts/openapi.v${version}.json: ${title}`;
      expect(await titles(url, 3)).toEqual([file(2, 'two'), file(4, 'four'), file(5, 'five')]);
      expect(await titles(url, 1)).toEqual([file(2, 'two')]);
    });

    test('may be the document of the unversioned paths alone', async () => {
      expect(await titles(await serve({ '/openapi.json': document('all') }))).toEqual(['contracts/openapi.json: all']);
    });

    test.each<[name: string, answers: Readonly<Record<string, Answer>>, message: RegExp]>([
      [
        'there are none',
        {},
        /^http.* has no contracts: http\S+\/v1\/openapi\.json and http\S+\/openapi\.json are 404\./,
      ],
      ['one is not JSON', { '/v1/openapi.json': '<html>' }, /\/v1\/openapi\.json is not JSON: /],
      ['one is something else', { '/v1/openapi.json': '{}' }, /\/v1\/openapi\.json is not an OpenAPI document\./],
      [
        'one is an error',
        { '/openapi.json': 503 },
        /\/openapi\.json cannot be read: the status is 503, expected 200 or 404\./,
      ],
      [
        'the connection ends',
        { '/v1/openapi.json': (response) => response.destroy() },
        /\/v1\/openapi\.json cannot be read: \S/,
      ],
      [
        'there is no response in time',
        { '/v1/openapi.json': () => {} },
        /\/v1\/openapi\.json cannot be read: .*timeout/,
      ],
    ])('cannot be read where %s', async (_, answers, message) => {
      const read = readServer({ url: await serve(answers), highest: 1, timeoutMs: 200 });
      await expect(read).rejects.toThrow(BaselineError);
      await expect(read).rejects.toThrow(message);
    });
  });
});
