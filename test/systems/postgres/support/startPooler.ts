import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../../promises/support/startProgram.ts';

/** A PgBouncer in front of the test server. */
export interface Pooler {
  /** The URL of a database through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode, with few connections for many clients; `settings` are further lines. */
export async function startPooler(server: string, settings: readonly string[] = []): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(server);
  const ownPort = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-pooler-'));
  chmodSync(folder, 0o755);
  const file = path.join(folder, 'pgbouncer.ini');
  const secret = password && ` password=${decodeURIComponent(password)}`;
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${port || 5432} user=${decodeURIComponent(username)}${secret}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${ownPort}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 3',
      ...settings,
      '',
    ].join('\n'),
  );
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...user, file], { stdio: 'ignore' });
  const failed = once(child, 'error').then(([error]) => {
    throw new Error('This test needs PgBouncer (Debian: apt-get install pgbouncer).', { cause: error });
  });
  await Promise.race([failed, untilReachable(ownPort)]);
  return {
    through: (url) => {
      const pooled = new URL(url);
      pooled.host = `127.0.0.1:${ownPort}`;
      return pooled.href;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReachable(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isConnected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isConnected) return;
    await setTimeout(50);
  }
}
