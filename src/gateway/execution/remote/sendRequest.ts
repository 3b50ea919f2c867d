// One HTTP request over a kept-alive connection of this process. Not fetch, which takes five times the CPU of node:http.
import {
  Agent,
  type AgentOptions,
  type ClientRequest,
  type IncomingHttpHeaders,
  globalAgent,
  request as http,
} from 'node:http';
import { Agent as SecureAgent, request as https } from 'node:https';
import type { Socket } from 'node:net';
import type { AbortSignalLike } from '../../protocol/signals.ts';
import { ACCEPTED_CODINGS, readBoundedText } from './readBoundedText.ts';

export interface HttpRequest {
  url: URL;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** JSON text. */
  body: string;
  /** Aborting it closes the connection. */
  signal: AbortSignalLike;
  /** Maximum size of the response, after decompression. */
  maxBytes: number;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** There is no whole response. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
  /** Whether the request was not sent: the connection or its TLS handshake was not completed. */
  isUnsent = true;
  /** Whether a connection that was kept alive was closed before a response began: the upstream may just have found it idle. */
  wasIdle = false;
}

/**
 * Milliseconds after which an idle connection is closed: less than those of the servers that do not announce theirs, of which the
 * shortest common ones wait five seconds. Node closes a second before what a server announces in Keep-Alive, if that is sooner.
 */
const IDLE_TIMEOUT_MS = 4_000;

const CONNECT_TIMEOUT_MS = 10_000;

const CLOSED_CODES = new Set(['ECONNRESET', 'EPIPE']);

// Node sets it where its environment says that requests go through a proxy.
const { proxyEnv } = (globalAgent as Agent & { options: { proxyEnv?: object } }).options;
const shared: AgentOptions & { proxyEnv?: object } = proxyEnv ? { proxyEnv } : {};
const kept: AgentOptions = { ...shared, keepAlive: true, timeout: IDLE_TIMEOUT_MS };

const CLIENTS = {
  'http:': { send: http, connected: 'connect', agent: new Agent(kept), freshAgent: new Agent(shared) },
  'https:': {
    send: https,
    connected: 'secureConnect',
    agent: new SecureAgent(kept),
    freshAgent: new SecureAgent(shared),
  },
} as const;

/**
 * Posts a request and reads the response. Rejects with a ConnectionError, whose cause is an InvalidBodyError where that is the
 * reason. Redirects are not followed. `isFresh`: over a connection of its own. The caller bounds the number of connections.
 */
export function sendRequest(sent: HttpRequest, isFresh = false): Promise<HttpResponse> {
  const { url, body, signal, maxBytes } = sent;
  const { send, connected, agent, freshAgent } = CLIENTS[url.protocol as keyof typeof CLIENTS];
  return new Promise((resolve, reject) => {
    const options = {
      agent: isFresh ? freshAgent : agent,
      method: 'POST',
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: url.pathname + url.search,
      headers: rawHeaders(sent),
    };
    let request: ClientRequest;
    let isUnsent = true;
    let hasResponse = false;
    let connecting: NodeJS.Timeout | undefined;
    const settle = () => {
      clearTimeout(connecting);
      signal.removeEventListener('abort', abort);
    };
    const fail = (cause: unknown) => {
      settle();
      const isClosed = CLOSED_CODES.has((cause as NodeJS.ErrnoException | null)?.code ?? '');
      const wasIdle = isClosed && !hasResponse && request?.reusedSocket;
      reject(Object.assign(new ConnectionError('There is no response.', { cause }), { isUnsent, wasIdle }));
      request?.destroy();
    };
    const abort = () => fail(signal.reason);
    try {
      request = send(options);
    } catch (cause) {
      return fail(cause);
    }
    signal.addEventListener('abort', abort, { once: true });
    request.on('error', fail);
    request.on('socket', (socket: Socket) => {
      if (request.reusedSocket) return void (isUnsent = false);
      connecting = setTimeout(fail, CONNECT_TIMEOUT_MS, new Error(`No connection in ${CONNECT_TIMEOUT_MS} ms.`));
      socket.once(connected, () => {
        isUnsent = false;
        clearTimeout(connecting);
      });
    });
    request.on('response', (response) => {
      hasResponse = true;
      readBoundedText(response, maxBytes).then((text) => {
        settle();
        resolve({ status: response.statusCode!, headers: response.headers, text });
      }, fail);
    });
    request.end(body);
  });
}

/** Sends a query, a second time over a new connection where the one that was kept alive is closed before a response begins. */
export async function sendQuery(request: HttpRequest): Promise<HttpResponse> {
  return sendRequest(request).catch((error: ConnectionError) => {
    if (error.wasIdle) return sendRequest(request, true);
    throw error;
  });
}

/** Headers that an upstream can have of its own. Some APIs refuse requests without a User-Agent. */
const DEFAULT_HEADERS = [
  ['user-agent', 'portico'],
  ['accept-encoding', ACCEPTED_CODINGS],
] as const;

const MEDIA_TYPES = [
  'content-type',
  'application/json',
  'accept',
  'application/graphql-response+json, application/json;q=0.9',
];

/** The headers as names and values in turn, which node:http does not copy into an object of its own. */
function rawHeaders({ url, headers, body }: HttpRequest): string[] {
  const raw = ['host', url.host, ...MEDIA_TYPES, 'content-length', String(Buffer.byteLength(body))];
  for (const name in headers) raw.push(name, headers[name]!);
  for (const [name, value] of DEFAULT_HEADERS) if (headers[name] === undefined) raw.push(name, value);
  return raw;
}
