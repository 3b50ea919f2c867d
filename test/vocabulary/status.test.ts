// The status of a success by what happened: @status, in process and in front of an upstream.
import { buildSchema, graphqlSync } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openFacade, stubUpstream } from './support/upstreams.ts';
import { memoryStore } from '../support/memoryStore.ts';
import { serveSchema } from './support/serveSchema.ts';

const sdl = /* GraphQL */ `
  type Query {
    job(id: ID!): Job
  }
  type Mutation {
    putFile(key: String!): PutFile
    addFile(name: String!): PutFile
  }
  type PutFile {
    outcome: Outcome
    revision: Int!
    file: File
  }
  enum Outcome {
    CREATED
    REPLACED
    QUEUED
    UNCHANGED
  }
  type File {
    name: String!
    size: Int
  }
  type Job {
    id: ID!
    isRunning: Boolean
    result: String
  }
`;
const files = {
  'putFile.graphql': `mutation putFile($key: String!) @endpoint(method: PUT, path: "/files/{key}", location: "/files/{name}") {
    putFile(key: $key) @unwrap {
      outcome @status(values: [{ value: CREATED, status: 201 }, { value: QUEUED, status: 202 }, { value: UNCHANGED, status: 204 }])
      revision @header(name: "X-Revision")
      file { name size }
    }
  }`,
  'addFile.graphql': `mutation addFile($name: String!)
    @endpoint(method: POST, path: "/files", status: 201, location: "/files/{meta.revision}", idempotencyKey: OPTIONAL) {
    addFile(name: $name) {
      ... @wrap(as: "meta") { outcome @status(values: { value: REPLACED, status: 200 }) revision }
      file @spread { name }
    }
  }`,
  'getJob.graphql': `query getJob($id: ID!) @endpoint(method: GET, path: "/jobs/{id}", maxAge: 60) {
    job(id: $id) @fields { id result isRunning @status(values: [{ value: true, status: 202 }, { value: false, status: 204 }]) }
  }`,
};
let data: Record<string, unknown> | null = null;
const schema = buildSchema(sdl);
for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
  for (const field of Object.values(type.getFields())) field.resolve = () => data;
}
const served = await serveSchema(
  schema,
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`v1/${name}`, text])),
  { authenticate: () => ({ subject: 'ada', scopes: [] }), idempotency: memoryStore() },
);
afterAll(() => served.close());

async function send(line: string, sent?: { body?: unknown; headers?: Record<string, string> }) {
  const { status, headers, json } = await served.send(line, sent);
  return { status, headers, body: json ?? '' };
}

describe('the status of a success', () => {
  beforeEach(() => {
    data = { outcome: 'REPLACED', revision: 3, file: { name: 'a', size: 1 } };
  });
  const put = (name = 'a b') => send(`PUT /v1/files/${encodeURIComponent(name)}`, { body: {} });

  test.each([
    ['CREATED', 201, { name: 'a', size: 1 }, '/v1/files/a'],
    ['QUEUED', 202, { name: 'a', size: 1 }, '/v1/files/a'],
    ['UNCHANGED', 204, '', null],
    ['REPLACED', 200, { name: 'a', size: 1 }, null],
    [null, 200, { name: 'a', size: 1 }, null],
  ])('%s is %i, and not in the body', async (outcome, status, body, location) => {
    data = { ...data, outcome };
    const response = await put('a');
    expect([response.status, response.body]).toEqual([status, body]);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.get('x-revision')).toBe('3');
    expect(response.headers.get('content-type')).toBe(status === 204 ? null : 'application/json');
  });
  test('a result that is null is 404, but not where something was created', async () => {
    data = { ...data, file: null };
    expect(await put()).toMatchObject({ status: 404, body: { error: 'No File was found for key a b.' } });
    data = { ...data, outcome: 'CREATED' };
    expect(await put()).toMatchObject({ status: 500 });
    data = null;
    expect(await put()).toMatchObject({ status: 404, body: { error: 'No PutFile was found for key a b.' } });
  });
  test('an object of @spread, and a fragment with @wrap, lose it as well', async () => {
    const post = () => send('POST /v1/files', { body: { name: 'a' } });
    expect(await post()).toMatchObject({ status: 200, body: { meta: { revision: 3 }, name: 'a' } });
    data = { ...data, outcome: 'CREATED' };
    const { status, headers, body } = await post();
    expect([status, headers.get('location'), body]).toEqual([201, '/v1/files/3', { meta: { revision: 3 }, name: 'a' }]);
  });
  test('a tag of a GET is that of one status, also of one without a body', async () => {
    const get = (headers = {}, query = '') => send(`GET /v1/jobs/1${query}`, { headers });
    data = { id: '1', isRunning: null, result: 'x' };
    const first = await get();
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, max-age=60']);
    const tag = first.headers.get('etag')!;
    expect((await get({ 'if-none-match': tag })).status).toBe(304);
    data = { ...data, isRunning: true };
    const running = await get({ 'if-none-match': tag });
    expect([running.status, running.body]).toEqual([202, { id: '1', result: 'x' }]);
    expect((await get({ 'if-none-match': running.headers.get('etag')! })).status).toBe(304);
    expect(await get({}, '?fields=result')).toMatchObject({ status: 202, body: { id: '1', result: 'x' } });
    data = { ...data, isRunning: false };
    const empty = await get();
    expect([empty.status, empty.body]).toEqual([204, '']);
    expect((await get({ 'if-none-match': empty.headers.get('etag')! })).status).toBe(304);
  });
});

test('an upstream is asked for what decides the status', async () => {
  data = { outcome: 'CREATED', revision: 3, file: { name: 'a', size: 1 } };
  const stub = await stubUpstream();
  stub.answer = ({ body }) => ({
    body: graphqlSync({ schema, source: body.query, variableValues: body.variables ?? {} }),
  });
  const facade = await openFacade({ upstream: stub, sdl, files });
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await facade.send('/v1/files/a', { method: 'PUT', headers, body: '{}' });
  await Promise.all([facade.close(), stub.close()]);
  expect([status, body]).toEqual([201, { name: 'a', size: 1 }]);
});

test('a replay has the status that was stored', async () => {
  data = { outcome: 'REPLACED', revision: 3, file: { name: 'a' } };
  const post = () => served.send('POST /v1/files', { body: { name: 'a' }, headers: { 'idempotency-key': 'k1' } });
  const first = await post();
  data = { ...data, outcome: 'CREATED' };
  const again = await post();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(first.status).toBe(200);
});

describe('OpenAPI', () => {
  const responsesOf = (document: unknown, path: string, method: string) =>
    (document as { paths: Record<string, Record<string, { responses: Record<string, Record<string, object>> }>> })
      .paths[path]![method]!.responses;
  test('has each status with its headers and its content', () => {
    const responses = responsesOf(served.openApi.get('/v1/openapi.json'), '/files/{key}', 'put');
    const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
    expect(successes).toEqual(['200', '201', '202', '204']);
    for (const status of successes) expect(responses[status]!['headers']).toHaveProperty('X-Revision');
    const located = successes.map((status) => Object(responses[status]!['headers'])['Location']);
    expect(located).toEqual([
      undefined,
      { $ref: '#/components/headers/Location' },
      { $ref: '#/components/headers/ResultLocation' },
      undefined,
    ]);
    const { content } = responses['200']!;
    expect(content).toMatchObject({ 'application/json': { schema: { $ref: '#/components/schemas/File' } } });
    expect(responses).toMatchObject({ 201: { content }, 202: { content } });
    expect(responses['204']).not.toHaveProperty('content');
  });
});
