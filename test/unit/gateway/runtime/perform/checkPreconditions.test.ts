import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import { findRoute, findVersion } from '../../../../../src/gateway/request/routing.ts';
import { assertExists } from '../../../../../src/gateway/runtime/perform/checkPreconditions.ts';
import { parameter } from '../../request/support/coercion.ts';
import { endpointOf } from '../support/plans.ts';
import { type Run, requestOf, runtimeOf } from '../support/runtimeOf.ts';

const path: Partial<EndpointPlan> = {
  path: '/books/{id}',
  segments: [
    { kind: 'literal', text: 'books' },
    { kind: 'placeholder', name: 'id', suffix: '' },
  ],
};
const id = parameter('id', 'Int!', { source: 'path' });
const put = endpointOf({ ...path, method: 'PUT', operationType: 'mutation', parameters: [id] });
const get = endpointOf({ ...path, parameters: [id] });

/** Reads the resource that `PUT /v1/books/7` is about to write. */
async function readOf(read: EndpointPlan | undefined, run: Run, target = '/v1/books/7?x=1') {
  const runtime = runtimeOf(read ? [put, read] : [put], run);
  const request = requestOf(`PUT ${target}`, { headers: { 'x-tenant': 'a' } });
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
