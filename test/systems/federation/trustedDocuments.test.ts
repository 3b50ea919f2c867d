// Façades that send ids to a router with an enforced safelist: that of `portico documents`.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_SCOPES, signToken } from '../../promises/support/signToken.ts';
import { startFederation } from './support/startFederation.ts';
import { startGateway, writeSupergraph } from './support/startFront.ts';
import { PORTICO, startPortico } from './support/startPortico.ts';
import { type Process, ROOT } from './support/startProcess.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-trusted-'));
const endpoints = path.join(folder, 'rest');
const manifest = path.join(folder, 'persisted-documents.json');
const stops: (() => Promise<void>)[] = [];
let gateway: Process;
/** The first sends text to a router that executes any. */
let facades: Record<'text' | 'id' | 'hash', Process>;

/** Beside the endpoints of the service: chosen fields, some of them guarded, and a lookup. */
const MORE = {
  'getParts.graphql': `query getParts($id: SafeInt!, $items: Boolean = false @expand) @endpoint(method: GET, path: "/orders/{id}/parts") {
    order(id: $id) @fields { status createdAt user { name email } items @include(if: $items) { quantity product { name } } } }`,
  'listParts.graphql': `query listParts @endpoint(method: GET, path: "/parts") {
    orders @paginate { nodes @fields { id status user { name } items { quantity } } } }`,
  'getCustomer.graphql': `query findCustomer($id: SafeInt!) { order(id: $id) { user { id @export(as: "userId") } } }
    query getCustomer($userId: SafeInt!) @endpoint(method: GET, path: "/orders/{id}/customer") { user(id: $userId) { id name } }`,
};

beforeAll(async () => {
  cpSync(path.join(ROOT, 'schema/rest'), endpoints, { recursive: true });
  for (const [name, text] of Object.entries(MORE)) writeFileSync(path.join(endpoints, 'v1', name), text);
  const api = ['--schema', 'schema/supergraph.graphql', '--endpoints', endpoints];
  await promisify(execFile)(process.execPath, [...PORTICO, 'documents', ...api, '--out', folder], { cwd: ROOT });

  const federation = await startFederation();
  stops.push(federation.stop);
  const supergraph = path.join(folder, 'supergraph.graphql');
  await writeSupergraph(
    supergraph,
    Object.entries(federation.subgraphs).map(([name, { url }]) => `${name}=${url}/graphql`),
  );
  gateway = await startGateway(supergraph, manifest);
  stops.push(gateway.stop);
  const startFacade = async (router: string, ...options: string[]) => {
    const facade = await startPortico({}, 'serve', '--upstream', `${router}/graphql`, ...api, ...options);
    stops.push(facade.stop);
    return facade;
  };
  const [text, id, hash] = await Promise.all([
    startFacade(federation.gateway.url),
    startFacade(gateway.url, '--trusted-documents', 'id', '--client-name', 'rest', '--client-version', '1.0.0'),
    startFacade(gateway.url, '--trusted-documents', 'hash'),
  ]);
  facades = { text, id, hash };
}, 240_000);
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  rmSync(folder, { recursive: true });
}, 60_000);

