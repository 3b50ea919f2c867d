import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startRedis } from '../../redis/support/startRedis.ts';
import { freePort } from '../../../promises/support/startProgram.ts';
import { PORTICO, startPortico } from './startPortico.ts';
import { type Process, ROOT, startProcess } from './startProcess.ts';

const FOLDER = 'test/systems/federation/gateway';
const HIVE = `${FOLDER}/node_modules/@graphql-hive/gateway/dist/bin.js`;

/** What stands in front of the subgraphs. */
export interface Front {
  gateway: Process;
  facades: readonly [Process, Process];
  stop(): Promise<void>;
}

/** Composes the supergraph of the subgraphs at these addresses, each as `name=url`, and writes it to a file. */
export async function writeSupergraph(file: string, urls: readonly string[]): Promise<void> {
  const compose = [...PORTICO, 'compose', ...urls.flatMap((url) => ['--url', url])];
  await writeFile(file, (await promisify(execFile)(process.execPath, compose, { cwd: ROOT })).stdout);
}

/** Starts a router over the supergraph of this file; with a manifest, one that executes only the documents of that. */
export async function startGateway(supergraph: string, manifest?: string): Promise<Process> {
  const port = await freePort();
  const config = manifest === undefined ? 'gateway.config.js' : 'safelist.config.js';
  const env = manifest === undefined ? {} : { PERSISTED_DOCUMENTS: manifest };
  const options = ['-c', `${FOLDER}/${config}`, '--host', '127.0.0.1', '--port', String(port)];
  return startProcess([HIVE, 'supergraph', supergraph, ...options], env, `http://127.0.0.1:${port}`, '/readiness');
}

/** Starts a router over the subgraphs at these addresses, each as `name=url`, and two façades in front of it. */
export async function startFront(urls: readonly string[]): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-federation-'));
  const started: Process[] = [];
  // The responses to requests with an Idempotency-Key.
  const redis = await startRedis();
  const stop = async () => {
    await Promise.all(started.map((each) => each.stop()));
    await redis.remove();
    await rm(folder, { recursive: true });
  };
  try {
    const supergraph = join(folder, 'supergraph.graphql');
    await writeSupergraph(supergraph, urls);

    const gateway = await startGateway(supergraph);
    started.push(gateway);

    const startFacade = async () => {
      const upstream = `${gateway.url}/graphql`;
      const env = { REDIS_URL: redis.url };
      const facade = await startPortico(env, 'serve', '--upstream', upstream, '--schema', 'schema/supergraph.graphql');
      started.push(facade);
      return facade;
    };
    return { gateway, facades: await Promise.all([startFacade(), startFacade()]), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
