// What an operation led to: lookups that find nothing, clients that leave, and writes whose outcome is in doubt.
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GraphQLError, buildSchema } from 'graphql';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPortico } from '../../src/gateway/index.ts';
import { folderOf } from './support/toy.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    book(id: ID!): Book
    read(id: ID, shelf: ID, owner: String): Made
    slow: String
  }
  type Mutation {
    add(shelf: ID, owner: String): Made
    slow: String
  }
  type Book {
    shelf: ID
    owner: Owner
  }
  type Owner {
    name: String
  }
  type Made {
    name: String!
  }
`);
const STATUSES = [400, 408, 409, 429, 500, 501, 502, 503, 504, 505];
let executed: string[] = [];
let results: Record<string, (signal: AbortSignal) => unknown> = {};
for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
  for (const [name, field] of Object.entries(type.getFields())) {
    field.resolve = (_, __, { signal }: { signal: AbortSignal }) => {
      executed.push(name);
      return name === 'slow' ? slow(signal) : results[name]?.(signal);
    };
  }
}
let slow = (_signal: AbortSignal): unknown => 'done';
const found = { shelf: 3, owner: { name: 'x' } };
const fail = (code: string) => () => {
  throw new GraphQLError('why', { extensions: { code } });
};
const lookup =
  'query find($id: ID!) { book(id: $id) { shelf @export(as: "shelf") owner { name @export(as: "owner") } } }';
const folder = folderOf({
  'conventions.json': JSON.stringify({
    errors: { codes: Object.fromEntries(STATUSES.map((status) => [`C${status}`, status])) },
  }),
  'v1/add.graphql': 'mutation add @endpoint(method: POST, path: "/add") { add { name } }',
  'v1/read.graphql': 'query read @endpoint(method: GET, path: "/read") { read { name } }',
  'v1/put.graphql': `${lookup} mutation put($shelf: ID!, $owner: String!) @endpoint(method: PUT, path: "/books/{id}") { add(shelf: $shelf, owner: $owner) { name } }`,
  'v1/get.graphql': `${lookup} query get($shelf: ID!, $owner: String!) @endpoint(method: GET, path: "/books/{id}") { read(shelf: $shelf, owner: $owner) { name } }`,
  'v1/find.graphql': `
    query find($id: ID!, $shelf: ID!, $by: String!) { read(id: $id, shelf: $shelf, owner: $by) { name @export(as: "owner") } }
    mutation addFound($owner: String!) @endpoint(method: POST, path: "/books/{id}/found") { add(owner: $owner) { name } }`,
  'v1/slow.graphql': 'query slow @endpoint(method: GET, path: "/slow") { slow }',
  'v1/slowly.graphql': 'mutation slowly @endpoint(method: POST, path: "/slow") { slow }',
});
const portico = createPortico({ schema, endpoints: folder, report: () => {} });
rmSync(folder, { recursive: true });
beforeEach(() => {
  executed = [];
  results = {};
});

async function send(line: string, signal?: AbortSignal, json = '{}'): Promise<Record<string, unknown>> {
  const [method = '', target = ''] = line.split(' ');
  const headers = { accept: 'application/problem+json, application/json;q=0.5', 'content-type': 'application/json' };
  const request = new Request(`http://localhost/v1${target}`, {
    method,
    headers,
    ...(method !== 'GET' && { body: json }),
    ...(signal && { signal }),
  });
  return (await (await portico.fetch(request)).json()) as Record<string, unknown>;
}

describe('the outcome of a write is in doubt', () => {
  const added = () => ({ name: 'x' });
  const below = (code: string) => () => ({ name: fail(code) });
  test.each<[string, string, Record<string, () => unknown>, number, string]>([
    ['where a field below the root field fails', 'POST /add', { add: below('C502') }, 500, 'OUTCOME_UNKNOWN'],
    ['but not where the root field does', 'POST /add', { add: fail('C503') }, 503, 'C503'],
    ['but not of a read', 'GET /read', { read: below('C503') }, 503, 'C503'],
    [
      'but not of its lookup',
      'PUT /books/7',
      { book: () => ({ ...found, shelf: fail('C503') }), add: added },
      503,
      'C503',
    ],
    ...STATUSES.map((status): [string, string, Record<string, () => unknown>, number, string] => {
      const isRetried = [408, 429, 502, 503, 504].includes(status);
      const code = isRetried ? 'OUTCOME_UNKNOWN' : status === 500 ? 'INTERNAL_SERVER_ERROR' : `C${status}`;
      const title = `${isRetried ? 'where' : 'but not where'} clients ${isRetried ? '' : 'do not '}send it again: ${status}`;
      return [title, 'POST /add', { add: below(`C${status}`) }, isRetried ? 500 : status, code];
    }),
  ])('%s', async (_, line, own, status, code) => {
    results = own;
    expect(await send(line)).toMatchObject({ status, code });
  });
});