async function send(
  from: keyof typeof facades,
  target: string,
  { scope = ALL_SCOPES, method = 'GET', body }: { scope?: string; method?: string; body?: unknown } = {},
) {
  const response = await fetch(facades[from].url + target, {
    method,
    headers: {
      authorization: `Bearer ${await signToken({ scope })}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> };
}

test.each([
  '/v1/users',
  '/v1/users?limit=2&offset=1&sort=-createdAt&search=ada',
  '/v2/users?limit=2&page=2',
  '/v2/users/1',
  '/v1/users/999999',
  '/v1/products/1',
  '/v1/orders?limit=2&expand=user,items&userId=1',
  '/v1/orders/1?expand=user,items',
  '/v1/orders/1/customer',
  '/v1/orders/999999/customer',
  '/v1/orders/1/parts?expand=items',
  '/v1/orders/1/parts?fields=',
  '/v1/orders/1/parts?expand=items&fields=items.quantity',
  '/v1/parts?limit=2&cursor=&fields=user',
])('GET %s has the response that it has with text', async (target) => {
  const expected = await send('text', target);
  expect([200, 404]).toContain(expected.status);
  expect(await send('id', target)).toEqual(expected);
  expect(await send('hash', target)).toEqual(expected);
});

test('pages go on by ids', async () => {
  const first = await send('id', '/v1/products?limit=2&cursor=');
  const { nextCursor } = first.json['pagination'] as { nextCursor: string };
  const next = await send('hash', `/v1/products?limit=2&cursor=${encodeURIComponent(nextCursor)}`);
  expect(next).toMatchObject({ status: 200, json: { data: [{ id: 3 }, { id: 4 }] } });
});

test('a forecast, and every write, work by ids', async () => {
  const forecast = await send('text', '/v1/forecast?city=London');
  expect(forecast.status).toBe(200);
  expect(await send('id', '/v1/forecast?city=London')).toEqual(forecast);
  for (const [index, from] of (['id', 'hash'] as const).entries()) {
    const users = `/v${index + 1}/users`;
    const name = index === 0 ? { name: 'Ada' } : { firstName: 'Ada', lastName: 'L' };
    const created = await send(from, users, {
      method: 'POST',
      body: { ...name, email: `${randomUUID()}@example.com` },
    });
    expect(created.status).toBe(201);
    const user = `${users}/${String(created.json['id'])}`;
    expect((await send(from, user, { method: 'PUT', body: name })).status).toBe(200);
    expect((await send(from, user, { method: 'PATCH', body: name })).status).toBe(200);
    const order = { userId: created.json['id'], items: [{ productId: 1, quantity: 1 }] };
    expect((await send(from, `/v${index + 1}/orders?expand=items,user`, { method: 'POST', body: order })).status).toBe(
      201,
    );
    expect((await send(from, user, { method: 'DELETE' })).status).toBe(409);
    const { json: other } = await send(from, users, { method: 'POST', body: name });
    expect((await send(from, `${users}/${String(other['id'])}`, { method: 'DELETE' })).status).toBe(204);
  }
});

test('fields that are not selected are not requested, so that their scopes are not required', async () => {
  const scope = 'orders:read';
  expect((await send('id', '/v1/orders/1/parts?fields=status', { scope })).status).toBe(200);
  expect((await send('id', '/v1/orders/1/parts', { scope })).status).toBe(403);
});

describe('the router', () => {
  test('refuses text', async () => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await signToken({ scope: ALL_SCOPES })}`,
      },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect(await response.json()).toMatchObject({ errors: [{ message: 'PersistedQueryOnly' }] });
  });

  test('that lacks a document makes a 502, and a line of the log that says what to do', async () => {
    const whole = readFileSync(manifest, 'utf8');
    const documents = JSON.parse(whole) as Record<string, string>;
    const [id] = Object.entries(documents).find(([, text]) => text.startsWith('query getProduct('))!;
    const { [id]: _, ...others } = documents;
    writeFileSync(manifest, JSON.stringify(others));
    try {
      for (const from of ['id', 'hash'] as const) {
        expect(await send(from, '/v1/products/1')).toEqual({
          status: 502,
          json: { error: 'The upstream service returned an invalid response; it has been logged.' },
        });
        await expect
          .poll(facades[from].output)
          .toContain(
            `The upstream does not know operation \\"getProduct\\" (id ${id}): run \\"portico documents\\" again`,
          );
        expect((await send(from, '/v1/users/1')).status).toBe(200);
      }
    } finally {
      writeFileSync(manifest, whole);
    }
    expect((await send('id', '/v1/products/1')).status).toBe(200);
  });
});
