// Stopping loses nothing: what has begun is answered, and nothing new is taken.
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { startInProcess } from '../support/startInProcess.ts';

const portico = await startInProcess({});
let closed: Promise<void> | undefined;
afterAll(() => closed ?? portico.close());

test('a request that is under way when the service stops is answered, and a new one is not taken', async () => {
  const body = '{"name":"Ada Lovelace"}';
  const headers = {
    authorization: `Bearer ${await portico.token('users:write')}`,
    'content-type': 'application/json',
    'content-length': body.length,
    // The server answers 100 once it has the request, and so tells that it is under way.
    expect: '100-continue',
  };
  const { hostname, port } = portico.url;
  const answer = await new Promise<{ status: number | undefined; connection: string | undefined; body: string }>(
    (resolve, reject) => {
      const outgoing = request(
        { hostname, port, path: portico.path('/v1/users'), method: 'POST', headers },
        (incoming) => {
          let text = '';
          incoming.on('data', (chunk: Buffer) => (text += chunk));
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode, connection: incoming.headers.connection, body: text }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.on('continue', () => {
        closed = portico.close();
        outgoing.end(body);
      });
      outgoing.flushHeaders();
    },
  );
  expect(answer).toEqual({ status: 201, connection: 'close', body: expect.stringContaining('"name":"Ada Lovelace"') });
  await closed;
  await expect(portico.get('/health/live', { scope: null })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
