import { type Agent, request } from 'node:http';
import type { Answer } from './classifyAnswer.ts';
import type { WriteRequest } from './writes.ts';

/** Longer than a service takes to answer that its time is over. */
const TIMEOUT_MS = 45_000;

/** Where writes go, and as whom. */
export interface Destination {
  url: URL;
  token: string;
  /** False: a connection for each request. */
  agent: Agent | false;
}

/** Sends a request and reads the whole response; rejects if there is none, or only a part of one. */
export function sendWrite(
  { url, token, agent }: Destination,
  { method, path, body, key, ifMatch }: Omit<WriteRequest, 'method'> & { method: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const content = body && JSON.stringify(body);
    const outgoing = request(new URL(path, url), {
      method,
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/problem+json, application/json;q=0.9',
        ...(content !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(content),
        }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
    });
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          retryAfter: incoming.headers['retry-after'],
          etag: incoming.headers.etag,
        }),
      );
    });
    outgoing.end(content);
  });
}