describe('a lookup', () => {
  test('may be NOT_FOUND at any depth', async () => {
    results = { book: () => ({ shelf: 3, owner: { name: fail('NOT_FOUND') } }) };
    expect(await send('PUT /books/7')).toMatchObject({ status: 404, detail: 'why' });
    expect(executed).toEqual(['book']);
  });
  test('leaves the name of what the client sent to the 404 of the operation', async () => {
    results = { book: () => found, add: () => null };
    expect(await send('PUT /books/7')).toMatchObject({ status: 404, detail: 'No Made was found for id 7.' });
    expect(executed).toEqual(['book', 'add']);
  });
  test.each([
    ['of what is null', () => null, 'No Book was found for id 7.'],
    ['of a value that is null', () => ({ ...found, shelf: null }), 'No Book was found for id 7.'],
  ])('%s is 404, and nothing more is executed', async (_, book, detail) => {
    results = { book };
    expect(await send('PUT /books/7')).toMatchObject({ status: 404, detail });
    expect(executed).toEqual(['book']);
  });
});

test('a lookup that finds nothing names each input of the body that it was used with', async () => {
  results = { read: () => null, add: () => ({ name: 'x' }) };
  const message = 'does not match an existing resource';
  expect(await send('POST /books/7/found', undefined, '{"shelf":"s","by":"b"}')).toMatchObject({
    status: 400,
    detail: `shelf ${message}; by ${message}`,
    errors: [
      { field: 'shelf', message },
      { field: 'by', message },
    ],
  });
  expect(executed).toEqual(['read']);
});

describe('a client that leaves', () => {
  test.each(['PUT /books/7', 'GET /books/7'])('after the lookup gets no more: %s', async (line) => {
    const client = new AbortController();
    results = { book: () => (client.abort(), found) };
    await send(line, client.signal).catch(() => {});
    expect(executed).toEqual(['book']);
  });
  test('a connection after the lookup gets no write', async () => {
    const server = createServer(portico.handler);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close().closeAllConnections());
    const client = new AbortController();
    const aborted = new Promise<unknown>((resolve) => {
      results = {
        book: async (signal) => {
          const left = new Promise((leave) => signal.addEventListener('abort', leave, { once: true }));
          client.abort();
          await left;
          setImmediate(resolve, signal.reason);
          return found;
        },
      };
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/books/7`;
    const headers = { 'content-type': 'application/json' };
    await expect(fetch(url, { method: 'PUT', body: '{}', headers, signal: client.signal })).rejects.toThrow();
    expect(await aborted).not.toHaveProperty('code', 'TIMEOUT');
    expect(executed).toEqual(['book']);
  });
  test.each([
    ['GET /slow', true],
    ['POST /slow', false],
  ])('ends a read, but no write that has begun: %s', async (line, isEnded) => {
    const client = new AbortController();
    let wasAborted: boolean | undefined;
    slow = (signal) => {
      client.abort();
      wasAborted = signal.aborted;
      return 'done';
    };
    await send(line, client.signal).catch(() => {});
    expect(wasAborted).toBe(isEnded);
  });
});

describe('the deadline', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('runs no write after a lookup that outlasts it', async () => {
    results = { book: () => new Promise((resolve) => setTimeout(() => resolve(found), 31_000)) };
    const answer = send('PUT /books/7');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await answer).toMatchObject({ status: 504, code: 'TIMEOUT' });
    await vi.advanceTimersByTimeAsync(70_000);
    expect(executed).toEqual(['book']);
  });
});
