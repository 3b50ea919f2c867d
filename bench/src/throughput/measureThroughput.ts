import type { Context } from '../Context.ts';
import { CONTENDERS } from '../contenders/contenders.ts';
import { createCredentials } from '../contenders/createCredentials.ts';
import { BASELINE } from '../contenders/names.ts';
import { type Running, startContender } from '../contenders/startContender.ts';
import { startLoadGenerator } from '../load/startLoadGenerator.ts';
import type { Options } from '../readOptions.ts';
import type { Row, Table } from '../Table.ts';
import { nameGroup } from './nameGroup.ts';
import { type Competition, prepareWork } from './prepareWork.ts';
import { COLUMNS, summarise } from './summarise.ts';
import { countErrors, takeTurns } from './takeTurns.ts';
import { targetsOf } from './targetsOf.ts';
import { WORKS, type WorkName } from './Work.ts';

const CONNECTIONS = [1, 64];

/** Measures how many requests per second each contender answers, one table for each piece of work. */
export async function* measureThroughput({ options, processes, openDatabase }: Context): AsyncGenerator<Table> {
  const { secret, authorization } = await createCredentials();
  const { url: databaseUrl, sizes } = await openDatabase(options.rows);
  const load = startLoadGenerator(processes);
  const contenders: Running[] = [];
  for (const contender of CONTENDERS) {
    contenders.push(await startContender(contender, { processes, databaseUrl, secret }));
  }
  for (const work of options.works) yield measureWork(work, { contenders, load, authorization, sizes }, options);
  load.stop();
  await Promise.all(contenders.map(({ stop }) => stop()));
}

async function measureWork(work: WorkName, competition: Competition, options: Options): Promise<Table> {
  const run = await prepareWork(work, competition);
  const rows: Row[] = [];
  let failures = 0;
  for (const connections of CONNECTIONS) {
    // Until code is compiled and statements are prepared: a lone request takes other paths than many at once.
    for (const contender of competition.contenders) await run(contender, connections, options.seconds);
    const measured = await takeTurns(competition.contenders, connections, run, options);
    rows.push(...summarise(nameGroup(connections), measured));
    failures += countErrors(measured);
  }
  return {
    name: options.rows === undefined ? work : `${work}-${options.rows}`,
    title: options.rows === undefined ? WORKS[work] : `${WORKS[work]}, of ${options.rows} rows`,
    columns: COLUMNS,
    rows,
    drawn: `of ${BASELINE}`,
    targets: targetsOf(work, rows),
    failures,
  };
}
