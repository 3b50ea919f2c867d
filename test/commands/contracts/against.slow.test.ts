// What portico contracts compares with, where that is a folder or a server, and what it writes beside the files of others.
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Folder, type Files } from '../support/runPortico.ts';

const FILES: Files = {
  'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
  'schema.graphql': 'type Query { a: Int }',
  'rest/v1/a.graphql': 'query a @endpoint(method: GET, path: "/a") { a }',
};

/** A document in which one more endpoint was published, whose name says which document it is. */
const published = (name: string) =>
  JSON.stringify({ openapi: '3.1.0', paths: { [`/${name}`]: { get: { responses: {} } } } });

interface Breaks {
  breaks: { file: string; change: string }[];
  errors: string[];
}

/** The removed endpoints by file, and the errors, of a run in a folder. */
async function compare(folder: Folder, against: string) {
  const { json } = await folder.runJson(['contracts', '--against', against]);
  const { breaks, errors } = json as Breaks;
  const removed = breaks.filter(({ change }) => /^`GET|^The whole/.test(change));
  return { removed: removed.map(({ file, change }) => `${file}: ${change}`), errors };
}

test.each(['', 'contracts/'])('the contracts of a folder are its files %s, but for others', async (below) => {
  const old = Object.fromEntries(
    ['openapi.json', 'openapi.v1.json'].map((name) => [`old/${below}${name}`, published(name)]),
  );
  const others = ['corrections.json', 'openapi.v1.json.bak', 'partner.json'].map((name) => [
    `old/${below}${name}`,
    'x',
  ]);
  expect(await compare(new Folder({ ...FILES, ...old, ...Object.fromEntries(others) }), './old')).toEqual({
    removed: [
      'contracts/openapi.json: `GET /openapi.json` was removed.',
      'contracts/openapi.v1.json: `GET /openapi.v1.json` was removed.',
    ],
    errors: [],
  });
});

test.each([
  ['<<<<<<<', 'openapi.v1.json is not JSON: '],
  ['[]', 'openapi.v1.json is not an OpenAPI document.'],
])('the contracts of a folder cannot be read where one is %s', async (text, message) => {
  const { errors } = await compare(new Folder({ ...FILES, 'old/openapi.v1.json': text }), './old');
  expect(errors).toEqual([expect.stringContaining(message)]);
});

test('a folder without contracts cannot be compared with, and nothing is written', async () => {
  const folder = new Folder(FILES);
  const { code, stdout } = await folder.run('contracts --against ./rest');
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^The folder \.\/rest has no contracts/)]);
  expect((await compare(folder, './rest')).errors).toEqual([stdout.trimEnd()]);
  expect(folder.has('contracts')).toBe(false);
});

type Answer = string | number | ((response: ServerResponse) => void);

/** Serves texts by their paths, and statuses; anything else is 404. */
async function serve(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url] ?? 404;
    if (typeof answer === 'function') return answer(response);
    if (typeof answer === 'number') response.statusCode = answer;
    response.end(typeof answer === 'string' ? answer : '{"error": "…"}');
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the contracts of a server', () => {
  const whole = (version: number) => `contracts/openapi.v${version}.json: The whole contract was removed.`;

  test('are those of every version of the API, and after it up to the first that does not exist', async () => {
    const documents = [2, 4, 5, 7].map((version) => [`/v${version}/openapi.json`, published('two')]);
    const url = await serve(Object.fromEntries(documents));
    const three = new Folder({ ...FILES, 'rest/v3/conventions.json': '{}' });
    expect((await compare(three, url)).removed).toEqual([whole(2), whole(4), whole(5)]);
    expect((await compare(new Folder(FILES), url)).removed).toEqual([whole(2)]);
  });

  test('that has what is published are compatible with it', async () => {
    const folder = new Folder(FILES);
    await folder.run('contracts');
    const url = await serve({ '/v1/openapi.json': folder.read('contracts/openapi.v1.json') });
    expect((await folder.run(`contracts --check --against ${url}`)).stdout).toBe(
      `The contracts are current and compatible with ${url}.\n`,
    );
    folder.remove('rest/v1/a.graphql');
    folder.write({ 'rest/v1/b.graphql': 'query b @endpoint(method: GET, path: "/b") { a }' });
    const { json } = await folder.runJson(`contracts --against ${url}`);
    expect(json).toMatchObject({ breaks: [{ change: '`GET /a` was removed.', since: { against: url } }] });
  });

  test('are below its base path, and may be the document of the unversioned paths alone', async () => {
    const url = await serve({ '/api/openapi.json': published('all') });
    expect(await compare(new Folder(FILES), `${url}/api/?x#y`)).toEqual({
      removed: ['contracts/openapi.json: `GET /all` was removed.'],
      errors: [],
    });
  });

  test.each<[name: string, answers: Readonly<Record<string, Answer>>, message: RegExp]>([
    ['there are none', {}, /^http.* has no contracts: http\S+\/v1\/openapi\.json and http\S+\/openapi\.json are 404\./],
    ['one is not JSON', { '/v1/openapi.json': '<html>' }, /\/v1\/openapi\.json is not JSON: /],
    ['one is something else', { '/v1/openapi.json': '{}' }, /\/v1\/openapi\.json is not an OpenAPI document\./],
    ['one is an error', { '/openapi.json': 503 }, /cannot be read: the status is 503, expected 200 or 404\./],
    ['the connection ends', { '/v1/openapi.json': (response) => response.destroy() }, /cannot be read: \S/],
    [
      'every path has a document',
      new Proxy({}, { get: () => published('any') }),
      /cannot be read: only versions up to 200 are looked for at a URL\. Compare with a folder/,
    ],
  ])('cannot be read where %s', async (_, answers, message) => {
    expect((await compare(new Folder(FILES), await serve(answers))).errors).toEqual([expect.stringMatching(message)]);
  });

  test('cannot be read where nothing listens, nor for an API of many versions', async () => {
    const refused = /^http:\S+\/v1\/openapi\.json cannot be read: fetch failed \(ECONNREFUSED\)\.$/;
    const many = new Folder({ ...FILES, 'rest/v201/conventions.json': '{}' });
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.close();
    await once(server, 'close');
    expect((await compare(new Folder(FILES), url)).errors).toEqual([expect.stringMatching(refused)]);
    expect((await compare(many, url)).errors).toEqual([
      expect.stringContaining('only versions up to 200 are looked for'),
    ]);
  });
});

