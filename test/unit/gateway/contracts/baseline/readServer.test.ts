import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { BaselineError } from '../../../../../src/gateway/contracts/baseline/BaselineError.ts';
import { readServer } from '../../../../../src/gateway/contracts/baseline/readServer.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

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
  (await readServer({ url, highest })).map(({ file, text }) => `${file}: ${JSON.parse(text).info.title}`);

test.each(['127.0.0.1', 'localhost'])('the contracts of a URL are not where nothing listens: %s', async (host) => {
  const { port } = await serve({});
  const server = servers.pop()!;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await expect(readServer({ url: new URL(`http://${host}:${port}`), highest: 1 })).rejects.toThrow(
    /^http:\S+\/v1\/openapi\.json cannot be read: nothing listens there \(connect ECONNREFUSED \S+\)\.$/,
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

  test('are the files of a folder', async () => {
    const url = await serve({ '/old/openapi.v1.json': document('one'), '/old/openapi.json': document('all') });
    expect(await titles(new URL('/old', url))).toEqual([
      'contracts/openapi.v1.json: one',
      'contracts/openapi.json: all',
    ]);
  });

  test('are refused where every path has one document', async () => {
    const answers = new Proxy({}, { get: () => document('any') });
    await expect(readServer({ url: await serve(answers), highest: 1 })).rejects.toThrow(
      'has the same document for the versions 1 and 2. Expected one for each version',
    );
  });

  test('are refused where every path has another document', async () => {
    let served = 0;
    const answers = new Proxy({}, { get: () => document(String(served++)) });
    await expect(readServer({ url: await serve(answers), highest: 2 })).rejects.toThrow(
      /^http\S+ has more than 100 versions above 2, the highest of the API\. Expected 404 for versions that do not exist\.$/,
    );
    expect(served).toBe(102);
  });

  test('are not looked for in an API of many versions', async () => {
    const read = readServer({ url: new URL('http://127.0.0.1:1'), highest: 20_260_131 });
    await expect(read).rejects.toThrow(BaselineError);
    await expect(read).rejects.toThrow('only versions up to 1000 are looked for at a URL');
  });

  test('are refused where the documents are too large together', async () => {
    const [one, two] = [document('one'), document('two')];
    const url = await serve({ '/v1/openapi.json': one, '/v2/openapi.json': two });
    const sum = Buffer.byteLength(one + two);
    expect(await readServer({ url, highest: 1, maxBytes: sum })).toHaveLength(2);
    await expect(readServer({ url, highest: 1, maxBytes: sum - 1 })).rejects.toThrow(
      /\/v2\/openapi\.json cannot be read: the documents are larger than \d+ bytes together\.$/,
    );
  });

  test('are refused where a document does not end', async () => {
    const endless = (response: ServerResponse) => {
      const write = () => {
        while (response.write('x'.repeat(1000)));
        response.once('drain', write);
      };
      write();
    };
    const url = await serve({ '/v1/openapi.json': endless });
    await expect(readServer({ url, highest: 1, maxBytes: 100_000 })).rejects.toThrow('the documents are larger than');
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
      /^http.* has no contracts: http\S+\/v1\/openapi\.json, http\S+\/openapi\.v1\.json and http\S+\/openapi\.json are 404\./,
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
      /\/v1\/openapi\.json cannot be read: no response within 0\.2 seconds\./,
    ],
  ])('cannot be read where %s', async (_, answers, message) => {
    const read = readServer({ url: await serve(answers), highest: 1, timeoutMs: 200 });
    await expect(read).rejects.toThrow(BaselineError);
    await expect(read).rejects.toThrow(message);
  });
});
