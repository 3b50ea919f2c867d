// One HTTP request over a kept-alive connection of this process. Not fetch, which takes five times the CPU of node:http.
import {
  Agent,
  type AgentOptions,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  globalAgent,
  request as http,
} from 'node:http';
import { Agent as SecureAgent, request as https } from 'node:https';
import type { Socket } from 'node:net';
import { type Readable, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { AbortSignalLike } from '../../protocol/signals.ts';

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

/** A response body cannot be read as text, although the connection has not failed. */
export class InvalidBodyError extends Error {
  override name = 'InvalidBodyError';
}

/** A response body is larger than the maximum. */
export class ResponseTooLargeError extends InvalidBodyError {
  constructor(maxBytes: number) {
    super(`The response of the upstream is larger than ${maxBytes} bytes (UPSTREAM_MAX_BYTES).`);
    this.name = 'ResponseTooLargeError';
  }
}

const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The value of Accept-Encoding. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Errors of a connection that broke, also where they pass through a decoder. */
const CLOSED_CODES_READ_BOUNDED_TEXT = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * Reads the body of a response as text. Rejects with ResponseTooLargeError as soon as Content-Length or the bytes received, after
 * decompression, exceed `maxBytes`, with InvalidBodyError where the body is not in its coding or not in UTF-8, as JSON must be, and
 * with another error where it is not complete. The caller closes the connection. See RFC 8259, section 8.1.
 */
export function readBoundedText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const bytes = new Promise<Buffer>((resolve, reject) => {
    if (Number(response.headers['content-length']) > maxBytes) return reject(new ResponseTooLargeError(maxBytes));
    const body = decode(response, response.headers['content-encoding']);
    const chunks: Buffer[] = [];
    let size = 0;
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) reject(new ResponseTooLargeError(maxBytes));
      else chunks.push(chunk);
    });
    body.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    body.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = CLOSED_CODES_READ_BOUNDED_TEXT.has(error.code ?? '');
      reject(isClosed ? error : new InvalidBodyError('The body of the response cannot be decoded.', { cause: error }));
    });
  });
  return bytes.then(decodeText);
}

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new InvalidBodyError('The body of the response is not UTF-8.', { cause });
  }
}

/** The body without its content codings; one that is not known stays, so that the body is no JSON. See RFC 9110, section 8.4. */
function decode(response: IncomingMessage, codings: string | undefined): Readable {
  if (codings === undefined) return response;
  let body: Readable = response;
  for (const coding of codings.toLowerCase().split(',').toReversed()) {
    const createDecoder = DECODERS.get(coding.trim());
    // The errors of the stream before are those of the decoder.
    if (createDecoder) body = pipeline(body, createDecoder(), () => undefined);
  }
  return body;
}
