import { ALL_SCOPES } from './signToken.ts';
import type { Client } from './Client.ts';

/** A request whose client can go away before it is answered. */
export interface Leaving {
  leave(): void;
  /** The status; undefined if the client left before it had one. */
  status: Promise<number | undefined>;
}

/** Sends a request on a connection of its own, with a JSON body if there is one. */
export async function askAndLeave(client: Client, method: string, path: string, body?: unknown): Promise<Leaving> {
  const controller = new AbortController();
  const headers: Record<string, string> = { authorization: `Bearer ${await client.token(ALL_SCOPES)}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = fetch(new URL(client.path(path), client.url), {
    method,
    headers,
    signal: controller.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    leave: () => controller.abort(),
    status: answer.then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => undefined,
    ),
  };
}
