import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { findRoute, findVersion } from '../../../../src/gateway/handle/read/routing.ts';
import { handleRequest } from '../../../../src/gateway/handle/handleRequest.ts';
import { assertExists } from '../../../../src/gateway/handle/run/checkPreconditions.ts';
import { parameter } from '../read/support/coercion.ts';
import { endpointOf, resultOf } from '../support/plans.ts';
import { type Run, requestOf, runtimeOf } from '../support/runtimeOf.ts';

const path: Partial<EndpointPlan> = {
  path: '/books/{id}',
  segments: [
    { names: [], texts: ['books'] },
    { names: ['id'], texts: ['', ''] },
  ],
};
const id = parameter('id', 'Int!', { source: 'path' });
const put = endpointOf({ ...path, method: 'PUT', operationType: 'mutation', parameters: [id] });
const get = endpointOf({ ...path, parameters: [id] });

/** Reads the resource that `PUT /v1/books/7` is about to write. */
async function readOf(read: EndpointPlan | undefined, run: Run, options: Parameters<typeof runtimeOf>[2] = {}) {
  const runtime = runtimeOf(read ? [put, read] : [put], run, options);
  const request = requestOf('PUT /v1/books/7?x=1', { headers: { 'x-tenant': 'a' } });
  const route = findRoute(
    request,
    findVersion(request, undefined, runtime.routers, runtime.settings),
    runtime.settings,
  );
  const caller = { subject: 'ada', scopes: new Set(['books:read']), claims: {}, authorization: '' };
  return assertExists(runtime, { request, route, caller, callerKey: 'subject:ada' });
}
const found: Run = () => ({ data: { hello: 'x' } });
const failing =
  (code: string): Run =>
  () => ({ data: null, errors: [new GraphQLError('why', { path: ['hello'], extensions: { code } })] });

test('a resource is read as the GET of its path does, with the values of the path and no query', async () => {
  const received: unknown[] = [];
  await readOf(get, (operation, { variables, caller, headers }) => {
    received.push(operation, variables, caller?.subject, headers);
    return { data: { hello: 'x' } };
  });
  expect(received).toEqual(['query hello {\n  hello\n}', { id: 7 }, 'ada', { 'x-tenant': 'a' }]);
});

test.each([
  ['where something authenticates', 'nobody', { authenticate: () => null }],
  ['where nothing does', 'ada', {}],
])('a GET that reads no credentials is executed %s for %s', async (_, subject, options) => {
  const callers: unknown[] = [];
  const run: Run = (__, { caller }) => (callers.push(caller?.subject ?? 'nobody'), { data: { hello: 'x' } });
  await readOf({ ...get, auth: 'NONE' }, run, options);
  expect(callers).toEqual([subject]);
});

test('a resource that exists is no error', async () => {
  await expect(readOf(get, found)).resolves.toBeUndefined();
});

test.each<[string, EndpointPlan | undefined]>([
  ['the path has no GET', undefined],
  ['the GET requires a query', { ...get, parameters: [id, parameter('genre', 'String!')] }],
  ['the GET refuses the path', { ...get, parameters: [{ ...id, constraints: { max: 6 } }] }],
])('nothing is known, and nothing executes, where %s', async (_, plan) => {
  await expect(readOf(plan, () => expect.unreachable())).resolves.toBeUndefined();
});

test('nothing is known where the GET refuses its input', async () => {
  await expect(readOf(get, failing('BAD_USER_INPUT'))).resolves.toBeUndefined();
});

describe('the error of the GET is thrown', () => {
  test('where it finds nothing', async () => {
    const error = { status: 404, message: 'No String was found for id 7.' };
    await expect(readOf(get, () => ({ data: { hello: null } }))).rejects.toMatchObject(error);
  });
  test.each([
    ['NOT_FOUND', 404],
    ['FORBIDDEN', 403],
    ['CONFLICT', 409],
    ['BAD_REQUEST', 400],
    ['UNAVAILABLE', 503],
  ])('for %s', async (code, status) => {
    await expect(readOf(get, failing(code))).rejects.toMatchObject({ status });
  });
  test('where the caller may not read', async () => {
    const restricted: EndpointPlan = { ...get, scopes: [{ anyOf: [['books:write']], when: [] }] };
    await expect(readOf(restricted, () => expect.unreachable())).rejects.toMatchObject({ status: 403 });
    const allowed: EndpointPlan = { ...get, scopes: [{ anyOf: [['books:read']], when: [] }] };
    await expect(readOf(allowed, found)).resolves.toBeUndefined();
  });
  test('where it is no error of ours', async () => {
    const run: Run = () => Promise.reject(new TypeError('bug'));
    await expect(readOf(get, run)).rejects.toThrow(TypeError);
  });
});

describe('a write of what always exists, and whose data is never null', () => {
  const toWrite: Partial<EndpointPlan> = { method: 'PUT', operationType: 'mutation' };
  const list = endpointOf();
  const lookup = { operation: '{ hello }', exports: [], variables: [], ownVariables: [] };
  const refused = (what: string) => [412, `{"error":"${what}; nothing was changed."}`];
  const ANY = 'If-Match: this endpoint cannot require that the resource exists';
  const NONE = 'If-None-Match: this endpoint cannot require that the resource does not exist';

  test.each<[string, Record<string, string>, EndpointPlan, unknown[]]>([
    ['needs no more than *', { 'if-match': ' * ' }, list, [200, '"x"']],
    ['is refused where it must not exist', { 'if-none-match': ' * ' }, list, refused(NONE)],
    ['has no entity tag that could match', { 'if-none-match': '"x"' }, list, [200, '"x"']],
    [
      'is another where its GET can be 404',
      { 'if-match': '*' },
      { ...list, result: resultOf({ canBeMissing: true }) },
      refused(ANY),
    ],
    ['is another where its GET has a lookup', { 'if-match': '*' }, { ...list, lookup }, refused(ANY)],
    ['is another where its path has a value', { 'if-match': '*' }, get, refused(ANY)],
  ])('%s', async (_, headers, read, answer) => {
    const { path: at, segments, parameters } = read;
    const write = endpointOf({ ...toWrite, path: at, segments, parameters });
    const target = read === get ? 'PUT /v1/books/7' : 'PUT /v1/books';
    const { status, body } = await handleRequest(runtimeOf([write, read], found), requestOf(target, { headers }));
    expect([status, body]).toEqual(answer);
  });
});
