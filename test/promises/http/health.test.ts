// Health is for whoever runs the service: no credentials, no versions.
import { afterAll, describe, expect, test } from 'vitest';
import { allowed, someText } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

describe.each(['/health/live', '/health/ready'])('%s', (path) => {
  test('answers GET with 200 as JSON, without credentials', async () => {
    const answer = await portico.get(path, { scope: null });
    expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/json',
    });
    expect(answer.json).toEqual(expect.any(Object));
  });

  test('answers HEAD like GET, without the body', async () => {
    const [get, head] = await Promise.all([
      portico.get(path, { scope: null }),
      portico.request('HEAD', path, { scope: null }),
    ]);
    expect({ status: head.status, body: head.body }).toEqual({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.body)));
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s with 405', async (method) => {
    const answer = await portico.request(method, path, { scope: null });
    expect({ status: answer.status, body: answer.json }).toEqual({ status: 405, body: { error: someText } });
    expect(allowed(answer)).toEqual(['GET', 'HEAD']);
  });

  test('does not mind a token that is no good', async () => {
    const answer = await portico.get(path, { scope: null, headers: { authorization: 'Bearer nonsense' } });
    expect(answer.status).toBe(200);
  });
});

test.each(['/v1/health/live', '/health', '/health/other', '/healthy'])('%s is 404', async (path) => {
  const answer = await portico.get(path);
  expect({ status: answer.status, body: answer.json }).toEqual({ status: 404, body: { error: someText } });
});
