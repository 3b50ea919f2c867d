import { PrismaPg } from '@prisma/adapter-pg';
import { expect, onTestFinished, test } from 'vitest';
import { PrismaClient } from '../../../src/service/database/client/client.ts';
import { loadDemoData, refreshForecasts } from '../../../src/service/database/demoData.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { createDatabase, query } from './support/createDatabase.ts';

/** Clients of a migrated database without data, each with connections of its own, as those of several processes. */
async function openClients(count: number): Promise<{ url: string; clients: PrismaClient[] }> {
  const url = await createDatabase();
  await (await openDatabase({ databaseUrl: url, dataDir: '', seed: 'none' })).close();
  const clients = Array.from({ length: count }, () => new PrismaClient({ adapter: new PrismaPg(url) }));
  onTestFinished(async () => void (await Promise.all(clients.map((client) => client.$disconnect()))));
  return { url, clients };
}

const ROWS = `SELECT (SELECT count(*) FROM users)::int AS users, (SELECT count(*) FROM order_items)::int > 360 AS items,
  (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM forecast_days)::int AS days`;

test('of several processes without a common lock one loads the demo data, and the others wait until it is there', async () => {
  const { url, clients } = await openClients(4);
  const loaded = await Promise.all(
    clients.map(async (client) => [await loadDemoData(client), await client.order.count()]),
  );
  expect(loaded.filter(([first]) => first)).toHaveLength(1);
  expect(loaded.map(([, orders]) => orders)).toEqual([360, 360, 360, 360]);
  expect(await query(url, ROWS)).toEqual([{ users: 120, items: true, orders: 360, days: 0 }]);
});

test('another process loads the demo data where the first one fails', async () => {
  const { url, clients } = await openClients(2);
  const [first, second] = clients as [PrismaClient, PrismaClient];
  let waiting: Promise<boolean> | undefined;
  const failing = first.$transaction(async (transaction) => {
    await transaction.dataSet.create({ data: { name: 'demo' } });
    waiting = loadDemoData(second);
    await expect.poll(() => query(url, 'SELECT count(*)::int FROM pg_locks WHERE NOT granted')).toEqual([{ count: 1 }]);
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  expect(await waiting).toBe(true);
  expect(await query(url, ROWS)).toEqual([{ users: 120, items: true, orders: 360, days: 0 }]);
});

test('several processes refresh the forecasts at the same time', async () => {
  const { url, clients } = await openClients(4);
  await loadDemoData(clients[0]!);
  for (const date of ['2026-03-01', '2026-03-05', '2026-04-08']) {
    await Promise.all(clients.map((client) => refreshForecasts(client, new Date(date))));
  }
  expect(await query(url, 'SELECT min(date)::text, max(date)::text, count(*)::int FROM forecast_days')).toEqual([
    { min: '2026-03-09', max: '2026-04-17', count: 40 * (6 + 11) },
  ]);
});
