import { expect, test } from 'vitest';
import { UsageTable, type UsedRequest } from '../../../../src/gateway/base/telemetry/usage.ts';

const REQUEST: UsedRequest = { endpoint: 'GET /products/{id}', version: 1, client: 'app', status: 200 };

const rows = (table: UsageTable) =>
  [...table.values()].map(({ deprecated, ...usage }) => ({ ...usage, deprecated: Object.fromEntries(deprecated) }));

test('counts by endpoint, version and client, with the latest use', () => {
  const table = new UsageTable();
  table.record(REQUEST, 20);
  table.record({ ...REQUEST, status: 404 }, 10);
  table.record({ ...REQUEST, version: 2 }, 30);
  table.record({ ...REQUEST, client: 'other app' }, 40);
  const { status: _, ...app } = { ...REQUEST, deprecated: {} };
  expect(rows(table)).toEqual([
    { ...app, requests: 2, lastUse: 20 },
    { ...app, version: 2, requests: 1, lastUse: 30 },
    { ...app, client: 'other app', requests: 1, lastUse: 40 },
  ]);
});

test('counts the deprecated parts of each request', () => {
  const table = new UsageTable();
  table.record({ ...REQUEST, deprecated: ['parameter sort', 'field price'] }, 10);
  table.record({ ...REQUEST, deprecated: ['field price'] }, 20);
  expect(rows(table)).toMatchObject([
    {
      requests: 2,
      deprecated: { 'parameter sort': { requests: 1, lastUse: 10 }, 'field price': { requests: 2, lastUse: 20 } },
    },
  ]);
});

test.each<UsedRequest>([
  { client: 'app', status: 404 },
  { ...REQUEST, status: 401 },
])('does not count %j', (request) => {
  const table = new UsageTable();
  table.record(request, 10);
  expect(rows(table)).toEqual([]);
});

test('counts those after 1,000 clients as one', () => {
  const table = new UsageTable();
  for (let at = 0; at < 1_002; at += 1) table.record({ ...REQUEST, client: `app ${at}` }, at);
  table.record({ ...REQUEST, client: 'app 0' }, 5_000);
  const counted = rows(table);
  expect(counted).toHaveLength(1_001);
  expect(counted[0]).toMatchObject({ client: 'app 0', requests: 2, lastUse: 5_000 });
  expect(counted.at(-1)).toMatchObject({ client: 'other', requests: 2, lastUse: 1_001 });
});

test('counts the clients of an endpoint as one after 50,000 uses, and those that are counted by their names', () => {
  const table = new UsageTable();
  for (let at = 0; at < 50_000; at += 1) {
    table.record({ ...REQUEST, client: `app ${at % 1_000}`, endpoint: `GET /${Math.floor(at / 1_000)}` }, at);
  }
  for (const client of ['app 1', 'app 2']) table.record({ ...REQUEST, client, endpoint: 'GET /more' }, 60_000);
  table.record({ ...REQUEST, client: 'app 999', endpoint: 'GET /49' }, 70_000);
  const counted = rows(table);
  expect(counted).toHaveLength(50_001);
  expect(counted.at(-1)).toMatchObject({ client: 'other', endpoint: 'GET /more', requests: 2, lastUse: 60_000 });
  expect(counted.at(-2)).toMatchObject({ client: 'app 999', endpoint: 'GET /49', requests: 2, lastUse: 70_000 });
});