const OLD = '{"openapi": "3.1.0", "info": {"version": "1"}}';
test.each([
  ['an earlier contract', 'openapi.v1.json', OLD],
  ['a contract with conflicts', 'openapi.v1.json', '{\n<<<<<<< HEAD\n  "openapi": "3.1.0"\n=======\n'],
  ['an empty file', 'openapi.v1.json', '\n'],
  ['an earlier page of changes', 'changes.md', '# Changes between versions\n\nOther.\n'],
  ['what is obsolete', 'openapi.v12.json', OLD],
])('contracts take the place of %s', async (_, name, text) => {
  const folder = new Folder({ ...FILES, [`contracts/${name}`]: text });
  expect(await folder.runJson('contracts')).toMatchObject({ code: 0 });
  const others = new Folder(FILES);
  await others.run('contracts');
  const written = (each: Folder) => each.has(`contracts/${name}`) && each.read(`contracts/${name}`);
  expect(written(folder)).toBe(written(others));
  expect((await folder.runJson('contracts')).json).toMatchObject({ written: [] });
});

test.each([
  ['openapi.v1.json', '{"openapi": "3.0.3", "info": {"version": "1"}}'],
  ['openapi.v1.json', '{"openapi": "3.1.0", "info": {"version": "2.3.1"}}'],
  ['openapi.v1.json', 'openapi: 3.1.0'],
  ['openapi.json', '{"openapi": "3.0.3", "info": {"version": "1"}}'],
  ['changes.md', '# Our contracts'],
])('contracts do not take the place of %s of another tool: %s', async (name, text) => {
  const folder = new Folder({ ...FILES, [`contracts/${name}`]: text });
  const message = `${folder.at(`contracts/${name}`)} was not written by portico contracts. Move or rename it: nothing was written.`;
  expect((await folder.runJson('contracts')).json).toMatchObject({ ok: false, written: [], errors: [message] });
  expect(await folder.run('contracts')).toEqual({ code: 1, stdout: `${message}\n`, stderr: '' });
  expect(folder.read(`contracts/${name}`)).toBe(text);
});

test('a break of many endpoints is one paragraph, with their number and the shape of each version', async () => {
  const path = (index: number) => `query q${index} @endpoint(method: GET, path: "/${index}") { a { ...A } }`;
  const shape = {
    'rest/v1/shapes/A.graphql': 'fragment A on A { b }',
    'rest/v2/shapes/A.graphql': 'fragment A on A { b }',
  };
  const folder = new Folder({
    ...FILES,
    'schema.graphql': 'type Query { a: A } type A { b: Int c: Int }',
    'rest/v1/a.graphql': path(0),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((index) => [`rest/v1/q${index}.graphql`, path(index)])),
    ...Object.fromEntries(Object.entries(shape).map(([name, text]) => [name, text.replace('b', 'b c')])),
  });
  await folder.run('contracts');
  folder.write(shape);
  const { stdout } = await folder.run('contracts --against .');
  expect(stdout).toContain(
    [
      'Breaking: `A.c` was removed.',
      '  It breaks clients that read it, in GET /0, GET /1, GET /2, GET /3, GET /4, GET /5 and 2 more.',
      '  Published in contracts/openapi.json, contracts/openapi.v1.json and contracts/openapi.v2.json, at ..',
      '  See rest/v1/shapes/A.graphql and rest/v2/shapes/A.graphql.',
    ].join('\n'),
  );
});
