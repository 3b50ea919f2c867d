import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Context } from '../Context.ts';
import { median } from '../median.ts';
import type { Table } from '../Table.ts';
import { type Start, startOnce } from './startOnce.ts';

/** CPU time within which the program is ready on a folder that exists. */
const TARGET_SECONDS = 1.5;

const FOLDER = 'existing folder';

/** Measures what `portico serve` needs until it is ready, on databases that exist: the embedded one and PostgreSQL. */
export async function measureStartup({ options, processes, openDatabase }: Context): Promise<readonly Table[]> {
  const { url } = await openDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-bench-'));
  const AUTH_SECRET = randomBytes(32).toString('base64url');
  const kinds = [
    { label: FOLDER, env: { AUTH_SECRET, DATA_DIR: folder } },
    { label: 'PostgreSQL', env: { AUTH_SECRET, DATABASE_URL: url } },
  ];
  try {
    const starts = new Map(kinds.map(({ label }): [string, Start[]] => [label, []]));
    // The first start makes the folder, and is not measured.
    for (let round = 0; round <= options.rounds; round++) {
      for (const { label, env } of kinds) {
        const start = await startOnce(processes, env);
        if (round > 0) starts.get(label)!.push(start);
      }
    }
    return [tableOf(starts)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tableOf(starts: ReadonlyMap<string, readonly Start[]>): Table {
  const rows = [...starts].map(([label, all]) => {
    const cpu = all.flatMap((start) => start.cpu ?? []);
    const wall = all.map((start) => start.wall);
    const hasCpu = cpu.length > 0;
    return {
      label,
      values: { ...(hasCpu && { CPU: median(cpu) }), wall: median(wall) },
      rounds: { ...(hasCpu && { CPU: cpu }), wall },
    };
  });
  const cpu = rows.find(({ label }) => label === FOLDER)?.values.CPU;
  return {
    name: 'startup',
    title: 'portico serve, from its start until it is ready',
    columns: [
      { name: 'CPU', unit: 's', better: 'lower', meaning: 'CPU time of all threads of the process until it is ready.' },
      { name: 'wall', unit: 's', better: 'lower', meaning: 'Time until /health/ready is answered with 200.' },
    ],
    rows,
    drawn: 'CPU',
    ...(cpu !== undefined && { targets: [{ name: `CPU seconds, ${FOLDER}`, value: cpu, atMost: TARGET_SECONDS }] }),
  };
}
