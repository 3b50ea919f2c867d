import type { Cost } from './Curve.ts';
import type { MeasuredService } from './openMeasuredService.ts';
import { readCpuMs, readMemory, resetPeakMemory } from './readProcess.ts';
import { type HttpRequest, createHttpClient, sendRequests } from './sendRequests.ts';
import type { MeasuredServer } from './startServer.ts';

/** Requests of one kind to one server. */
export interface Subject {
  server: MeasuredServer | MeasuredService;
  requests: readonly HttpRequest[];
}

/** How long something is measured. */
export interface Effort {
  rounds: number;
  /** CPU time of a round, in milliseconds, of the server and its database together. */
  roundMs: number;
}

/** Bounds of the number of requests in a round. */
const MIN_REQUESTS = 4;
const MAX_REQUESTS = 2000;

/** How many rounds long requests are sent before those that count: until code is compiled and statements are prepared. */
const WARM_UP_ROUNDS = 3;

/**
 * Measures what one request of each subject costs: requests one after the other, so that none shares its work with another.
 * First requests that are not counted, which find out how many of them a round has; then the subjects take turns. Returns the
 * rounds of each subject.
 */
export async function measureCosts(subjects: readonly Subject[], { rounds, roundMs }: Effort): Promise<Cost[][]> {
  const counts: number[] = [];
  for (const subject of subjects) {
    let count = MIN_REQUESTS;
    for (let spent = 0; spent < roundMs * WARM_UP_ROUNDS;) {
      const { cpuMs, databaseMs = 0 } = await measureRound(subject, count);
      spent += (cpuMs + databaseMs) * count;
      const fitting = Math.round(roundMs / (cpuMs + databaseMs));
      count = Math.max(MIN_REQUESTS, Math.min(MAX_REQUESTS, count * 2, fitting));
    }
    counts.push(count);
  }
  const measured: Cost[][] = subjects.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, subject] of subjects.entries()) {
      measured[index]!.push(await measureRound(subject, counts[index]!));
    }
  }
  return measured;
}

/** Sends `count` requests; returns what each of them cost. */
export async function measureRound({ server, requests }: Subject, count: number): Promise<Cost> {
  const client = createHttpClient(server.origin, 1);
  try {
    resetPeakMemory(server.pid);
    const before = await readCounters(server);
    const bytes = await sendRequests(client, requests, { count, connections: 1 });
    const after = await readCounters(server);
    const perRequest = (name: keyof Counters) => (after[name]! - before[name]!) / count;
    return {
      cpuMs: perRequest('cpuMs'),
      bytes: bytes / count,
      peakBytes: readMemory(server.pid).peak,
      ...(after.databaseMs !== undefined &&
        before.databaseMs !== undefined && { databaseMs: perRequest('databaseMs') }),
      ...(after.statements !== undefined && { statements: perRequest('statements') }),
    };
  } finally {
    client.close();
  }
}

interface Counters {
  cpuMs: number;
  databaseMs?: number | undefined;
  statements?: number;
}

async function readCounters(server: Subject['server']): Promise<Counters> {
  const cpuMs = readCpuMs(server.pid);
  if (!('statements' in server)) return { cpuMs };
  return { cpuMs, databaseMs: await server.databaseCpuMs(), statements: server.statements() };
}
