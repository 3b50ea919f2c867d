import { Agent, request as sendRequest } from 'node:http';

/** A request as it is sent. */
export interface HttpRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** JSON text. */
  body?: string;
}

/** A client with kept connections to one server. */
export interface HttpClient {
  /** Sends one request; returns its body as it is on the wire. Rejects where the status is no success. */
  send(request: HttpRequest): Promise<Buffer>;
  close(): void;
}

/** Creates a client with up to this number of connections. */
export function createHttpClient(origin: string, connections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
  const { hostname, port } = new URL(origin);
  return {
    send: ({ method = 'GET', path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const content = body !== undefined && { 'content-type': 'application/json' };
        const request = sendRequest({ agent, hostname, port, method, path, headers: { ...headers, ...content } });
        request.on('error', reject).on('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
          response.on('end', () => {
            const received = Buffer.concat(chunks);
            const { statusCode = 0 } = response;
            if (statusCode >= 200 && statusCode < 300) resolve(received);
            else reject(new Error(`${method} ${path} is answered with ${statusCode}: ${received.subarray(0, 500)}`));
          });
        });
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Sends so many requests, in turn and over so many connections at once; returns the bytes of all bodies. */
export async function sendRequests(
  client: HttpClient,
  requests: readonly HttpRequest[],
  { count, connections }: { count: number; connections: number },
): Promise<number> {
  let next = 0;
  let bytes = 0;
  const sendNext = async () => {
    while (next < count) {
      const body = await client.send(requests[next++ % requests.length]!);
      bytes += body.length;
    }
  };
  await Promise.all(Array.from({ length: Math.min(connections, count) }, sendNext));
  return bytes;
}
