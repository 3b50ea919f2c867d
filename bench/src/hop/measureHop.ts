import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Context } from '../Context.ts';
import { startServer } from '../growth/startServer.ts';
import type { Table } from '../Table.ts';
import { compareHops } from './compareHops.ts';
import { compareStarts } from './compareStarts.ts';
import { findContenders } from './hopContenders.ts';
import { measureEngine } from './measureEngine.ts';

/** Measures what a façade itself costs: its requests, its start and its memory, and the engine alone. */
export async function* measureHop({ processes, options: { quick, rounds } }: Context): AsyncGenerator<Table> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-bench-'));
  const args = ['bench/dist/hop/cannedUpstream.js'];
  const upstream = await startServer(processes, { args, probe: '/v1/users/1' });
  try {
    const contenders = await findContenders(folder, upstream.origin);
    yield await compareHops(processes, contenders, { rounds, count: quick ? 200 : 2000 });
    yield await compareStarts(processes, contenders, { rounds, count: quick ? 2000 : 50_000 });
    yield await measureEngine({ rounds, count: quick ? 1000 : 20_000 });
  } finally {
    await upstream.stop();
    await rm(folder, { recursive: true });
  }
}
