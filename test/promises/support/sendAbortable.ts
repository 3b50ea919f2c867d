import { ALL_SCOPES } from './signToken.ts';
import type { Client } from './Client.ts';

/** A request that can be aborted before its response. */
export interface AbortableRequest {
  abort(): void;
  /** The status; undefined if the request was aborted before. */
  status: Promise<number | undefined>;
}

/** Sends a request on a connection of its own, with a JSON body if there is one. */
export async function sendAbortable(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
  own: Readonly<Record<string, string>> = {},
): Promise<AbortableRequest> {
  const controller = new AbortController();
  const headers: Record<string, string> = { authorization: `Bearer ${await client.token(ALL_SCOPES)}`, ...own };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const pending = fetch(new URL(client.path(path), client.url), {
    method,
    headers,
    signal: controller.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    abort: () => controller.abort(),
    status: pending.then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => undefined,
    ),
  };
}
