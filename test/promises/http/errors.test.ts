// The error body and status codes, section 7 of the interface: one body from every layer, the most specific status.
import { afterAll, describe, expect, test } from 'vitest';
import { ERROR_ACCEPTS } from '../../cases/acceptHeaders.ts';
import { V1, V2 } from '../../cases/schemes.ts';
import { expectResponse, expectError, listOf, someText, varies } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const MEBIBYTE = 2 ** 20;
const JSON_BODY = { 'content-type': 'application/json' };

describe('an error', () => {
  test.each(ERROR_ACCEPTS)('under Accept: $accept is a problem: $problem', async ({ accept, problem }) => {
    const answer = await portico.get('/nothing', { headers: { accept } });
    expect(answer.status).toBe(404);
    if (!problem) return expectError(answer, 404);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(varies(answer)).toContain('accept');
    expect(answer.json).toMatchObject({ status: 404, title: someText, detail: someText, code: 'NOT_FOUND' });
  });

  const accept = 'application/problem+json, application/json;q=0.5';

  test.each([
    ['a bad parameter', 'GET', '/v1/users?limit=0', {}, 400, 'BAD_USER_INPUT'],
    ['malformed JSON', 'POST', '/v1/users', { headers: JSON_BODY, body: '{' }, 400, 'BAD_REQUEST'],
    ['no credentials', 'GET', '/v1/users', { scope: null }, 401, 'UNAUTHENTICATED'],
    ['no scope', 'GET', '/v1/users', { scope: '' }, 403, 'FORBIDDEN'],
    ['an unknown path', 'GET', '/v1/nothing', {}, 404, 'NOT_FOUND'],
    ['an unknown id', 'GET', '/v1/users/9007199254740991', {}, 404, 'NOT_FOUND'],
    ['another method', 'PATCH', '/v1/users', {}, 405, 'METHOD_NOT_ALLOWED'],
    [
      'too large a body',
      'POST',
      '/v1/users',
      { headers: JSON_BODY, body: ' '.repeat(MEBIBYTE + 1) },
      413,
      'CONTENT_TOO_LARGE',
    ],
    [
      'another type of body',
      'POST',
      '/v1/users',
      { headers: { 'content-type': 'text/plain' }, body: 'x' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  ])('for %s carries its code as a problem of RFC 9457', async (_, method, path, options, status, code) => {
    const headers = { accept, ...('headers' in options && options.headers) };
    const answer = await portico.request(method, path, { ...options, headers });
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json).toMatchObject({ status, title: someText, detail: someText, code });
    expect({ status: answer.status, varies: varies(answer) }).toEqual({
      status,
      varies: expect.arrayContaining(['accept']),
    });
  });

  test('as a problem has one entry for each thing that is wrong', async () => {
    const body = { firstName: 7, lastNam: 'x' };
    const answer = await portico.in(V2).post('/users', body, { headers: { accept } });
    const { errors } = answer.json as { errors: { field: string; message: string }[] };
    expect(errors.map(({ field }) => field).sort()).toEqual(['firstName', 'lastNam', 'lastName']);
    expect(errors.map(({ message }) => message)).toEqual([someText, someText, someText]);
  });

  test('says nothing of the inside', async () => {
    for (const path of ['/nothing', '/v1/users/x', '/v1/users?limit=0', '/v1/users/9007199254740991']) {
      expect((await portico.get(path)).body).not.toMatch(
        /prisma|graphql|postgres|sql|stack|node_modules|\.ts\b|at \w+ \(/i,
      );
    }
  });
});

describe('every answer', () => {
  test.each(['/v1/users', '/v1/nothing', '/v1/users?limit=0', '/health/live'])(
    'of %s carries a request id',
    async (path) => {
      const answers = await Promise.all([portico.get(path), portico.get(path)]);
      const ids = answers.map(({ headers }) => headers['x-request-id']);
      expect(ids).toEqual([someText, someText]);
      expect(ids[0]).not.toBe(ids[1]);
    },
  );

  test('carries the request id that a client sends', async () => {
    const answer = await portico.get('/v1/nothing', { headers: { 'x-request-id': 'spec-4711' } });
    expect(answer.headers['x-request-id']).toBe('spec-4711');
  });

  test('does not say what it is made with', async () => {
    const answer = await portico.get('/v1/users');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('server');
  });

  test('shows only the fields of the interface', async () => {
    const [user] = listOf(await portico.in(V1).get('/users?limit=1')).data;
    expectResponse(await portico.in(V1).get(`/users/${user!['id']}`), 200, 'application/json', {
      id: user!['id'],
      name: someText,
    });
  });
});
