// What reaches a socket and is no proper request: the one error body all the same, and never a 5xx.
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { RAW_REQUESTS } from '../../cases/rawRequests.ts';
import { V1 } from '../../cases/schemes.ts';
import { idOf, someText } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

describe('a raw request', () => {
  test.each(RAW_REQUESTS)('with $name is answered with $status and the one error body', async ({ bytes, status }) => {
    const mounted = bytes.replace(/^([A-Z]+) (http:\/\/spec)?(?=\/)/, `$1 $2${portico.basePath}`);
    const answers = await portico.raw(Buffer.from(mounted, 'latin1'));
    const [answer] = answers;
    expect(answers).toHaveLength(1);
    expect({ status: answer!.status, type: answer!.headers['content-type'] }).toEqual({
      status,
      type: 'application/json',
    });
    expect(JSON.parse(answer!.body)).toEqual({ error: someText });
    expect(answer!.headers['content-length']).toBe(String(Buffer.byteLength(answer!.body)));
    expect(answer!.headers['connection']).toBe('close');
    expect(answer!.headers['x-request-id']).toEqual(someText);
  });

  test('that asks for 100 Continue is continued, and then answered', async () => {
    const body = '{"name":"Ada Lovelace"}';
    const answers = await portico.raw(
      [
        `POST ${portico.path('/v1/users')} HTTP/1.1`,
        'Host: spec',
        'Connection: close',
        'Expect: 100-continue',
        `Authorization: Bearer ${await portico.token('users:write')}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );
    expect(answers.map(({ status }) => status)).toEqual([100, 201]);
  });

  test('with OPTIONS * is answered without a body or with the one error body', async () => {
    const [answer] = await portico.raw('OPTIONS * HTTP/1.1\r\nHost: spec\r\nConnection: close\r\n\r\n');
    if (answer!.status === 204) expect(answer!.headers['allow']).toEqual(someText);
    else
      expect({ status: answer!.status, body: JSON.parse(answer!.body) }).toEqual({
        status: 404,
        body: { error: someText },
      });
  });

  test.each([
    ['an invalid chunk', 'zz\r\nnothing\r\n0\r\n\r\n'],
    ['a chunk longer than it says', '1\r\nnothing\r\n0\r\n\r\n'],
  ])('whose body has %s is 400', async (_, body) => {
    const answers = await portico.raw(
      [
        `POST ${portico.path('/v1/users')} HTTP/1.1`,
        'Host: spec',
        `Authorization: Bearer ${await portico.token('users:write')}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        body,
      ].join('\r\n'),
    );
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(JSON.parse(answers[0]!.body)).toEqual({ error: someText });
  });

  test.each([
    ['in the first bytes of its body', 'Transfer-Encoding: chunked', 'zz\r\n', [400]],
    ['in a later chunk', 'Transfer-Encoding: chunked', '1\r\na\r\nzz\r\n', [400]],
    ['nowhere', 'Transfer-Encoding: chunked\r\nConnection: close', '1\r\na\r\n0\r\n\r\n', [204]],
    ['nowhere, with a length', 'Content-Length: 1\r\nConnection: close', 'a', [204]],
  ])('that deletes and breaks %s has deleted only if it says so', async (_, framing, body, statuses) => {
    const authorization = `Authorization: Bearer ${await portico.token('users:read users:write')}`;
    for (let round = 0; round < 5; round++) {
      const id = idOf(await portico.in(V1).post('/users', { name: 'Ada' }));
      const line = `DELETE ${portico.path(`/v1/users/${id}`)} HTTP/1.1`;
      const answers = await portico.raw([line, 'Host: spec', authorization, framing, '', body].join('\r\n'));
      expect(answers.map(({ status }) => status)).toEqual(statuses);
      expect((await portico.get(`/v1/users/${id}`)).status).toBe(statuses[0] === 400 ? 200 : 404);
    }
  });

  test('for an absolute target without a path is answered as one for /', async () => {
    const ask = async (target: string) => {
      const [answer] = await portico.raw(`GET ${target} HTTP/1.1\r\nHost: spec\r\nConnection: close\r\n\r\n`);
      return { status: answer!.status, location: answer!.headers['location'], body: answer!.body };
    };
    const root = await ask('/');
    for (const target of ['http://spec', 'http://spec/', 'http://spec?', 'http://spec?x=1']) {
      expect(await ask(target)).toEqual(root);
    }
  });

  test('behind another on one connection is answered after it', async () => {
    const line = `GET ${portico.path('/health/live')} HTTP/1.1\r\nHost: spec\r\n`;
    const answers = await portico.raw(`${line}\r\n${line}Connection: close\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

test('a request behind a write on one connection sees what was written', async () => {
  const scope = 'users:read users:write';
  const id = idOf(await portico.in(V1).post('/users', { name: 'Before' }));
  const line = (method: string) => `${method} ${portico.path(`/v1/users/${id}`)} HTTP/1.1\r\nHost: spec\r\n`;
  const authorization = `Authorization: Bearer ${await portico.token(scope)}\r\n`;
  for (let round = 0; round < 10; round++) {
    const body = JSON.stringify({ name: `Round ${round}` });
    const put = `${line('PUT')}${authorization}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answers = await portico.raw(`${put}${line('GET')}${authorization}Connection: close\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const answer of answers) expect(JSON.parse(answer.body)).toEqual({ id, name: `Round ${round}` });
  }
});

test('a client that hangs up in the middle leaves the service as it was', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(Number(portico.url.port), portico.url.hostname, () => {
      socket.write(`POST ${portico.path('/v1/users')} HTTP/1.1\r\nHost: spec\r\nContent-Length: 100\r\n\r\n{"name":`);
      socket.destroy();
    });
    socket.on('close', () => resolve());
  });
  expect((await portico.get('/v1/users?limit=1')).status).toBe(200);
});
