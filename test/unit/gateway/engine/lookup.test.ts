import { rmSync } from 'node:fs';
import { getOperationAST } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { createEngine } from '../../../../src/gateway/createEngine.ts';
import { compileThroughJson } from './support/compileThroughJson.ts';
import { folderOf, seen, toyEngine, toySchema } from './support/toy.ts';

const lookup = () => `
query find($id: SafeInt!) { book(id: $id) { id @export(as: "shelfId") } }
mutation add($shelfId: SafeInt!, $title: String!) @endpoint(method: POST, path: "/books/{id}/copies", status: 201, location: "/books/{id}/copies/{id2}") {
  tryBook(title: $title, shelfId: $shelfId) @unwrap { book { id2: id title } }
}`;
const toy = toyEngine({
  'v1/a.graphql': lookup(),
  'v1/b.graphql': `
    query find($name: String!) { author(name: $name) { name @export(as: "title") } }
    mutation m($title: String!) @endpoint(method: POST, path: "/tries") { tryBook(title: $title) { book { title } } }`,
});

describe('a lookup', () => {
  test('fills variables of the endpoint, and its own come from the client', async () => {
    const reply = await toy.send('POST /v1/books/7/copies', { body: { title: 'x' } });
    expect([...seen(reply), reply.headers['location']]).toEqual([201, { id2: 7, title: 'x' }, '/v1/books/7/copies/7']);
    expect(toy.trace.variables.slice(-2)).toEqual([{ id: 7 }, { title: 'x', shelfId: 7 }]);
  });
  test('that finds nothing by the path is 404, and nothing more is executed', async () => {
    const before = toy.trace.executions;
    const reply = await toy.send('POST /v1/books/999/copies', { body: { title: 'x' } });
    expect(seen(reply)).toEqual([404, { error: 'Nothing was found for id.' }]);
    expect(toy.trace.executions).toBe(before + 1);
  });
  test('that finds nothing by something else is 400, and names it', async () => {
    expect(seen(await toy.send('POST /v1/tries', { body: { name: 'Ann' } }))).toEqual([
      200,
      { book: { title: 'Ann' } },
    ]);
    expect(seen(await toy.send('POST /v1/tries', { body: { name: 'Bob' } }))).toEqual([
      400,
      { error: 'name does not exist' },
    ]);
  });
  test('counts for the scopes', async () => {
    expect((await toy.send('POST /v1/tries', { body: { name: 'Ann' }, scopes: 'none' })).status).toBe(403);
  });
  test('asks for no exported variable', async () => {
    expect(seen(await toy.send('POST /v1/books/7/copies', { body: { title: 'x', shelfId: 1 } }))[0]).toBe(400);
    const { requestBody } = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/books/{id}/copies']['post'];
    expect(JSON.stringify(requestBody)).not.toContain('shelfId');
  });
});

test('a lookup that outlasts the deadline runs no mutation', async () => {
  vi.useFakeTimers();
  const executed: unknown[] = [];
  const folder = folderOf({ 'v1/a.graphql': lookup() });
  const engine = createEngine({
    plan: compileThroughJson(folder, toySchema),
    schema: toySchema,
    prepare: (document) => async () => {
      executed.push(getOperationAST(document)?.operation);
      await new Promise((resolve) => setTimeout(resolve, 31_000));
      return { data: { book: { id: 7 } } };
    },
    report: () => {},
    settings: { apiName: 'toy', defaultVersion: 1, versioning: 'both', basePath: '' },
  });
  try {
    const reply = engine.handle({
      method: 'POST',
      target: '/v1/books/7/copies',
      headers: { 'content-type': 'application/json' },
      requestId: 'request-1',
      signal: new AbortController().signal,
      readBody: async () => Buffer.from('{"title":"x"}'),
    });
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await reply).status).toBe(504);
    await vi.advanceTimersByTimeAsync(70_000);
    expect(executed).toEqual(['query']);
  } finally {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  }
});

test('a client that has gone after the lookup gets no mutation', async () => {
  const executed: unknown[] = [];
  const client = new AbortController();
  const folder = folderOf({ 'v1/a.graphql': lookup() });
  const engine = createEngine({
    plan: compileThroughJson(folder, toySchema),
    schema: toySchema,
    prepare: (document) => async () => {
      executed.push(getOperationAST(document)?.operation);
      client.abort();
      return { data: { book: { id: 7 } } };
    },
    report: () => expect.unreachable(),
    settings: { apiName: 'toy', defaultVersion: 1, versioning: 'both', basePath: '' },
  });
  rmSync(folder, { recursive: true });
  await engine.handle({
    method: 'POST',
    target: '/v1/books/7/copies',
    headers: { 'content-type': 'application/json' },
    requestId: 'request-1',
    signal: client.signal,
    readBody: async () => Buffer.from('{"title":"x"}'),
  });
  expect(executed).toEqual(['query']);
});
