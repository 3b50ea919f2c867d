import type { RunningServer } from './RunningServer.ts';

/** Something that a server uses until it is closed. */
interface Resource {
  close(): void;
}

/** Starts a server that uses a resource, which is closed after it, or when `start` rejects. */
export async function startWith<Used extends Resource>(
  resource: Used,
  start: (resource: Used) => Promise<RunningServer>,
): Promise<RunningServer> {
  try {
    const server = await start(resource);
    return { ...server, close: () => server.close().finally(() => resource.close()) };
  } catch (error) {
    resource.close();
    throw error;
  }
}
