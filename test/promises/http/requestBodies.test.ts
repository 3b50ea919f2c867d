// What a request body may be: JSON by its media type, and at most 1 MiB of it.
import { afterAll, describe, expect, test } from 'vitest';
import { CONTENT_TYPES } from '../../cases/acceptHeaders.ts';
import { V1, V2, userInput } from '../../cases/schemes.ts';
import { expectError } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const MEBIBYTE = 2 ** 20;
const JSON_BODY = { 'content-type': 'application/json' };

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);
  const ada = userInput(scheme.version, 'Ada', 'Lovelace');

  test.each(CONTENT_TYPES.filter(({ taken }) => taken))('takes a body of type $type', async ({ type }) => {
    expect((await client.post('/users', JSON.stringify(ada), { headers: { 'content-type': type } })).status).toBe(201);
  });

  test('takes a body of the vendor type of its version', async () => {
    const headers = { 'content-type': `application/vnd.portico.v${scheme.version}+json` };
    expect((await client.post('/users', JSON.stringify(ada), { headers })).status).toBe(201);
  });

  test.each(CONTENT_TYPES.filter(({ taken }) => !taken))('refuses a body of type $type with 415', async ({ type }) => {
    expectError(await client.post('/users', JSON.stringify(ada), { headers: { 'content-type': type } }), 415);
  });

  test('takes a body of 1 MiB and refuses one byte more with 413', async () => {
    const body = (size: number) =>
      `${JSON.stringify(ada).slice(0, -1)}${' '.repeat(size - JSON.stringify(ada).length)}}`;
    expect((await client.post('/users', body(MEBIBYTE), { headers: JSON_BODY })).status).toBe(201);
    expectError(await client.post('/users', body(MEBIBYTE + 1), { headers: JSON_BODY }), 413);
    const chunked = { ...JSON_BODY, 'transfer-encoding': 'chunked' };
    expect((await client.post('/users', body(MEBIBYTE), { headers: chunked })).status).toBe(201);
    expectError(await client.post('/users', body(MEBIBYTE + 1), { headers: chunked }), 413);
  });

  test('names every bad parameter and every bad field at once', async () => {
    expectError(await client.get('/users?limit=0&page=0&x=1'), 400, 'limit', 'page', 'x');
    expectError(await client.request('PUT', '/users/x?y=1', { body: { z: 1 } }), 400, 'id', 'y', 'z', /name/i);
  });
});

// In one process the engine has the scalars of the domain, so that their errors are reported together with all others.
test.each([
  { version: 'v1', body: { name: ' ' }, messages: ['name must not be blank'] },
  { version: 'v1', body: { name: 'A\0da' }, messages: ['name must not contain U+0000'] },
  { version: 'v2', body: { firstName: '\t' }, messages: ['firstName must not be blank', 'lastName is required'] },
])('all problems of a user are reported at once: $body', async ({ version, body, messages }) => {
  const answer = await portico.post(`/${version}/users`, { email: 'ada', nick: 3, ...body });
  expectError(answer, 400, 'email must be an e-mail address', 'nick', ...messages);
  expect(answer.body).not.toContain('.;');
});
