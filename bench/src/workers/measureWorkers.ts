import type { Context } from '../Context.ts';
import { createCredentials } from '../contenders/createCredentials.ts';
import { PORTICO_CONTENDER } from '../contenders/contenders.ts';
import { type Running, startContender } from '../contenders/startContender.ts';
import { startLoadGenerator } from '../load/startLoadGenerator.ts';
import { prepareWork } from '../throughput/prepareWork.ts';
import { countErrors, takeTurns } from '../throughput/takeTurns.ts';
import type { Row, Table } from '../Table.ts';
import { WORKS, type WorkName } from '../throughput/Work.ts';
import { COLUMNS, summariseWorkers } from './summariseWorkers.ts';

const WORKERS = [1, 2];
const CONNECTIONS = 64;
const SAMPLE: readonly WorkName[] = ['user', 'cursor', 'orders', 'create'];

/** Measures what a second worker costs: requests per second of CPU time, over 64 connections. */
export async function measureWorkers({ options, processes, openDatabase }: Context): Promise<readonly Table[]> {
  const { secret, authorization } = await createCredentials();
  const { url: databaseUrl, sizes } = await openDatabase();
  const load = startLoadGenerator(processes);
  const contenders: Running[] = [];
  for (const workers of WORKERS) {
    const contender = { ...PORTICO_CONTENDER, name: nameWorkers(workers) };
    const env = { WORKERS: String(workers) };
    contenders.push(await startContender(contender, { processes, databaseUrl, secret, env }));
  }

  const rows: Row[] = [];
  let failures = 0;
  for (const work of SAMPLE) {
    const run = await prepareWork(work, { contenders, load, authorization, sizes });
    for (const contender of contenders) await run(contender, CONNECTIONS, options.seconds);
    const measured = await takeTurns(contenders, CONNECTIONS, run, options);
    rows.push(...summariseWorkers(WORKS[work], measured));
    failures += countErrors(measured);
  }
  load.stop();
  await Promise.all(contenders.map(({ stop }) => stop()));
  return [
    {
      name: 'workers',
      title: `Portico with one worker and with two, ${CONNECTIONS} connections`,
      columns: COLUMNS,
      rows: WORKERS.flatMap((workers) => rows.filter(({ group }) => group === nameWorkers(workers))),
      drawn: 'requests/s per core',
      failures,
    },
  ];
}

function nameWorkers(workers: number): string {
  return workers === 1 ? '1 worker' : `${workers} workers`;
}
