import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';
import { startMonolith } from '../../../src/service/modes/startMonolith.ts';
import { openTestDatabase } from '../../support/database/openTestDatabase.ts';
import { SPEC_SECRET, signToken } from '../../promises/support/signToken.ts';

const database = await openTestDatabase();
const settings = readServiceSettings({ PORT: '0', AUTH_SECRET: SPEC_SECRET });
const server = await startMonolith(settings, {}, { database, log: createLogger('silent') });
afterAll(async () => {
  await server.close();
  await database.close();
});

test('serves REST and GraphQL over one database', async () => {
  const headers = {
    authorization: `Bearer ${await signToken({ scope: 'users:read' })}`,
    'content-type': 'application/json',
  };
  const rest = (await (await fetch(`${server.url}/v1/users/1`, { headers })).json()) as { name: string };
  const graphql = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers,
    body: '{"query":"{user(id:1){name}}"}',
  });
  expect(await graphql.json()).toEqual({ data: { user: { name: rest.name } } });
});

test.each(['/docs', '/docs/changes', '/graphiql', '/v1/openapi.json', '/health/live', '/health/ready'])(
  'serves %s without credentials',
  async (path) => {
    expect((await fetch(server.url + path)).status).toBe(200);
  },
);
