import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { entityTag } from '../../../../src/gateway/protocol/entityTag.ts';
import { findRoute, findVersion } from '../../../../src/gateway/request/findRoute.ts';
import { readCurrent } from '../../../../src/gateway/runtime/readCurrent.ts';
import { parameter } from '../request/support/coercion.ts';
import { connection, endpointOf, leaf, pagePlan, resultOf } from './support/plans.ts';
import { type Run, requestOf, runtimeOf } from './support/runtimeOf.ts';

const path: Partial<EndpointPlan> = {
  path: '/books/{id}',
  segments: [
    { kind: 'literal', text: 'books' },
    { kind: 'placeholder', name: 'id', suffix: '' },
  ],
};
const id = parameter('id', 'Int!', { source: 'path' });
const put = endpointOf({ ...path, method: 'PUT', operationType: 'mutation', parameters: [id] });
const get = endpointOf({ ...path, parameters: [id], maxAge: 60 });

/** The state of the resource that `PUT /v1/books/7` is about to write. */
async function stateOf(read: EndpointPlan | undefined, run: Run, target = '/v1/books/7?x=1') {
  const runtime = runtimeOf(read ? [put, read] : [put], run);
  const request = requestOf(`PUT ${target}`, { headers: { 'x-tenant': 'a' } });
  const route = findRoute(
    request,
    findVersion(request, undefined, runtime.routers, runtime.settings),
    runtime.settings,
  );
  const caller = { subject: 'ada', scopes: new Set(['books:read']), claims: {}, authorization: '' };
  return readCurrent(runtime, { request, route, caller }, '');
}
const found: Run = () => ({ data: { hello: 'x' } });
const tagsOf = (body: string) =>
  ['application/json', 'application/vnd.toy.v1+json'].map((type) => entityTag(body, type, 1));
const failing =
  (code: string): Run =>
  () => ({ data: null, errors: [new GraphQLError('why', { path: ['hello'], extensions: { code } })] });

test('the tags of a resource are those of its representations', async () => {
  expect(await stateOf(get, found)).toEqual({ tags: tagsOf('"x"') });
});

test('it is read as the GET of its path does, with the values of the path and no query', async () => {
  const received: unknown[] = [];
  await stateOf(get, (operation, { variables, caller, headers }) => {
    received.push(operation, variables, caller?.subject, headers);
    return { data: { hello: 'x' } };
  });
  expect(received).toEqual(['query hello {\n  hello\n}', { id: 7 }, 'ada', { 'x-tenant': 'a' }]);
});

test('a list has the tags of its first page', async () => {
  const list: EndpointPlan = {
    ...get,
    operations: { DEFAULT: 'query list { hello }' },
    result: resultOf({ body: connection(leaf()) }),
    page: pagePlan({ limits: { styles: ['CURSOR'] } }),
  };
  const run: Run = () => ({ data: { hello: { nodes: ['a'] } } });
  expect(await stateOf(list, run)).toEqual({
    tags: tagsOf('{"data":["a"],"pagination":{"nextCursor":null,"hasMore":false}}'),
  });
});

test('a resource without maxAge exists, and has no tags', async () => {
  const { maxAge: _, ...uncached } = get;
  expect(await stateOf(uncached, found)).toEqual({ tags: [] });
  await expect(stateOf(uncached, failing('UNAVAILABLE'))).rejects.toMatchObject({ status: 503 });
});

describe('a resource is missing', () => {
  test('with the error of its GET where that is 404', async () => {
    expect(await stateOf(get, () => ({ data: { hello: null } }))).toMatchObject({
      missing: { status: 404, message: 'No String was found for id 7.' },
    });
    expect(await stateOf(get, failing('NOT_FOUND'))).toMatchObject({ missing: { status: 404 } });
  });
  test.each<[string, EndpointPlan | undefined]>([
    ['the path has no GET', undefined],
    ['the GET requires a query', { ...get, parameters: [id, parameter('genre', 'String!')] }],
    ['the GET refuses the path', { ...get, parameters: [{ ...id, constraints: { max: 6 } }] }],
  ])('without an error where %s', async (_, plan) => {
    expect(await stateOf(plan, () => expect.unreachable())).toStrictEqual({ missing: undefined });
  });
  test('without an error where the GET refuses its input', async () => {
    expect(await stateOf(get, failing('BAD_USER_INPUT'))).toEqual({ missing: undefined });
  });
});

describe('the error of the GET is thrown', () => {
  test.each([
    ['FORBIDDEN', 403],
    ['CONFLICT', 409],
    ['BAD_REQUEST', 400],
    ['UNAVAILABLE', 503],
  ])('for %s', async (code, status) => {
    await expect(stateOf(get, failing(code))).rejects.toMatchObject({ status });
  });
  test('where the caller may not read', async () => {
    const restricted: EndpointPlan = { ...get, scopes: [{ anyOf: [['books:write']], when: [] }] };
    await expect(stateOf(restricted, () => expect.unreachable())).rejects.toMatchObject({ status: 403 });
    const allowed: EndpointPlan = { ...get, scopes: [{ anyOf: [['books:read']], when: [] }] };
    expect(await stateOf(allowed, found)).toHaveProperty('tags');
  });
  test('where it is no error of ours', async () => {
    const run: Run = () => Promise.reject(new TypeError('bug'));
    await expect(stateOf(get, run)).rejects.toThrow(TypeError);
  });
});
