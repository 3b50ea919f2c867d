// The fuzzer must be able to fail: servers that break a promise, each in its own way.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Fuzzer } from './Fuzzer.ts';

const DOCUMENTS: Readonly<Record<string, string>> = {
  '/openapi.json': 'contracts/openapi.json',
  '/v1/openapi.json': 'contracts/openapi.v1.json',
  '/v2/openapi.json': 'contracts/openapi.v2.json',
};

/** Fuzzes a server that serves the documents of the service, and else does what the test says. */
async function fuzz(serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<Fuzzer> {
  const server = createServer((incoming, outgoing) => {
    const document = DOCUMENTS[incoming.url ?? ''];
    incoming.resume();
    if (document === undefined) serve(incoming, outgoing);
    else outgoing.end(readFileSync(document));
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const fuzzer = await Fuzzer.create(new URL(`http://127.0.0.1:${port}`), 'token');
  await fuzzer.run(1, 60, () => false);
  return fuzzer;
}

test('a 5xx fails, with a command that causes it', async () => {
  const { failures, failureCount } = await fuzz((_, outgoing) => outgoing.writeHead(500).end());
  expect(failureCount).toBeGreaterThan(30);
  expect(failures).toHaveLength(10);
  expect(failures.some((failure) => failure.includes(' 500') && failure.includes('\n  curl -i -X '))).toBe(true);
});

test('a success that the documents do not have fails', async () => {
  const { failures } = await fuzz((_, outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"unknown":1}'),
  );
  expect(failures[0]).toMatch(/ returned 200, and /);
});

test('a connection without a response fails', async () => {
  const { failures } = await fuzz((_, outgoing) => outgoing.destroy());
  expect(failures[0]).toMatch(/socket hang up|ECONNRESET/);
});

test('the same seed sends the same requests', async () => {
  const requests: string[][] = [];
  for (let round = 0; round < 2; round++) {
    const seen: string[] = [];
    await fuzz(({ method, url }, outgoing) => {
      seen.push(`${method} ${url}`);
      outgoing.writeHead(404).end();
    });
    requests.push(seen.sort());
  }
  expect(requests[0]).toEqual(requests[1]);
});
