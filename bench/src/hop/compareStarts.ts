import { setTimeout } from 'node:timers/promises';
import { createWorks } from '../facade/createWorks.ts';
import { readCpuMs, readMemory } from '../growth/readProcess.ts';
import { createHttpClient, sendRequests } from '../growth/sendRequests.ts';
import { median } from '../median.ts';
import type { Processes } from '../processes/createProcesses.ts';
import type { Column, Table } from '../Table.ts';
import { type Effort, type RunningHop, startHop, turnsOf } from './compareHops.ts';
import { type HopContender, PORTICO } from './hopContenders.ts';

const CONNECTIONS = 64;
/** How long after its first answer a process is idle. */
const IDLE_MS = 1000;

/** At most what Portico takes. */
const TARGETS = { CPU: 300, idle: 70, loaded: 110 };

const COLUMNS: readonly Column[] = [
  { name: 'CPU', unit: 'ms', better: 'lower', digits: 0, meaning: 'CPU time from the start to the first 200.' },
  { name: 'wall', unit: 'ms', better: 'lower', digits: 0, meaning: 'Time from the start to the first 200.' },
  { name: 'idle', unit: 'MB', better: 'lower', digits: 0, meaning: 'Resident memory a second after the first 200.' },
  {
    name: 'loaded',
    unit: 'MB',
    better: 'lower',
    digits: 0,
    meaning: 'Resident memory after 50,000 requests; fewer with --quick.',
  },
];

/** What one start took; `loaded` of the last only. */
interface Start {
  CPU: number;
  wall: number;
  idle: number;
  loaded?: number;
}

/** The start of each contender and its memory, before and after `count` requests of all kinds. */
export async function compareStarts(
  processes: Processes,
  contenders: readonly HopContender[],
  { rounds, count }: Effort,
): Promise<Table> {
  const measured = new Map(contenders.map(({ name }): [string, Start[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contender of turnsOf(contenders, round)) {
      const isLast = round === rounds - 1;
      measured.get(contender.name)!.push(await measureStart(processes, contender, isLast ? count : 0));
    }
  }
  const rows = [...measured].map(([label, starts]) => {
    const roundsOf = (name: keyof Start) => starts.flatMap((start) => start[name] ?? []);
    const all = { CPU: roundsOf('CPU'), wall: roundsOf('wall'), idle: roundsOf('idle'), loaded: roundsOf('loaded') };
    const values = { CPU: median(all.CPU), wall: median(all.wall), idle: median(all.idle), loaded: median(all.loaded) };
    return { label, values, rounds: all };
  });
  const { values } = rows.find(({ label }) => label === PORTICO)!;
  return {
    name: 'hop-start',
    title: 'A façade, from its start to its first answer, and its memory',
    columns: COLUMNS,
    rows,
    drawn: 'CPU',
    targets: Object.entries(TARGETS).map(([name, atMost]) => ({
      name: `${name}, ${PORTICO}`,
      value: values[name as keyof typeof TARGETS],
      atMost,
    })),
  };
}

async function measureStart(processes: Processes, contender: HopContender, count: number): Promise<Start> {
  const started = performance.now();
  const running = await startHop(processes, contender);
  const { pid, stop } = running.server;
  try {
    const start = { CPU: readCpuMs(pid), wall: performance.now() - started };
    await setTimeout(IDLE_MS);
    const idle = residentMegabytes(pid);
    if (count === 0) return { ...start, idle };
    await sendAll(running, count);
    return { ...start, idle, loaded: residentMegabytes(pid) };
  } finally {
    await stop();
  }
}

async function sendAll({ server, toPath }: RunningHop, count: number): Promise<void> {
  const kinds = createWorks().filter(({ connections }) => connections === CONNECTIONS);
  const requests = Array.from({ length: 4000 }, (_, index) => {
    const { requests: ofKind } = kinds[index % kinds.length]!;
    return { path: toPath(ofKind[index % ofKind.length]!.path) };
  });
  const client = createHttpClient(server.origin, CONNECTIONS);
  await sendRequests(client, requests, { count, connections: CONNECTIONS });
  client.close();
}

function residentMegabytes(pid: number): number {
  return readMemory(pid).resident / 1e6;
}
