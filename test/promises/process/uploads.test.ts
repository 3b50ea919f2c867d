// Files through the built program as a façade: the memory that they take, and what is left of those that are cut off.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, createServer, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { json } from 'node:stream/consumers';
import busboy from 'busboy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram } from '../support/startProgram.ts';

const MIB = 2 ** 20;
const folder = mkdtempSync(path.join(tmpdir(), 'uploads-'));
const temporary = path.join(folder, 'temporary');
for (const each of ['temporary', 'rest/v1']) mkdirSync(path.join(folder, each), { recursive: true });
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
write('schema.graphql', 'scalar Upload type Query { a: String } type Mutation { store(file: Upload!): String }');
write(
  'rest/v1/store.graphql',
  'mutation store($file: Upload!) @endpoint(method: PUT, path: "/files", auth: NONE, body: "file") { store(file: $file) }',
);
write(
  'rest/v1/attach.graphql',
  'mutation attach($file: Upload!) @endpoint(method: POST, path: "/files", status: 200, auth: NONE, consumes: ["multipart/form-data"]) { store(file: $file) }',
);
write('rest/conventions.json', `{ "uploads": { "maxBytes": ${1024 * MIB} } }`);

/** Responds with the size and the SHA-256 of a file; of the next one only when this has resolved, after it has begun to read it. */
let gate: Promise<void> | undefined;
let requests = 0;
const upstream = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  // A probe.
  if (request.headers['content-type'] === 'application/json')
    return void response.end('{"data":{"__typename":"Query"}}');
  requests++;
  const parser = busboy({ headers: request.headers });
  parser.on('file', async (_, content) => {
    const held = gate;
    gate = undefined;
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      await held;
    }
    response.end(JSON.stringify({ data: { store: `${size} ${hash.digest('hex')}` } }));
  });
  request.pipe(parser);
});
let facade: Program;
beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/graphql`;
  const args = [
    '--schema',
    path.join(folder, 'schema.graphql'),
    '--upstream',
    url,
    '--endpoints',
    path.join(folder, 'rest'),
  ];
  facade = await startProgram({ TMPDIR: temporary, NODE_OPTIONS: '--max-old-space-size=128' }, ...args);
});
afterAll(async () => {
  await facade?.end('SIGKILL');
  upstream.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

function open(headers: Record<string, string | number>) {
  return openRequest(new URL('/v1/files', facade.client.url), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });
}

/** Sends a file of so many MiB; returns the response, and the one that is expected. */
async function send(mebibytes: number) {
  const block = randomBytes(MIB);
  const hash = createHash('sha256');
  function* blocks() {
    for (let index = 0; index < mebibytes; index++) {
      block.writeUInt32LE(index);
      hash.update(block);
      yield Buffer.from(block);
    }
  }
  const request = open({ 'content-length': mebibytes * MIB });
  const responded = once(request, 'response') as Promise<[IncomingMessage]>;
  await pipeline(Readable.from(blocks()), request);
  const [response] = await responded;
  return [
    [response.statusCode, await json(response)],
    [200, `${mebibytes * MIB} ${hash.digest('hex')}`],
  ];
}

/** The most memory that the façade has taken, in MiB. */
const peakMemory = () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${facade.pid}/status`, 'utf8'))![1]) / 1024;
/** The files that the façade has open in its folder for temporary files, which have no name. */
const openFiles = () =>
  readdirSync(`/proc/${facade.pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${facade.pid}/fd/${fd}`).startsWith(temporary);
    } catch {
      return false;
    }
  });

test('a file of 1 GiB passes through a façade with a heap of 128 MiB', async () => {
  const [seen, expected] = await send(1024);
  expect(seen).toEqual(expected);
  expect(peakMemory()).toBeLessThan(300);
  await expect.poll(openFiles).toEqual([]);
});

test('a file of a form passes through the program', async () => {
  const body = new FormData();
  body.append('file', new File(['hello'], 'a.txt'));
  const response = await fetch(new URL('/v1/files', facade.client.url), { method: 'POST', body });
  const expected = `5 ${createHash('sha256').update('hello').digest('hex')}`;
  expect([response.status, await response.json()]).toEqual([200, expected]);
  await expect.poll(openFiles).toEqual([]);
});

test('of an upload that is cut off the upstream sees nothing, and nothing is left', async () => {
  const before = requests;
  const request = open({ 'content-length': 100 * MIB });
  request.on('error', () => {});
  request.write(Buffer.alloc(MIB));
  await expect.poll(openFiles).toHaveLength(1);
  expect(readdirSync(temporary)).toEqual([]);
  request.destroy();
  await expect.poll(openFiles).toEqual([]);
  expect(requests).toBe(before);
  expect(facade.output()).not.toContain('"level":50');
});

test('an upstream that reads slowly takes no memory, and others do not wait for it', async () => {
  let release = () => {};
  gate = new Promise((resolve) => (release = resolve));
  const slow = send(100);
  await expect.poll(() => gate === undefined).toBe(true);
  const [seen, expected] = await send(1);
  expect(seen).toEqual(expected);
  release();
  const [later, expectedLater] = await slow;
  expect(later).toEqual(expectedLater);
  expect(peakMemory()).toBeLessThan(300);
});
