// 120 orders with an Idempotency-Key, each hit by a fault and sent again: there is exactly one of each. SPEC_SEED changes when the
// faults happen.
import { expect, onTestFinished, test } from 'vitest';
import { seededRandom } from '../../promises/support/seededRandom.ts';
import { Retries } from '../../promises/support/Retries.ts';
import { type Program, startProgram } from '../../promises/support/startProgram.ts';
import { query } from './support/createDatabase.ts';
import { startCluster } from './support/startCluster.ts';

/** Orders that one fault hits. */
const COUNT = 10;
const FAULTS = 3;

test('120 orders whose answers are lost exist once after a retry', { timeout: 600_000 }, async () => {
  const random = seededRandom(process.env['SPEC_SEED'] ?? 'retries');
  const cluster = await startCluster();
  onTestFinished(cluster.remove);
  const start = () => startProgram({ DATABASE_URL: cluster.url, SEED: 'demo', LOG_LEVEL: 'fatal' });
  let program: Program = await start();
  onTestFinished(async () => void (await program.end('SIGKILL')));
  const restart = async () => (program = await start()).client;
  /** PostgreSQL may still run what a killed process has sent. */
  const untilDisconnected = async () => {
    const sessions = () => query(cluster.url, `SELECT FROM pg_stat_activity WHERE application_name = 'portico'`);
    await expect.poll(sessions, { timeout: 60_000 }).toEqual([]);
  };
  /** From before the first answer until the last one. */
  const someAnswers = () => Math.floor(random() * COUNT);
  const signal = () => (random() < 0.5 ? 'SIGKILL' : 'SIGQUIT');

  const retries = new Retries();
  for (let fault = 0; fault < FAULTS; fault++) {
    await retries.run(program.client, { count: COUNT, cut: true }, async () => program.client);

    await retries.run(program.client, { count: COUNT }, async ({ untilSettled }) => {
      await untilSettled(someAnswers());
      await program.end('SIGKILL');
      await untilDisconnected();
      return restart();
    });

    await retries.run(program.client, { count: COUNT }, async ({ untilSettled }) => {
      await untilSettled(someAnswers());
      await cluster.kill(signal());
      await untilSettled(COUNT);
      await cluster.start();
      await expect.poll(async () => (await program.client.get('/health/ready', { scope: null })).status).toBe(200);
      return program.client;
    });

    await retries.run(program.client, { count: COUNT }, async ({ untilSettled }) => {
      await untilSettled(someAnswers());
      await Promise.all([program.end('SIGKILL'), cluster.kill(signal())]);
      await cluster.start();
      return restart();
    });
  }
  await retries.expectAll(program.client);
  const { runs, committed } = retries.tally;
  expect(runs).toBe(120);
  // Faults before and after the commit: both kinds of runs are many.
  expect(committed).toBeGreaterThan(36);
  expect(runs - committed).toBeGreaterThan(6);
});
