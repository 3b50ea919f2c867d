// The processes that scenarios run, as `npm start` does: the built program.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../federation/support/startProcess.ts';
import { SPEC_SECRET } from '../../promises/support/signToken.ts';
import { ManagedProcess } from './ManagedProcess.ts';
import type { Reaper } from './Reaper.ts';

/** What `npm start` starts, with its options of Node. */
const PORTICO = ['--max-semi-space-size=64', 'bin/portico.js'];
const ROUTER_FOLDER = 'test/systems/federation/gateway';
const ROUTER = `${ROUTER_FOLDER}/node_modules/@graphql-hive/gateway/dist/bin.js`;

/** Starts `portico serve` with these settings and arguments. */
export function startService(
  reaper: Reaper,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ManagedProcess> {
  return ManagedProcess.start(
    {
      args: () => [...PORTICO, 'serve', ...args],
      env: { AUTH_SECRET: SPEC_SECRET, LOG_LEVEL: 'error', SEED: 'demo', DRAIN_SECONDS: '0', ...env },
      probe: '/health/ready',
    },
    reaper,
  );
}

/** Starts a façade over the /graphql at this address, with these settings and further arguments. */
export function startFacade(
  reaper: Reaper,
  upstream: URL,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<ManagedProcess> {
  const options = ['--upstream', new URL('/graphql', upstream).href, '--schema', 'schema/supergraph.graphql'];
  return startService(reaper, env, [...options, ...args]);
}

/** Starts a router over subgraphs, each `name=url`. */
export async function startRouter(reaper: Reaper, subgraphs: readonly string[]): Promise<ManagedProcess> {
  if (!existsSync(path.join(ROOT, ROUTER))) {
    throw new Error(`The router is not installed: npm ci --prefix ${ROUTER_FOLDER}`);
  }
  const compose = [...PORTICO, 'compose', ...subgraphs.flatMap((subgraph) => ['--url', subgraph])];
  const supergraph = path.join(reaper.folder, 'supergraph.graphql');
  await writeFile(supergraph, (await promisify(execFile)(process.execPath, compose, { cwd: ROOT })).stdout);
  const config = ['-c', `${ROUTER_FOLDER}/gateway.config.js`, '--host', '127.0.0.1'];
  return ManagedProcess.start(
    { args: (port) => [ROUTER, 'supergraph', supergraph, ...config, '--port', String(port)], probe: '/readiness' },
    reaper,
  );
}
