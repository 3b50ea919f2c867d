import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Settings } from '../../gateway/config/Settings.ts';

/**
 * Finds out whether the address can be listened at, and leaves it; rejects with Node's error if not. Somebody else may
 * still take it before it is listened at for good, which is told then.
 */
export async function probePort({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  server.listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
