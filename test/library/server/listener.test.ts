import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Server, type ServerOptions, respondAfter, startServer } from '../support/startServer.ts';

const servers: Server[] = [];
const start = async (options?: ServerOptions) => {
  const server = await startServer(options);
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const MIB = 1024 * 1024;
const graphql: ServerOptions['graphql'] = { handle: (_, response) => void response.end('{"data":{}}') };
const refusing: ServerOptions['rest'] = ({ readBody }) => respondAfter(() => readBody(MIB));

describe('health', () => {
  it.each(['/health/live', '/health/ready', '/health/ready/', '/health/live?x=1'])(
    '%s is 200 without credentials',
    async (path) => {
      const { url } = await start();
      const answer = await fetch(url + path);
      expect([answer.status, await answer.text()]).toEqual([200, '{"status":"ok"}']);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/json',
        'content-length': '15',
        'cache-control': 'no-store',
      });
    },
  );

  it('is live but not ready without a database, and says when to ask again', async () => {
    const { url, log } = await start({ ping: () => Promise.reject(new Error('hunter2')) });
    const [live, ready] = await Promise.all([fetch(`${url}/health/live`), fetch(`${url}/health/ready`)]);
    expect([live.status, ready.status, ready.headers.get('retry-after')]).toEqual([200, 503, '1']);
    expect(await ready.json()).toEqual({ error: 'The database is not available; try again shortly.' });
    expect(log).toContainEqual(
      expect.objectContaining({ msg: 'request failed', requestId: ready.headers.get('x-request-id') }),
    );
  });

  it('answers HEAD without a body, OPTIONS with what there is, and nothing else', async () => {
    const { url } = await start();
    const head = await fetch(`${url}/health/ready`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '15', '']);
    const options = await fetch(`${url}/health/ready`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const post = await fetch(`${url}/health/ready`, { method: 'POST', body: 'x' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await post.json()).toEqual({ error: 'POST is not allowed; allowed methods: GET, HEAD, OPTIONS' });
  });
});

describe('every other request', () => {
  it('goes to REST as it came', async () => {
    const { url } = await start();
    const answer = await fetch(`${url}/a%2Fb/?x=1%20&y`, { method: 'PUT', body: 'abc' });
    expect(await answer.json()).toEqual({ method: 'PUT', target: '/a%2Fb/?x=1%20&y', size: 3 });
  });

  it('has everything under the base path, and nothing beside it', async () => {
    const { url, port } = await start({ graphql, env: { BASE_PATH: '/x/y' } });
    expect(url).toMatch(/\/x\/y$/);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect(await (await fetch(`${url}/graphql`)).text()).toBe('{"data":{}}');
    for (const path of ['/health/live', '/graphql']) {
      expect(await (await fetch(`http://127.0.0.1:${port}${path}`)).json()).toMatchObject({ target: path });
    }
  });

  it('is 500 where the engine fails, with nothing of the inside, and the cause in the log', async () => {
    const { url, log } = await start({ rest: () => Promise.reject(new Error('hunter2')) });
    const answer = await fetch(`${url}/a?token=hunter3`, { headers: { authorization: 'Bearer hunter4' } });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: 'Internal server error; it has been logged.' });
    const line = log.find(({ msg }) => msg === 'request failed');
    expect(line).toMatchObject({ requestId: answer.headers.get('x-request-id'), path: '/a', method: 'GET', level: 50 });
    expect(JSON.stringify(line)).toContain('hunter2');
    expect(JSON.stringify(log)).not.toMatch(/hunter[34]/);
  });
});

