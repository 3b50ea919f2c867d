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
import { readBoundedText } from './readBoundedText.ts';

export interface HttpRequest {
  url: URL;
  /** Names and values in turn. */
  headers: readonly string[];
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
  /** Whether the request was not sent: the connection or its TLS handshake was not completed. */
  readonly isUnsent: boolean;
  /** Whether a connection that was kept alive was closed before a response began: the upstream may just have found it idle. */
  readonly wasIdle: boolean;

  constructor(cause: unknown, { isUnsent, wasIdle }: Pick<ConnectionError, 'isUnsent' | 'wasIdle'>) {
    super('There is no response.', { cause });
    this.name = 'ConnectionError';
    this.isUnsent = isUnsent;
    this.wasIdle = wasIdle;
  }
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
export function sendRequest(
  { url, headers, body, signal, maxBytes }: HttpRequest,
  isFresh = false,
): Promise<HttpResponse> {
  const { send, connected, agent, freshAgent } = CLIENTS[url.protocol as keyof typeof CLIENTS];
  return new Promise((resolve, reject) => {
    const options = {
      agent: isFresh ? freshAgent : agent,
      method: 'POST',
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: url.pathname + url.search,
      headers,
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
      reject(new ConnectionError(cause, { isUnsent, wasIdle }));
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
