// The caller that resolvers of the service see, in each of its modes: subject, scopes and claims of the verified token.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';
import type { Database } from '../../../src/service/database/Database.ts';
import { startMonolith } from '../../../src/service/modes/startMonolith.ts';
import { startSubgraph } from '../../../src/service/modes/startSubgraph.ts';
import { SPEC_SECRET, signToken } from '../../promises/support/signToken.ts';

vi.mock('../../../src/service/createSubgraphs.ts', async () => {
  const { callerSubgraph } = await import('../support/callerSubgraph.ts');
  return {
    SUBGRAPH_NAMES: [callerSubgraph.name],
    createSubgraphs: () => [callerSubgraph],
    SHARED_MUTATIONS: new Set(),
  };
});

const endpoints = mkdtempSync(path.join(tmpdir(), 'portico-caller-'));
mkdirSync(path.join(endpoints, 'v1'));
const write = (name: string, query: string) => writeFileSync(path.join(endpoints, 'v1', `${name}.graphql`), query);
write('caller', 'query caller @endpoint(method: GET, path: "/caller") { caller { subject scopes claims } }');
write('disguise', 'query disguise @endpoint(method: GET, path: "/disguise") { disguise }');

const settings = readServiceSettings({ PORT: '0', AUTH_SECRET: SPEC_SECRET });
const database = { client: {}, ping: async () => {}, close: async () => {} } as unknown as Database;
const overrides = { database, log: createLogger('silent') };
const monolith = await startMonolith(settings, { source: { endpoints } }, overrides);
const subgraph = await startSubgraph(settings, { name: 'caller' }, overrides);
afterAll(async () => {
  await Promise.all([monolith.close(), subgraph.close()]);
  rmSync(endpoints, { recursive: true });
});

const claims = { sub: 'ada', scope: 'a b', tenant: 'acme', roles: ['clerk'], org: { id: 7 } };
const authorization = `Bearer ${await signToken(claims)}`;

async function send(url: string, query?: string, token = authorization): Promise<unknown> {
  const response = await fetch(url, {
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(query !== undefined && { method: 'POST', body: JSON.stringify({ query }) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

const CALLER = 'subject scopes claims';
const ENTITY = `_entities(representations: [{ __typename: "Caller", id: 1 }]) { ... on Caller { ${CALLER} } }`;

/** Reads the result of a field, and tries to change the caller. */
const graphql = (url: string, field: string): [(token?: string) => Promise<unknown>, () => Promise<unknown>] => [
  async (token) => {
    const { data } = (await send(`${url}/graphql`, `{ result: ${field} }`, token)) as { data: { result: unknown } };
    return [data.result].flat()[0];
  },
  () => send(`${url}/graphql`, '{ disguise }'),
];

describe.each<[string, (token?: string) => Promise<unknown>, () => Promise<unknown>]>([
  [
    'REST in one process',
    (token) => send(`${monolith.url}/v1/caller`, undefined, token),
    () => send(`${monolith.url}/v1/disguise`),
  ],
  ['/graphql of one process', ...graphql(monolith.url, `caller { ${CALLER} }`)],
  ['a subgraph alone', ...graphql(subgraph.url, `caller { ${CALLER} }`)],
  ['an entity of a subgraph alone', ...graphql(subgraph.url, ENTITY)],
])('a resolver of %s', (_, read, disguise) => {
  const ada = {
    subject: 'ada',
    scopes: ['a', 'b'],
    claims: expect.toSatisfy((text: string) => {
      expect(JSON.parse(text)).toEqual({ ...claims, exp: expect.any(Number) });
      return true;
    }),
  };

  test('sees subject, scopes and claims', async () => {
    expect(await read()).toEqual(ada);
  });

  test('sees those of another caller in between', async () => {
    const [first, other, last] = await Promise.all([
      read(),
      read(`Bearer ${await signToken({ sub: 'eve', scope: 'c' })}`),
      read(),
    ]);
    expect([first, last]).toEqual([ada, ada]);
    expect(other).toMatchObject({ subject: 'eve', scopes: ['c'] });
  });

  test('changes nothing for the next request with the token', async () => {
    await disguise();
    expect(await read()).toEqual(ada);
  });
});
