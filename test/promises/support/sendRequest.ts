import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

/** A whole response, as it came. */
export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body before it is decoded as text. */
  bytes: Buffer;
  /** The body parsed; undefined if there is none. Throws if it is not JSON. */
  readonly json: unknown;
}

// An idle connection is closed here long before the server does it, which could be while a request is on its way.
const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 10_000 });

/**
 * Sends one request and reads the whole response. Deliberately not `fetch`: it would follow, decode and refuse things that
 * a promise of this interface is about.
 */
export function sendRequest(
  url: URL,
  path: string,
  method: string,
  headers: OutgoingHttpHeaders,
  body: string | Uint8Array | undefined,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const length =
      body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) };
    const { hostname, port } = url;
    const outgoing = request(
      { hostname, port, path, method, agent, headers: { ...length, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: text,
            bytes,
            get json() {
              return text === '' ? undefined : (JSON.parse(text) as unknown);
            },
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
