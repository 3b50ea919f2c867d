// Bodies with files: how long they may take, and what ends them.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ExecutionRequest, openEngine } from '../support/openEngine.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const executed: ExecutionRequest[] = [];
const reports: unknown[] = [];
/** What every operation waits for. */
let until: Promise<void> | undefined;
const engine = openEngine({
  schema: buildSchema('scalar Upload type Query { a: Int } type Mutation { put(file: Upload): String }'),
  files: {
    'conventions.json': '{ "uploads": { "maxBytes": 100000, "maxFiles": 1 } }',
    'v1/put.graphql':
      'mutation put($file: Upload) @endpoint(method: PUT, path: "/put", body: "file") { put(file: $file) }',
    'v1/form.graphql':
      'mutation form($file: Upload) @endpoint(method: POST, path: "/form", consumes: ["multipart/form-data"]) { put(file: $file) }',
  },
  run: async (request) => {
    executed.push(request);
    await until;
    return { data: { put: 'x' } };
  },
  report: ({ error }) => void reports.push(error.cause),
});
beforeEach(() => {
  executed.length = 0;
  reports.length = 0;
});

/** Sends a body of these parts, each of so many bytes after so many milliseconds, in a request that times out in 50. */
async function put(parts: readonly [bytes: number, milliseconds: number][], headers: Record<string, string> = {}) {
  let isRead = false;
  async function* streamBody() {
    isRead = true;
    for (const [bytes, milliseconds] of parts) {
      // The reader waits for the part by now.
      await turn();
      vi.advanceTimersByTime(milliseconds);
      await turn();
      yield Buffer.alloc(bytes, 'x');
    }
  }
  const { status, headers: own } = await engine.send('PUT /v1/put', { headers, deadline: Date.now() + 50, streamBody });
  return { response: [status, own['connection']], isRead };
}

test('a body may take longer than a request as long as it arrives at the minimum rate, and leaves the operation its time', async () => {
  const started = Date.now();
  const headers = { 'content-type': 'Image/PNG; a=b' };
  expect(
    (
      await put(
        [
          [2000, 30],
          [2000, 60],
          [2000, 60],
        ],
        headers,
      )
    ).response,
  ).toEqual([200, undefined]);
  const [{ deadline, variables }] = executed as [ExecutionRequest];
  expect([Date.now() - started, deadline - Date.now()]).toEqual([150, 50]);
  const file = variables['file'];
  expect(file).toMatchObject({ filename: '', mimetype: 'image/png', encoding: 'binary', size: 6000 });
  expect(JSON.stringify({ file })).toBe('{"file":null}');
});

test.each<[string, [bytes: number, milliseconds: number][], number]>([
  ['that does not arrive', [[1, 10_000]], 408],
  [
    'that is too slow',
    [
      [100, 10],
      [100, 40],
      [100, 40],
    ],
    408,
  ],
  [
    'that is too large',
    [
      [100_000, 0],
      [1, 0],
    ],
    413,
  ],
])('a body %s ends the connection', async (_, parts, status) => {
  expect((await put(parts)).response).toEqual([status, 'close']);
  expect(executed).toEqual([]);
});

test('a body whose length is too large is not read', async () => {
  expect(await put([[1, 0]], { 'content-length': '100001' })).toEqual({ response: [413, 'close'], isRead: false });
  expect((await put([[1, 0]], { 'content-length': '100000' })).response[0]).toBe(200);
});

test('a body that breaks off is 400', async () => {
  async function* streamBody() {
    yield Buffer.from('x');
    throw new Error('aborted');
  }
  const { status, headers } = await engine.send('PUT /v1/put', { streamBody });
  expect([status, headers['connection'], executed]).toEqual([400, 'close', []]);
});

test('a file that is refused while nothing arrives is refused with the next bytes', async () => {
  async function* streamBody() {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
    yield Buffer.alloc(100_001, 'x');
    for (let count = 0; count < 20; count++) await turn();
    yield Buffer.from('x\r\n--b--\r\n');
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const { status, headers: own } = await engine.send('POST /v1/form', { headers, streamBody });
  expect([status, own['connection']]).toEqual([413, 'close']);
});

test('a disk that cannot be written is 503, and its cause reported', async () => {
  vi.stubEnv('TMPDIR', '/nowhere');
  expect((await put([[1, 0]])).response).toEqual([503, 'close']);
  expect(reports).toMatchObject([{ code: 'ENOENT' }]);
});

test('a caller has at most as many open files as are free of 1,000, which have no names, and gives them back', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'uploads-'));
  vi.stubEnv('TMPDIR', folder);
  const send = async (address: string) => {
    async function* streamBody() {
      yield Buffer.from('x');
    }
    const { status, headers } = await engine.send('PUT /v1/put', { streamBody, peer: { address, encrypted: false } });
    return [status, headers['connection'], headers['retry-after']];
  };
  let release!: () => void;
  until = new Promise((resolve) => (release = resolve));
  const sent = Array.from({ length: 500 }, () => send('10.0.0.1'));
  while (executed.length < 500) await turn();
  expect(readdirSync(folder)).toEqual([]);
  expect(await send('10.0.0.1')).toEqual([503, 'close', '1']);
  // An overload is no failure of the server.
  expect(reports).toEqual([]);
  const other = send('10.0.0.2');
  while (executed.length < 501) await turn();
  release();
  const responses = await Promise.all([...sent, other]);
  expect(new Set(responses.map(([status]) => status))).toEqual(new Set([200]));
  until = undefined;
  expect((await send('10.0.0.1'))[0]).toBe(200);
  rmSync(folder, { recursive: true });
});
