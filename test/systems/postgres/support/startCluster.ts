import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../promises/support/startProgram.ts';

/** A PostgreSQL server of a test, which can be killed. */
export interface Cluster {
  /** The URL of its database. */
  url: string;
  /** Ends it by a signal, as a crash (SIGKILL) or an immediate shutdown (SIGQUIT) does, and waits for the end. */
  kill(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Starts it again over the same files, and waits until it has recovered. */
  start(): Promise<void>;
  /** Ends it and deletes its files. */
  remove(): Promise<void>;
}

/** Creates a cluster in a temporary folder, at a free port, and starts it; of the installed versions the latest. */
export async function startCluster(): Promise<Cluster> {
  const bin = execFileSync('sh', ['-c', 'pg_config --bindir || ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const program = (name: string) => path.join(bin.toString().trim(), name);
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-cluster-'));
  const owner = unprivileged();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  execFileSync(program('initdb'), ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  const kill = async (signal: 'SIGKILL' | 'SIGQUIT') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const start = async () => {
    do {
      // A server that is killed leaves its sessions behind, and another one starts when the last of them has ended.
      if (!server || server.exitCode !== null || server.signalCode !== null) {
        const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
        server = spawn(program('postgres'), ['-D', folder, '-p', String(port), ...settings], {
          ...owner,
          cwd: folder,
          stdio: 'ignore',
        });
      }
      await setTimeout(50);
    } while (!(await acceptsStatements(url)));
  };
  const remove = async () => {
    await kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  await start();
  return { url, kill, start, remove };
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'nobody']).toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function acceptsStatements(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
