import assert from 'node:assert/strict';
import { readCpuMs, readMemory, resetPeakMemory } from '../growth/readProcess.ts';
import { createHttpClient, sendRequests } from '../growth/sendRequests.ts';
import type { MeasuredServer } from '../growth/startServer.ts';
import { median } from '../median.ts';
import type { Column, Row } from '../Table.ts';
import { createWorks, type Work } from './createWorks.ts';

/** Whom the others are compared with. */
export const BASELINE = 'handwritten';

/** A server in front of an upstream, and what it has sent there so far. */
export interface Contender {
  name: string;
  server: MeasuredServer;
  upstreamRequests(): number;
  upstreamConnections(): number;
  stop(): Promise<void>;
}

/** The columns of `compareContenders`. */
export const COLUMNS: readonly Column[] = [
  { name: 'requests', unit: 'per CPU second', meaning: 'Requests per second of CPU time', better: 'higher', digits: 0 },
  { name: BASELINE, unit: '×', meaning: 'The same, as a multiple of the handwritten server', better: 'higher' },
  { name: 'upstream requests', unit: '', meaning: 'Requests to the upstream per request', better: 'lower' },
  { name: 'upstream connections', unit: '', meaning: 'Connections to the upstream that were opened', digits: 0 },
  { name: 'peak memory', unit: 'MB', meaning: 'Maximum of the resident memory meanwhile', better: 'lower', digits: 0 },
];

/** Sends so many requests of each kind, until code is compiled and connections are open. */
export async function warmUp(contender: Contender, count: number): Promise<void> {
  for (const work of createWorks()) {
    if (work.connections > 1) await measureRound(contender, work, count);
  }
}

/** Has the contenders do the same in turn; rejects unless they answer the same. */
export async function compareContenders(
  contenders: readonly Contender[],
  work: Work,
  { rounds, count }: { rounds: number; count: number },
): Promise<Row[]> {
  const answers = await Promise.all(
    contenders.map(async ({ server: { origin } }) => {
      const response = await fetch(origin + work.requests[0]!.path);
      return response.json();
    }),
  );
  for (const answer of answers) assert.deepEqual(answer, answers[0], `the servers disagree on ${work.name}`);

  const measured = contenders.map((contender) => ({ contender, rounds: [] as Round[] }));
  for (let round = 0; round < rounds; round++) {
    for (const each of measured) each.rounds.push(await measureRound(each.contender, work, count));
  }
  const requestsOf = (each: (typeof measured)[number]) => median(each.rounds.map(({ requests }) => requests));
  const baseline = requestsOf(measured.find(({ contender }) => contender.name === BASELINE)!);
  return measured.map((each) => ({
    label: each.contender.name,
    group: `${work.name}, ${work.connections} at a time`,
    values: {
      requests: requestsOf(each),
      [BASELINE]: requestsOf(each) / baseline,
      'upstream requests': median(each.rounds.map(({ upstreamRequests }) => upstreamRequests)),
      'upstream connections': each.rounds.reduce((sum, { upstreamConnections }) => sum + upstreamConnections, 0),
      'peak memory': Math.max(...each.rounds.map(({ peakBytes }) => peakBytes)) / 1e6,
    },
    rounds: { requests: each.rounds.map(({ requests }) => requests) },
  }));
}

interface Round {
  /** Per second of CPU time. */
  requests: number;
  /** Per request. */
  upstreamRequests: number;
  upstreamConnections: number;
  peakBytes: number;
}

async function measureRound(contender: Contender, work: Work, fullCount: number): Promise<Round> {
  const { requests, connections, share = 1 } = work;
  const count = Math.ceil(fullCount * share);
  const { server, upstreamRequests, upstreamConnections } = contender;
  const client = createHttpClient(server.origin, connections);
  try {
    resetPeakMemory(server.pid);
    const before = { cpuMs: readCpuMs(server.pid), requests: upstreamRequests(), connections: upstreamConnections() };
    await sendRequests(client, requests, { count, connections });
    return {
      requests: (count * 1000) / (readCpuMs(server.pid) - before.cpuMs),
      upstreamRequests: (upstreamRequests() - before.requests) / count,
      upstreamConnections: upstreamConnections() - before.connections,
      peakBytes: readMemory(server.pid).peak,
    };
  } finally {
    client.close();
  }
}
