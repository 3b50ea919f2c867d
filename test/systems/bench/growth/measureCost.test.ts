import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { measureRound } from '../../../../bench/src/growth/measureCost.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Uses some milliseconds of CPU time: the system counts it in steps of ten. */
function spend(milliseconds: number): void {
  const { user, system } = process.cpuUsage();
  for (let spent = 0; spent < milliseconds * 1000;) {
    const now = process.cpuUsage();
    spent = now.user + now.system - user - system;
  }
}

/** A server in this process that has executed ten statements before, and executes two for each request, in some CPU time. */
async function startCounted(cpuMs = 0) {
  let statements = 10;
  const server = createServer((request, response) => {
    statements += 2;
    spend(cpuMs);
    response.end('x'.repeat(Number(request.url!.slice(1))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => void server.close();
  stops.push(stop);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, pid: process.pid, stop, statements: () => statements, databaseCpuMs: async () => undefined };
}

test.runIf(process.platform === 'linux')('measures what one request costs on average', async () => {
  const server = await startCounted(20);
  const cost = await measureRound({ server, requests: [{ path: '/10' }, { path: '/30' }] }, 8);
  expect(cost).toMatchObject({ statements: 2, bytes: 20 });
  expect(cost.cpuMs).toBeGreaterThan(0);
  expect(cost.peakBytes).toBeGreaterThan(1e6);
  expect(cost).not.toHaveProperty('databaseMs');
});
