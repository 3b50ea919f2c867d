// Rolling restarts behind a load balancer that respects readiness lose no request.
import { expect, onTestFinished, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { Client } from '../../promises/support/Client.ts';
import { type Program, startProgram } from '../../promises/support/startProgram.ts';
import { createDatabase } from './support/createDatabase.ts';
import { startBalancer } from './support/startBalancer.ts';

const RESTARTS = 8;
/** Ample for a balancer that checks readiness ten times a second. */
const DRAIN_SECONDS = '3';

test('8 rolling restarts of two processes lose no request', { timeout: 600_000 }, async () => {
  const env = { DATABASE_URL: await createDatabase(), SEED: 'demo', LOG_LEVEL: 'error', DRAIN_SECONDS };
  const balancer = await startBalancer();
  onTestFinished(() => balancer.close());
  const running = new Set<Program>();
  onTestFinished(async () => {
    await Promise.all([...running].map((program) => program.end('SIGINT')));
  });
  const start = async (): Promise<Program> => {
    const program = await startProgram(env);
    running.add(program);
    balancer.add(program.client.url.port);
    return program;
  };

  const pair = [await start(), await start()];
  const client = new Client(balancer.url, '').in(V1);
  const over = new AbortController();
  const answered = { GET: 0, POST: 0 };
  const failures: string[] = [];
  const load = async (number: number) => {
    for (let round = 0; !over.signal.aborted; round++) {
      const isWrite = (round + number) % 4 === 0;
      const asked = isWrite ? client.post('/users', { name: `Rolling ${number}` }) : client.get('/products?limit=5');
      await asked.then(
        ({ status }) => {
          if (status === (isWrite ? 201 : 200)) answered[isWrite ? 'POST' : 'GET']++;
          else failures.push(String(status));
        },
        (error: Error) => void failures.push(error.message),
      );
    }
  };
  const clients = Promise.all([0, 1, 2, 3].map(load));

  const ends: Promise<number | null>[] = [];
  for (let restarts = 0; restarts < RESTARTS; restarts += 2) {
    const next = await Promise.all([start(), start()]);
    for (const old of pair.splice(0, 2, ...next)) {
      const unready = balancer.untilUnready(old.client.url.port);
      running.delete(old);
      ends.push(old.end('SIGTERM'));
      await unready;
    }
  }
  expect(await Promise.all(ends)).toEqual(Array(RESTARTS).fill(0));
  over.abort();
  await clients;
  expect({ failures, behind: balancer.failures }).toEqual({ failures: [], behind: [] });
  expect(Math.min(answered.GET, answered.POST)).toBeGreaterThan(RESTARTS);
});
