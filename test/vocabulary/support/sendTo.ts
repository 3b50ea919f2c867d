import type { Portico } from '../../../src/gateway/index.ts';

export interface Sent {
  headers?: Record<string, string>;
  /** What is no text and no bytes is sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** Whence the request comes. */
  peer?: { address?: string; encrypted?: boolean };
}

export interface TextReply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** The headers that every response has, beside those that a test compares. */
const OF_EVERY_RESPONSE = ['x-request-id', 'x-content-type-options'];

/**
 * Sends a request with the id `request-1` in process. `line` is a method and a target. `names` are those of all headers of the
 * response.
 */
export async function sendTo(
  portico: Pick<Portico, 'fetch'>,
  line: string,
  { headers = {}, body, signal, peer }: Sent = {},
): Promise<{ reply: TextReply; names: string[] }> {
  const [method = '', target = ''] = line.split(' ');
  const isReady = typeof body === 'string' || body instanceof Uint8Array;
  const sent = body === undefined || isReady ? body : JSON.stringify(body);
  const { host = 'localhost', ...others } = headers;
  const request = new Request(`${peer?.encrypted ? 'https' : 'http'}://${host}${target}`, {
    method,
    headers: {
      'x-request-id': 'request-1',
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...others,
    },
    ...(sent !== undefined && { body: sent as NonNullable<RequestInit['body']> }),
    ...(signal && { signal }),
  });
  const response = await portico.fetch(request, { clientAddress: peer?.address });
  const ownHeaders = [...response.headers].filter(([name]) => !OF_EVERY_RESPONSE.includes(name));
  return {
    reply: {
      status: response.status,
      headers: Object.fromEntries(ownHeaders),
      body: response.body && (await response.text()),
    },
    names: [...response.headers.keys()],
  };
}
