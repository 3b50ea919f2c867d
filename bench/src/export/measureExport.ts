import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Context } from '../Context.ts';
import { createCredentials } from '../contenders/createCredentials.ts';
import { PORTICO } from '../contenders/names.ts';
import { readCpuMs, readMemory } from '../growth/readProcess.ts';
import { startServer } from '../growth/startServer.ts';
import { median } from '../median.ts';
import type { Column, Row, Table } from '../Table.ts';

const HANDWRITTEN = 'pg + csv-stringify';
const OF_HANDWRITTEN = `of ${HANDWRITTEN}`;

/** Megabytes of the old space of each process. */
const HEAP = 256;

/** At most what Portico costs, as a multiple. */
const MAX_OF_HANDWRITTEN = 2;

const CONTENDERS = [
  { label: PORTICO, args: ['bin/portico.js', 'serve'] },
  { label: HANDWRITTEN, args: ['bench/dist/export/csvServer.js'] },
] as const;

const COLUMNS: readonly Column[] = [
  { name: 'CPU', unit: 'µs', better: 'lower', meaning: 'CPU time of the process for each row.' },
  { name: OF_HANDWRITTEN, unit: '×', better: 'lower', meaning: 'The same as a multiple of it in the same round.' },
  { name: 'peak', unit: 'MB', better: 'lower', digits: 0, meaning: 'The most resident memory since its start.' },
];

/** Measures a whole list as CSV: a million products, read in pages of 100 and written as they come; fewer with --quick. */
export async function measureExport({ options, processes, openDatabase }: Context): Promise<readonly Table[]> {
  const { url, sizes } = await openDatabase(options.rows ?? (options.quick ? undefined : 1_000_000));
  const { secret, authorization } = await createCredentials();
  const env = { DATABASE_URL: url, AUTH_SECRET: secret, MIGRATE: 'off', WORKERS: '1' };
  const running = [];
  const cpu = new Map<string, number[]>(CONTENDERS.map(({ label }) => [label, []]));
  try {
    for (const { label, args } of CONTENDERS) {
      const command = [`--max-old-space-size=${HEAP}`, ...args];
      running.push({ label, server: await startServer(processes, { args: command, env, probe: '/health/ready' }) });
    }
    for (let round = 0; round < options.rounds; round++) {
      const digests: string[] = [];
      for (const { label, server } of round % 2 === 0 ? running : running.toReversed()) {
        const before = readCpuMs(server.pid);
        const { rows, digest } = await readProducts(server.origin, authorization);
        if (rows !== sizes.products) throw new Error(`${label} has sent ${rows} rows instead of ${sizes.products}.`);
        cpu.get(label)!.push(((readCpuMs(server.pid) - before) * 1000) / rows);
        digests.push(digest);
      }
      if (digests[0] !== digests[1]) throw new Error('The contenders have sent different rows.');
    }
    const rows = running.map(({ label, server }): Row => {
      const own = cpu.get(label)!;
      const multiples = own.map((each, round) => each / cpu.get(HANDWRITTEN)![round]!);
      const peak = readMemory(server.pid).peak / 1e6;
      return {
        label,
        values: { CPU: median(own), [OF_HANDWRITTEN]: median(multiples), peak },
        rounds: { CPU: own, [OF_HANDWRITTEN]: multiples },
      };
    });
    return [tableOf(rows, sizes.products)];
  } finally {
    for (const { server } of running) await server.stop();
  }
}

function tableOf(rows: readonly Row[], products: number): Table {
  const value = rows.find(({ label }) => label === PORTICO)!.values[OF_HANDWRITTEN]!;
  return {
    name: 'export',
    title: `${products} products as CSV, with a heap of ${HEAP} MB`,
    columns: COLUMNS,
    rows,
    drawn: 'CPU',
    targets: [{ name: OF_HANDWRITTEN, value, atMost: MAX_OF_HANDWRITTEN }],
  };
}

/** Reads the whole list, and rejects where its body is not complete. */
async function readProducts(origin: string, authorization: string): Promise<{ rows: number; digest: string }> {
  const sent = request(`${origin}/v1/products`, { headers: { accept: 'text/csv', authorization } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`/v1/products is answered with ${response.statusCode}.`);
  const hash = createHash('sha1');
  let lines = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    hash.update(chunk);
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return { rows: lines - 1, digest: hash.digest('hex') };
}
