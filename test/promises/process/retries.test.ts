// Orders with an Idempotency-Key, each hit by a fault and sent again: there is exactly one of each. SPEC_SEED changes when the faults
// happen.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { Retries } from '../support/Retries.ts';
import { startProgram } from '../support/startProgram.ts';

/** Orders that one fault hits. */
const COUNT = 10;
const FAULTS = 4;

test(
  'orders whose answers are lost exist once after a retry, on the embedded database',
  { timeout: 300_000 },
  async () => {
    const random = seededRandom(process.env['SPEC_SEED'] ?? 'retries');
    const dataDir = mkdtempSync(path.join(tmpdir(), 'portico-retries-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    await fillDataFolder(dataDir, 'demo');
    const start = () => startProgram({ DATA_DIR: dataDir, SEED: 'demo', LOG_LEVEL: 'fatal' });
    let program = await start();
    onTestFinished(async () => void (await program.end('SIGKILL')));
    const restart = async () => (program = await start()).client;

    const retries = new Retries();
    for (let fault = 0; fault < FAULTS; fault++) {
      await retries.run(program.client, { count: COUNT, cut: true }, async () => program.client);

      await retries.run(program.client, { count: COUNT }, async ({ untilSettled }) => {
        await untilSettled(Math.floor(random() * COUNT));
        await program.end('SIGKILL');
        return restart();
      });
    }
    await retries.run(program.client, { count: COUNT }, async ({ untilSettled }) => {
      await untilSettled(Math.floor(random() * COUNT));
      await program.end('SIGTERM');
      return restart();
    });
    await retries.expectAll(program.client);
    const { runs, committed } = retries.tally;
    expect(runs).toBe((2 * FAULTS + 1) * COUNT);
    expect(committed).toBeGreaterThan(FAULTS * COUNT);
    expect(runs - committed).toBeGreaterThan(5);
  },
);
