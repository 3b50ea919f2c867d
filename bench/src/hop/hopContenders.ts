// The façades of the suite, all in front of one upstream. Files that they are started with are written to a folder of the run.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { SCHEMA_FILE } from '../facade/upstreamSchema.ts';
import type { ServerCommand } from '../growth/startServer.ts';
import { BATCH_SIZE } from '../facade/batchSize.ts';
import { nginxConfig, tailcallOperations, tailcallSchema } from './contenderFiles.ts';

export const PORTICO = 'Portico';
export const LINES = '22 lines';
export const TAILCALL = 'Tailcall';

/** One façade, in a process of its own. */
export interface HopContender {
  name: string;
  /** How it is started on this port; its probe is a request of the measurement. */
  toCommand(port: number): Promise<ServerCommand>;
  /** Its own path for one of Portico's. */
  toPath(path: string): string;
}

const ENDPOINTS = 'bench/src/facade/rest';
const USER = '/v1/users/1';
const TAILCALL_PROGRAM = 'bench/node_modules/.bin/tailcall';

/** The façades that run on this machine; says which do not. */
export async function findContenders(folder: string, upstreamOrigin: string): Promise<HopContender[]> {
  const plan = path.join(folder, 'plan.json');
  await run(process.execPath, [...'bin/portico.js build'.split(' '), ...api('--endpoints', ENDPOINTS), '--out', plan]);
  const upstreamUrl = `${upstreamOrigin}/graphql`;
  const toPath = (own: string) => own;
  const args = ['bin/portico.js', 'serve', '--upstream', upstreamUrl, ...api('--plan', plan)];
  const node = (name: string, command: Omit<ServerCommand, 'probe'>): HopContender => {
    return { name, toPath, toCommand: async () => ({ ...command, probe: USER }) };
  };
  return [
    node(PORTICO, { args }),
    node(`${PORTICO} with batches`, { args, env: { UPSTREAM_BATCH_SIZE: BATCH_SIZE } }),
    node(LINES, { args: ['bench/dist/facade/handwrittenServer.js'], env: { UPSTREAM_URL: upstreamUrl } }),
    ...((await runs(TAILCALL, TAILCALL_PROGRAM, '--version')) ? [tailcall(folder, upstreamUrl)] : []),
    ...((await runs('nginx', 'nginx', '-v')) ? [nginx(folder, upstreamOrigin)] : []),
  ];
}

function api(option: string, value: string): string[] {
  return ['--schema', SCHEMA_FILE, option, value];
}

async function runs(name: string, command: string, versionOption: string): Promise<boolean> {
  try {
    await run(command, [versionOption]);
    return true;
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    console.log(`${name} does not run here: ${(stderr || message).split('\n', 1)[0]}\n`);
    return false;
  }
}

/** It tracks its use and looks for a newer version unless it is stopped from that. */
function tailcall(folder: string, upstreamUrl: string): HopContender {
  const schema = path.join(folder, 'tailcall.graphql');
  const operations = 'operations.graphql';
  return {
    name: TAILCALL,
    toCommand: async (port) => {
      await writeFile(path.join(folder, operations), tailcallOperations);
      await writeFile(schema, tailcallSchema({ port, upstreamUrl, operations }));
      return {
        command: TAILCALL_PROGRAM,
        args: ['start', schema],
        env: {
          TC_TRACKER: 'false',
          TC_LOG_LEVEL: 'error',
          XDG_CACHE_HOME: folder,
          HTTPS_PROXY: 'http://127.0.0.1:1',
        },
        probe: `/api${USER}`,
      };
    },
    toPath: (own) => `/api${own.replace(/users\?first=(\d+)&offset=/, 'lists/$1/')}`,
  };
}

/** As a single process, so that its CPU time is that of the one that is started. */
function nginx(folder: string, upstreamOrigin: string): HopContender {
  const config = path.join(folder, 'nginx.conf');
  return {
    name: 'nginx',
    toCommand: async (port) => {
      await writeFile(config, nginxConfig({ port, upstream: new URL(upstreamOrigin).host }));
      return { command: 'nginx', args: ['-p', folder, '-e', 'error.log', '-c', config], probe: USER };
    },
    toPath: (own) => own,
  };
}

const run = promisify(execFile);
