// Files through the façade to an upstream that implements the GraphQL multipart request specification.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { type IncomingHttpHeaders, type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type PorticoOptions, createPortico } from '../../../src/gateway/index.ts';
import { folderOf } from '../support/folderOf.ts';

const typeDefs = `
  scalar Upload
  input Photo { caption: String file: Upload! }
  type Query { a: String size(file: Upload): Int }
  type Mutation { attach(title: String, file: Upload, photos: [Photo!]): String }
`;
const MULTIPART = 'consumes: ["multipart/form-data"]';
const endpoints = folderOf({
  'v1/attach.graphql': `mutation attach($title: String!, $file: Upload!, $photos: [Photo!]) @endpoint(method: POST, path: "/attachments", status: 200, ${MULTIPART}) { attach(title: $title, file: $file, photos: $photos) }`,
  'v1/put.graphql':
    'mutation put($file: Upload) @endpoint(method: PUT, path: "/file", body: "file") { attach(file: $file) }',
  'v1/size.graphql':
    'query size($file: Upload!) @endpoint(method: POST, path: "/size", status: 200, body: "file") { size(file: $file) }',
});

interface Photo {
  caption?: string;
  file: File;
}
const describeFile = async (file?: File | null) => (file ? `${file.name}|${file.type}|${await file.text()}` : 'none');
const describePhoto = async ({ caption, file: of }: Photo) => `${caption}=${await describeFile(of)}`;
const executable = buildSchema(typeDefs);
executable.getQueryType()!.getFields()['size']!.resolve = (_, { file: of }: { file: File }) => of.size;
executable.getMutationType()!.getFields()['attach']!.resolve = async (
  _,
  args: { title?: string; file?: File; photos?: Photo[] },
) => [args.title, await describeFile(args.file), ...(await Promise.all((args.photos ?? []).map(describePhoto)))].join();
// Its types need those of the DOM.
const { createYoga } = (await import('graphql-yoga' as string)) as {
  createYoga(options: object): RequestListener;
};
const yoga = createYoga({ logging: false, schema: executable });
const temporary = mkdtempSync(path.join(tmpdir(), 'uploads-'));
beforeAll(() => void vi.stubEnv('TMPDIR', temporary));

let upstream: Server;
let received: { headers: IncomingHttpHeaders; body: string }[] = [];
let intercept: RequestListener | undefined;
beforeAll(async () => {
  upstream = createServer((request, response) => {
    const entry = { headers: request.headers, body: '' };
    received.push(entry);
    request.on('data', (chunk: Buffer) => (entry.body += chunk.toString('latin1')));
    if (intercept) intercept(request, response);
    else yoga(request, response);
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});
afterEach(() => {
  received = [];
  intercept = undefined;
  expect(readdirSync(temporary)).toEqual([]);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmdirSync(temporary);
  upstream.close().closeAllConnections();
});

const facade = (options: Partial<PorticoOptions> = {}) => {
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/graphql`;
  return createPortico({
    schema: buildSchema(typeDefs),
    endpoints,
    report: () => {},
    ...options,
    upstream: { url, ...options.upstream },
  });
};
const file = (content: string, name = 'a.txt', type = 'text/plain') => new File([content], name, { type });
async function send(target: string, init: RequestInit, options?: Partial<PorticoOptions>) {
  const response = await facade(options).fetch(new Request(`http://localhost${target}`, init));
  return [response.status, (await response.json()) as unknown];
}
const form = (parts: readonly (readonly [string, string | File])[]) => {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  return { method: 'POST', body };
};

describe('the upstream receives', () => {
  test('the files of a form with their names and types', async () => {
    const parts = [
      ['photos[0][file]', file('one', 'ä".png', 'image/png')],
      ['title', 't'],
      ['photos[0][caption]', 'c'],
      ['file', file('two')],
    ] as const;
    expect(await send('/v1/attachments', form(parts))).toEqual([
      200,
      't,a.txt|text/plain|two,c=ä%22.png|image/png|one',
    ]);
    const [{ headers, body }] = received as [(typeof received)[0]];
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=portico-/),
      'content-length': String(body.length),
      'apollo-require-preflight': 'true',
      'graphql-preflight': '1',
    });
    expect(body).toContain('"variables":{"title":"t","file":null,"photos":[{"caption":"c","file":null}]}');
    expect(body).toContain('{"0":["variables.file"],"1":["variables.photos.0.file"]}');
  });
  test('one that is the whole body, of a query as well', async () => {
    const init = { body: 'abc', headers: { 'content-type': 'a/b' } };
    expect(await send('/v1/file', { method: 'PUT', ...init })).toEqual([200, ',file|a/b|abc']);
    expect(await send('/v1/size', { method: 'POST', ...init })).toEqual([200, 3]);
  });
  test('JSON where there is no file', async () => {
    expect(await send('/v1/file', { method: 'PUT' })).toEqual([200, ',none']);
    expect(received[0]!.headers['content-type']).toBe('application/json');
  });
  test('the id of a trusted document', async () => {
    intercept = (request, response) =>
      void request.on('end', () => response.setHeader('content-type', 'application/json').end('{"data":{"size":3}}'));
    const options = { upstream: { trustedDocuments: 'id' } as NonNullable<PorticoOptions['upstream']> };
    expect(await send('/v1/size', { method: 'POST', body: 'abc' }, options)).toEqual([200, 3]);
    expect(received[0]!.body).toMatch(/"documentId":"[\da-f]{64}","operationName":"size","variables":\{"file":null\}/);
  });
});

describe('a file is sent once', () => {
  test.each<[string, string, string, unknown]>([
    [
      'a mutation is OUTCOME_UNKNOWN',
      'PUT',
      '/v1/file',
      [500, { error: expect.stringMatching(/outcome .* is unknown/) }],
    ],
    ['a query is UNAVAILABLE', 'POST', '/v1/size', [503, { error: expect.any(String) }]],
  ])('%s where the upstream closes the connection', async (_, method, target, seen) => {
    const portico = facade();
    const init = { body: 'abc' };
    const exchange = async () => {
      const response = await portico.fetch(new Request(`http://localhost${target}`, { ...init, method }));
      return [response.status, await response.json()];
    };
    expect((await exchange())[0]).toBe(200);
    intercept = (request) => void request.on('end', () => request.socket.destroy());
    expect(await exchange()).toEqual(seen);
    expect(received).toHaveLength(2);
  });
  test('identical reads with files are not shared', async () => {
    const portico = facade();
    const sizes = await Promise.all(
      ['a', 'bb'].map(async (body) =>
        (await portico.fetch(new Request('http://localhost/v1/size', { method: 'POST', body }))).json(),
      ),
    );
    expect(sizes).toEqual([1, 2]);
  });
  test('an upstream that responds early ends the request', async () => {
    intercept = (_, response) => void response.writeHead(413).end();
    const [status] = await send('/v1/size', { method: 'POST', body: new Blob(['x'.repeat(8 * 2 ** 20)]) });
    expect(status).toBeGreaterThanOrEqual(502);
  });
});
