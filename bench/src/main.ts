// One run: a database, all contenders over it, the same questions to each, rounds in turn, tables. Fails if any answer
// was wrong, or if one was none.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import { type Comparison, compareWork } from './compareWork.ts';
import { CONTENDERS } from './contenders/contenders.ts';
import { createDatabase } from './createDatabase.ts';
import { describeMachine } from './describeMachine.ts';
import { fillDatabase } from './fillDatabase.ts';
import { type Options, readOptions } from './readOptions.ts';
import { renderTable } from './renderTable.ts';
import { type Running, startContender } from './startContender.ts';
import { startLoadGenerator } from './startLoadGenerator.ts';
import { WORKS } from './Work.ts';

const SCOPES = 'users:read users:write orders:read products:read';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const database = await createDatabase(options.server);
  try {
    const machine = describeMachine(database.version);
    console.log(`Node ${machine.node}, ${machine.cores} cores, ${machine.cpu}, ${machine.postgres}\n`);
    const comparisons = await compareAll(database.url, options);
    if (options.json !== undefined) {
      const { rounds, seconds } = options;
      const run = { date: new Date().toISOString(), ...machine, rounds, seconds, comparisons };
      await writeFile(options.json, `${JSON.stringify(run, null, 2)}\n`);
    }
    const errors = comparisons.flatMap(({ contenders }) => contenders).reduce((sum, each) => sum + each.errors, 0);
    if (errors > 0) throw new Error(`${errors} requests failed, so nothing can be said.`);
  } finally {
    await database.drop();
  }
}

async function compareAll(databaseUrl: string, options: Options): Promise<Comparison[]> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
  await promisify(execFile)(process.execPath, ['bin/portico.js', 'migrate'], { env });
  await fillDatabase(databaseUrl);

  const secret = randomBytes(32).toString('base64url');
  const token = new SignJWT({ sub: 'bench', scope: SCOPES })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1d');
  const authorization = `Bearer ${await token.sign(new TextEncoder().encode(secret))}`;

  const running: Running[] = [];
  const load = startLoadGenerator();
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error('Interrupted.')));
  });
  try {
    return await Promise.race([compare(), interrupted]);
  } finally {
    load.stop();
    await Promise.all(running.map(({ stop }) => stop()));
  }

  async function compare(): Promise<Comparison[]> {
    const comparisons: Comparison[] = [];
    for (const contender of CONTENDERS) running.push(await startContender(contender, databaseUrl, secret));
    for (const work of options.works) {
      for await (const comparison of compareWork(work, running, load, { ...options, authorization })) {
        const { connections, contenders } = comparison;
        console.log(`${renderTable(`${WORKS[work]}, ${connections} at a time`, contenders)}\n`);
        comparisons.push(comparison);
      }
    }
    return comparisons;
  }
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// Interrupted, it does not wait for the round that was running.
process.exit();