describe('the request id', () => {
  it.each(['a', 'x'.repeat(128), '0af7651916cd43dd8448eb211c80319c', 'A.b:c/d+e=f@g-h_i1'])(
    'is the one that the client gave: %s',
    async (id) => {
      const { url } = await start({ graphql });
      for (const path of ['/a', '/graphql', '/health/live']) {
        const answer = await fetch(url + path, { headers: { 'x-request-id': id } });
        expect(answer.headers.get('x-request-id')).toBe(id);
      }
    },
  );

  it.each(['', 'a b', 'a"b', '<b>', 'a'.repeat(129), 'é'])(
    'is a new one where the client gave none to keep: "%s"',
    async (id) => {
      const { url } = await start();
      const answer = await fetch(`${url}/a`, { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('the log', () => {
  it('has one line for a request, with its path but not its query, body or token', async () => {
    const { url, log } = await start();
    await fetch(`${url}/a?secret=1`, { method: 'POST', body: 'secret', headers: { authorization: 'Bearer secret' } });
    await expect.poll(() => log.length).toBe(1);
    const { time, pid, milliseconds, requestId, ...line } = log[0] as Record<string, unknown>;
    expect(line).toEqual({
      level: 30,
      msg: 'request',
      method: 'POST',
      path: '/a',
      status: 200,
      subject: 'ada',
      client: 'unknown',
    });
    expect([typeof time, typeof pid, typeof milliseconds, typeof requestId]).toEqual([
      'string',
      'number',
      'number',
      'string',
    ]);
  });

  it('has lines that a pipe takes at once, however long the path', async () => {
    const { log, raw } = await start();
    await raw(`GET /${'"'.repeat(15_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await expect.poll(() => log.map(({ msg }) => msg)).toEqual(['request']);
    expect(log[0]!['path']).toBe(`/${'"'.repeat(999)}…`);
    expect(Buffer.byteLength(JSON.stringify(log[0]))).toBeLessThan(4096);
  });

  it('has of what failed the path as it has it of the request', async () => {
    const { log, raw } = await start({ rest: () => Promise.reject(new Error('broken')) });
    await raw(`GET http://hunter2/${'x'.repeat(5_000)}?hunter3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await expect.poll(() => log.map(({ msg }) => msg)).toEqual(['request failed', 'request']);
    expect(log.map(({ path }) => path)).toEqual(Array(2).fill(`/${'x'.repeat(999)}…`));
    expect(JSON.stringify(log)).not.toMatch(/hunter/);
  });

  it('has the probes of health at debug only', async () => {
    const { url, log } = await start();
    await fetch(`${url}/health/live`);
    await expect.poll(() => log).toMatchObject([{ level: 20, path: '/health/live' }]);
  });
});

describe('a body', () => {
  it('of exactly the limit is read', async () => {
    const { url } = await start();
    const answer = await fetch(`${url}/a`, { method: 'POST', body: 'x'.repeat(MIB) });
    expect(await answer.json()).toMatchObject({ size: MIB });
  });

  it.each([
    ['declared', (size: number) => 'x'.repeat(size)],
    ['in chunks', (size: number) => new Blob(['x'.repeat(size)]).stream()],
  ])('beyond the limit, %s, is 413 and ends the connection', async (_, bodyOf) => {
    const { url } = await start({ rest: refusing });
    for (const size of [MIB + 1, 4 * MIB]) {
      const answer = await fetch(`${url}/a`, { method: 'POST', body: bodyOf(size), duplex: 'half' } as RequestInit);
      expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
      expect(await answer.json()).toEqual({ error: 'The body must not be larger than 1048576 bytes.' });
    }
  });

  it('without end is cut off', async () => {
    const { port } = await start({ rest: refusing });
    const outcome = await new Promise((resolve) => {
      const request = httpRequest({ port, host: '127.0.0.1', path: '/a', method: 'POST' });
      const more = () => {
        while (request.writable && request.write('x'.repeat(65_536)));
      };
      request.on('drain', more);
      request.on('response', ({ statusCode }) => resolve(statusCode));
      request.on('error', () => resolve('cut'));
      more();
    });
    expect([413, 'cut']).toContain(outcome);
  });

  it('of a client that leaves is given up, and the engine is told', async () => {
    let told!: (reason: unknown) => void;
    const heard = new Promise((resolve) => (told = resolve));
    const { port } = await start({
      rest: async ({ readBody, signal }) => {
        const error = await readBody(MIB).catch((reason: unknown) => reason);
        signal.addEventListener('abort', () => told(error));
        if (signal.aborted) told(error);
        return { status: 204, headers: {}, body: null };
      },
    });
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/a',
      method: 'POST',
      headers: { 'content-length': '10' },
    });
    request.on('error', () => {});
    request.write('abc', () => request.destroy());
    expect(await heard).toMatchObject({ code: 'BAD_REQUEST', message: 'The body ended before it was complete.' });
  });
});

describe('the end', () => {
  it('lets a request in flight be answered as the last one of its connection, and refuses new ones', async () => {
    let release!: () => void;
    let arrived!: () => void;
    const inFlight = new Promise<void>((resolve) => (arrived = resolve));
    const held = new Promise<void>((resolve) => (release = resolve));
    const server = await startServer({
      rest: async () => {
        arrived();
        await held;
        return { status: 200, headers: { 'content-length': '2' }, body: 'ok' };
      },
    });
    const answer = fetch(`${server.url}/slow`);
    await inFlight;
    const closed = server.close();
    await expect(fetch(`${server.url}/late`)).rejects.toThrow();
    release();
    const { status, headers } = await answer;
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await closed;
  });

  it('does not wait for connections that ask for nothing', async () => {
    const server = await startServer();
    const idle = server.raw('');
    await fetch(`${server.url}/a`);
    await server.close();
    expect(await idle).toBe('');
  });
});
