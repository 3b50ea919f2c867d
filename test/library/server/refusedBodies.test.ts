// Bodies that are refused before they come, and those that are asked for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/gateway/server.ts';
import { exchangeBytes } from '../support/exchangeBytes.ts';
import { type Server, respondAfter, startServer } from '../support/startServer.ts';

const MIB = 1024 * 1024;
let server: Server;
let unwanted: Server;
let refusing: Server;
beforeAll(async () => {
  server = await startServer({ rest: ({ readBody }) => respondAfter(() => readBody(MIB)) });
  unwanted = await startServer({ rest: ({ drainBody }) => respondAfter(async () => drainBody?.()) });
  refusing = await startServer({
    rest: () => respondAfter(() => Promise.reject(new ServiceError('UNAUTHENTICATED', 'Who?'))),
  });
});
afterAll(() => Promise.all([server, unwanted, refusing].map((each) => each.close())));

const post = (path: string, ...headers: string[]) =>
  ['POST', path].join(' ') + ` HTTP/1.1\r\nHost: a\r\n${headers.map((each) => `${each}\r\n`).join('')}\r\n`;
const statuses = (text: string) => text.match(/^HTTP\/1\.1 \d{3}/gm)?.map((line) => Number(line.slice(-3)));
const TOO_LARGE = { error: `The body must not be larger than ${MIB} bytes.` };
const bodyOf = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));

describe.concurrent('a body that says that it is too large', () => {
  it.each([
    ['that is wanted', () => server],
    ['that is not', () => unwanted],
  ])('%s is 413 before any of it has come, and ends the connection', async (_, to) => {
    const text = await to().raw(post('/a', 'Content-Length: 10000000'));
    expect(statuses(text)).toEqual([413]);
    expect(text).toMatch(/^connection: close\r$/im);
    expect(bodyOf(text)).toEqual(TOO_LARGE);
  });

  it('is 413 for a client that sends all of it before it reads', async () => {
    for (const size of [MIB + 1, 7 * MIB]) {
      const text = await server.raw(post('/a', `Content-Length: ${size}`) + 'x'.repeat(size));
      expect(statuses(text)).toEqual([413]);
      expect(bodyOf(text)).toEqual(TOO_LARGE);
    }
  });
});

it.each([
  ['Content-Length: 3\r\n', 'abc', 3],
  ['Content-Length: 0\r\n', '', undefined],
  ['Transfer-Encoding: chunked\r\n', '2\r\nab\r\n1\r\nc\r\n0\r\n\r\n', 3],
  ['', '', undefined],
])('has a body to read or to discard, or none: %j', async (framing, body, expected) => {
  const sizes: (number | undefined)[] = [];
  const discarding = await startServer({
    rest: async ({ streamBody, drainBody }) => {
      let size = streamBody && 0;
      for await (const chunk of streamBody?.() ?? []) size! += chunk.length;
      sizes.push(size);
      expect(drainBody === undefined).toBe(streamBody === undefined);
      return { status: 204, headers: {}, body: null };
    },
  });
  const line = `POST /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${framing}\r\n`;
  expect(statuses(await discarding.raw(line + body))).toEqual([204]);
  expect(sizes).toEqual([expected]);
  await discarding.close();
});

it('a body whose connection ends anyway is read behind a refusal, so that the client sees that', async () => {
  for (let round = 0; round < 5; round++) {
    const text = await refusing.raw(
      post('/a', 'Connection: close', `Content-Length: ${4 * MIB}`) + 'x'.repeat(4 * MIB),
    );
    expect(statuses(text)).toEqual([401]);
  }
});

describe.concurrent('a client that waits for 100 Continue', () => {
  const EXPECT = 'Expect: 100-continue';

  it.each([EXPECT, 'expect: 100-Continue'])('is told to go on when its body is read: %s', async (expectation) => {
    const text = await server.rawInTurn([post('/a', expectation, 'Connection: close', 'Content-Length: 3'), 'abc']);
    expect(statuses(text)).toEqual([100, 204]);
  });

  it.each<[string, () => Server, string, number]>([
    ['is refused', () => refusing, post('/a', EXPECT, 'Content-Length: 3'), 401],
    ['has too large a body', () => server, post('/a', EXPECT, 'Content-Length: 10000000'), 413],
    ['asks what nobody could answer', () => server, post('/a', EXPECT, 'Host: b', 'Content-Length: 3'), 400],
    ['has a body that nobody wants', () => unwanted, post('/a', EXPECT, 'Content-Length: 3'), 204],
  ])('is not told to go on when it %s, and the connection ends', async (_, to, text, status) => {
    const answer = await to().raw(text);
    expect(statuses(answer)).toEqual([status]);
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it('is not told to go on in HTTP/1.0, which knows nothing of that', async () => {
    const text = post('/a', EXPECT, 'Content-Length: 3').replace('HTTP/1.1', 'HTTP/1.0');
    expect(statuses(await exchangeBytes(server.port, `${text}abc`))).toEqual([204]);
  });
});
