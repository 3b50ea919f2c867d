import { createWorks, type Work } from '../facade/createWorks.ts';
import { readCpuMs } from '../growth/readProcess.ts';
import { createHttpClient, sendRequests } from '../growth/sendRequests.ts';
import { type MeasuredServer, startServer } from '../growth/startServer.ts';
import { median } from '../median.ts';
import { freePort } from '../processes/freePort.ts';
import type { Processes } from '../processes/createProcesses.ts';
import type { Column, Row, Table, Target } from '../Table.ts';
import { type HopContender, LINES, PORTICO, TAILCALL } from './hopContenders.ts';

/** How much is measured: rounds, and requests of each. */
export interface Effort {
  rounds: number;
  count: number;
}

/** A contender that listens. */
export interface RunningHop extends HopContender {
  server: MeasuredServer;
}

const OF_LINES = `of ${LINES}`;
const OF_TAILCALL = `of ${TAILCALL}`;

/** At most what Portico costs, as multiples. */
const MAX_OF_LINES = 1.25;
const MAX_OF_TAILCALL = 1;

const COLUMNS: readonly Column[] = [
  { name: 'CPU', unit: 'µs', better: 'lower', digits: 0, meaning: 'CPU time of the façade per request.' },
  { name: OF_LINES, unit: '×', better: 'lower', meaning: 'The same as a multiple of the 22 lines in the same round.' },
  { name: OF_TAILCALL, unit: '×', better: 'lower', meaning: 'The same as a multiple of Tailcall in the same round.' },
];

export async function startHop(processes: Processes, contender: HopContender): Promise<RunningHop> {
  const port = await freePort();
  const server = await startServer(processes, { ...(await contender.toCommand(port)), port });
  return { ...contender, server };
}

/** The contenders in turn, in the reverse order in every other round. */
export function turnsOf<Item>(items: readonly Item[], round: number): readonly Item[] {
  return round % 2 === 0 ? items : items.toReversed();
}

/** The CPU time of a request in each contender, for each kind of request. */
export async function compareHops(
  processes: Processes,
  contenders: readonly HopContender[],
  effort: Effort,
): Promise<Table> {
  const running: RunningHop[] = [];
  const rows: Row[] = [];
  try {
    for (const contender of contenders) running.push(await startHop(processes, contender));
    for (const work of createWorks()) rows.push(...(await compareWork(running, work, effort)));
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()));
  }
  const title = 'CPU time of a façade per request';
  return { name: 'hop', title, columns: COLUMNS, rows, drawn: 'CPU', targets: targetsOf(rows) };
}

async function compareWork(running: readonly RunningHop[], work: Work, { rounds, count }: Effort): Promise<Row[]> {
  await checkBodies(running, work);
  for (const each of running) await measureRound(each, work, count);
  const measured = new Map(running.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const each of turnsOf(running, round)) measured.get(each.name)!.push(await measureRound(each, work, count));
  }
  const multiplesOf = (own: readonly number[], other: string) =>
    measured.get(other)?.map((cpu, round) => own[round]! / cpu) ?? [];
  return [...measured].map(([label, cpu]) => {
    const columns = { CPU: cpu, [OF_LINES]: multiplesOf(cpu, LINES), [OF_TAILCALL]: multiplesOf(cpu, TAILCALL) };
    const entries = Object.entries(columns).filter(([, values]) => values.length > 0);
    return {
      label,
      group: `${work.name}, ${work.connections} at a time`,
      values: Object.fromEntries(entries.map(([name, values]) => [name, median(values)])),
      rounds: Object.fromEntries(entries),
    };
  });
}

/** Rejects unless all contenders answer the same bytes. */
async function checkBodies(running: readonly RunningHop[], { name, requests }: Work): Promise<void> {
  for (const request of requests.slice(0, 20)) {
    const bodies = await Promise.all(
      running.map(async ({ server, toPath }) => {
        const response = await fetch(server.origin + toPath(request.path));
        return Buffer.from(await response.arrayBuffer());
      }),
    );
    const other = bodies.findIndex((body) => !body.equals(bodies[0]!));
    if (other >= 0) throw new Error(`${name}: ${running[other]!.name} answers ${request.path} with ${bodies[other]}.`);
  }
}

/** The CPU time per request, in microseconds. */
async function measureRound({ server, toPath }: RunningHop, work: Work, fullCount: number): Promise<number> {
  const { connections, share = 1 } = work;
  const count = Math.ceil(fullCount * share);
  const requests = work.requests.map(({ path }) => ({ path: toPath(path) }));
  const client = createHttpClient(server.origin, connections);
  try {
    const before = readCpuMs(server.pid);
    await sendRequests(client, requests, { count, connections });
    return ((readCpuMs(server.pid) - before) * 1000) / count;
  } finally {
    client.close();
  }
}

function targetsOf(rows: readonly Row[]): Target[] {
  return rows
    .filter(({ label }) => label === PORTICO)
    .flatMap(({ group, values }) =>
      [
        { column: OF_LINES, atMost: MAX_OF_LINES },
        { column: OF_TAILCALL, atMost: MAX_OF_TAILCALL },
      ].flatMap(({ column, atMost }) => {
        const value = values[column];
        return value === undefined ? [] : { name: `${group}, ${column}`, value, atMost };
      }),
    );
}
