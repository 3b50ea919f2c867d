import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ALL_SCOPES, SPEC_SECRET, signToken } from '../../../promises/support/signToken.ts';
import type { MeasuredRequest } from '../requests.ts';
import { type Cost, HOLD_FD, type Question } from './MeasuredServer.ts';

/** Requests before the first measurement of a row: they fill caches and compile what is compiled at first use. */
const WARM_UP = 30;
/** Batches of requests. The least leaves out what happens once in a while, such as a table that grows. */
const BATCHES = 5;
const BATCH_SIZE = 12;
/** Requests at once. */
const TOGETHER = 16;

/**
 * No collection fits into a measurement: the young generation takes everything, and what `gc()` frees is freed at once. Without
 * optimization the same code allocates the same, whenever V8 would have optimized it; with it, a little less. Code that was
 * compiled stays, or it would be compiled again.
 */
const NODE_OPTIONS = [
  '--expose-gc',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
  '--single-threaded-gc',
  '--no-opt',
  '--no-flush-bytecode',
];

export interface MeasuredServer {
  /** The cost of one request. Rejects if its allocations cannot be measured. */
  measure(row: MeasuredRequest): Promise<{ statements: number; bytes: number }>;
  /** The number of statements of 16 requests that arrive at once. */
  countTogether(row: MeasuredRequest): Promise<number>;
  close(): Promise<void>;
}

/** Starts the service in a process of its own over a database, with the demo data set. */
export async function startMeasuredServer(databaseUrl: string): Promise<MeasuredServer> {
  const child = fork(fileURLToPath(new URL('measuredProcess.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', ...NODE_OPTIONS],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      AUTH_SECRET: SPEC_SECRET,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      SEED: 'demo',
      DATABASE_URL: databaseUrl,
    },
  });
  const [{ url }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The measured process ended at its start.');
    }),
  ])) as [{ url: string }];
  const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER });
  const authorization = `Bearer ${await signToken({ scope: ALL_SCOPES })}`;
  const counts = new Map<MeasuredRequest, number>();

  async function ask(question: Question): Promise<Cost> {
    const [cost] = (await Promise.all([once(child, 'message'), child.send(question)]))[0] as [Cost];
    return cost;
  }

  /** Sends the next request of a row; `sent` is called when the kernel has it. */
  function send(row: MeasuredRequest, sent = () => {}): Promise<void> {
    const n = counts.get(row) ?? 0;
    counts.set(row, n + 1);
    const body = row.body && JSON.stringify(row.body(n));
    const headers = {
      authorization,
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...row.headers?.(n),
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(new URL(row.path(n), url), { method: row.method, agent, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk));
        response.on('end', () => {
          if (response.statusCode! < 300) return resolve();
          reject(new Error(`${row.method} ${row.path(n)} is ${response.statusCode}: ${text}`));
        });
      });
      outgoing.on('error', reject).on('finish', sent).end(body);
    });
  }

  async function sendEach(row: MeasuredRequest, count: number): Promise<void> {
    for (let sent = 0; sent < count; sent++) await send(row);
  }

  /** Holds the process until all requests have arrived. */
  async function sendTogether(row: MeasuredRequest): Promise<void> {
    await ask('hold');
    const released = once(child, 'message');
    let responses: Promise<void>[] = [];
    await new Promise<void>((resolve) => {
      let pending = TOGETHER;
      responses = Array.from({ length: TOGETHER }, () => send(row, () => void (--pending === 0 && resolve())));
    });
    (child.stdio[HOLD_FD] as Writable).write('.');
    await Promise.all([released, ...responses]);
  }

  return {
    measure: async (row) => {
      await sendEach(row, WARM_UP);
      const costs: Cost[] = [];
      for (let batch = 0; batch < BATCHES; batch++) {
        await ask('begin');
        await sendEach(row, BATCH_SIZE);
        costs.push(await ask('end'));
      }
      if (costs.some(({ collections }) => collections > 0)) throw new Error('Garbage was collected in a measurement.');
      const bytes = Math.min(...costs.map((cost) => cost.bytes));
      const statements = costs.reduce((sum, cost) => sum + cost.statements, 0);
      return { statements: statements / BATCHES / BATCH_SIZE, bytes: bytes / BATCH_SIZE };
    },
    countTogether: async (row) => {
      // The first ones open the connections.
      await sendTogether(row);
      // On a busy machine some of them arrive later than others, and share less.
      let least = Infinity;
      for (let round = 0; round < 3; round++) {
        await ask('begin');
        await sendTogether(row);
        least = Math.min(least, (await ask('end')).statements);
      }
      return least;
    },
    close: async () => {
      agent.destroy();
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
