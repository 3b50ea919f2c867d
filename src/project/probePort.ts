import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Settings } from '../gateway/base/settings/Settings.ts';

/** Listens on the address and closes again; rejects with Node's error, which names the setting of the port, where that fails. */
export async function probePort({ host, port }: Pick<Settings, 'host' | 'port'>, setting = 'PORT'): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  server.listen({ host, port });
  await once(server, 'listening').catch((error: Error) => {
    throw Object.assign(error, { setting });
  });
  server.close();
  await once(server, 'close');
}
