// One HTTP request over a kept-alive connection of this process, by undici's handlers: they take half of the CPU time of node:http, and a
// tenth of that of fetch.
import { Agent, type IncomingHttpHeaders, globalAgent } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { AbortSignalLike } from '../../http/signals.ts';
import type { Span } from '../../base/telemetry/Telemetry.ts';
import { ACCEPTED_CODINGS, BoundedBody, InvalidBodyError } from './BoundedBody.ts';
import type { StreamedBody } from './multipartRequest.ts';

export interface HttpRequest {
  url: URL;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** JSON text, or a form with files. */
  body: string | StreamedBody;
  /** Aborting it closes the connection. */
  signal: AbortSignalLike;
  /** Maximum size of the response, after decompression. */
  maxBytes: number;
  /** What it is a part of, and what else it is for. Absent: nothing is measured. */
  span?: Span | undefined;
  others?: readonly Span[];
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
  /** Of a response whose body cannot be read; `text` is empty. Then the cause is an InvalidBodyError. */
  response?: HttpResponse;
}

/**
 * Milliseconds after which an idle connection is closed: less than those of the servers that do not announce theirs, of which the
 * shortest common ones wait five seconds. It is a second before what a server announces in Keep-Alive, if that is sooner.
 */
const IDLE_TIMEOUT_MS = 4_000;

const OPTIONS = {
  keepAliveTimeout: IDLE_TIMEOUT_MS,
  keepAliveMaxTimeout: IDLE_TIMEOUT_MS,
  keepAliveTimeoutThreshold: 1_000,
  // The deadline of the request bounds both.
  headersTimeout: 0,
  bodyTimeout: 0,
};

const CONNECT_TIMEOUT_MS = 10_000;

/** Where requests go, and the connections to it that nobody uses; the last one was used last. */
interface Target {
  origin: string;
  path: string;
  idle: Connection[];
}

/** One at a time uses it. */
interface Connection {
  client: Dispatcher;
  /** Whether there was a response since it was established. */
  hasServed: boolean;
}

const targets = new WeakMap<URL, Target>();

function targetOf(url: URL): Target {
  let target = targets.get(url);
  if (!target) targets.set(url, (target = { origin: url.origin, path: url.pathname + url.search, idle: [] }));
  return target;
}

let connectSocket: ReturnType<typeof import('undici').buildConnector> | undefined;

async function openConnection({ origin, idle }: Target): Promise<Connection> {
  // Not everybody who imports this has an upstream.
  const { Client, EnvHttpProxyAgent, buildConnector } = (await import('undici')).default;
  // One for all connections, because it keeps the TLS sessions.
  connectSocket ??= buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  // Node sets it where its environment says that requests go through a proxy.
  const { proxyEnv } = (globalAgent as Agent & { options: { proxyEnv?: object } }).options;
  const client = proxyEnv
    ? new EnvHttpProxyAgent({ ...OPTIONS, connections: 1 })
    : new Client(origin, { ...OPTIONS, connect: connectSocket });
  const connection: Connection = { client, hasServed: false };
  client.on('connect', () => (connection.hasServed = false));
  client.on('disconnect', () => {
    const index = idle.indexOf(connection);
    if (index >= 0) idle.splice(index, 1);
  });
  return connection;
}

/**
 * Posts a request and reads the response. Rejects with a ConnectionError, whose cause is an InvalidBodyError where that is the
 * reason. Redirects are not followed. `isRepeatable`: it is sent a second time, over a new connection, where the one that was kept alive
 * is closed before a response begins. The caller bounds the number of connections.
 */
export function sendRequest(request: HttpRequest, isRepeatable = false): Promise<HttpResponse> {
  return request.span ? measureRequest(request, request.span, isRepeatable) : send(request, isRepeatable);
}

/** Sends a request with the trace of its own span. */
async function measureRequest(request: HttpRequest, parent: Span, isRepeatable: boolean): Promise<HttpResponse> {
  const span = parent.beginUpstream(request.url, request.others);
  try {
    const response = await send({ ...request, headers: span.inject(request.headers) }, isRepeatable);
    span.end({ status: response.status });
    return response;
  } catch (error) {
    span.end({ error: (error as ConnectionError).cause });
    throw error;
  }
}

function send(request: HttpRequest, isRepeatable: boolean): Promise<HttpResponse> {
  const target = targetOf(request.url);
  return new Promise((resolve, reject) => begin(request, target, { isRepeatable, resolve, reject }, target.idle.pop()));
}

/** Begins over an idle connection, or over a new one. */
function begin(request: HttpRequest, target: Target, settle: Settle, idle?: Connection): void {
  const beginOver = (connection: Connection) => new Exchange(request, target, connection, settle).begin();
  const refuse = (cause: unknown) => settle.reject(new ConnectionError('There is no connection.', { cause }));
  if (idle) beginOver(idle);
  else openConnection(target).then(beginOver, refuse);
}

const CLOSED_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

interface Settle {
  isRepeatable: boolean;
  resolve(response: HttpResponse): void;
  reject(error: ConnectionError): void;
}

/** One request and its response. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: HttpRequest;
  readonly #target: Target;
  readonly #connection: Connection;
  readonly #settle: Settle;
  readonly #body: BoundedBody;
  readonly #abort = () => this.#fail(this.#request.signal.reason);
  #isUnsent = true;
  #status = 0;
  #headers: IncomingHttpHeaders = {};

  constructor(request: HttpRequest, target: Target, connection: Connection, settle: Settle) {
    this.#request = request;
    this.#target = target;
    this.#connection = connection;
    this.#settle = settle;
    this.#body = new BoundedBody(request.maxBytes);
  }

  begin(): void {
    const { signal, body } = this.#request;
    const { origin, path } = this.#target;
    if (signal.aborted) return this.#abort();
    signal.addEventListener('abort', this.#abort, { once: true });
    const content = typeof body === 'string' ? body : Readable.from(body.read(), { objectMode: false });
    const headers = rawHeaders(this.#request);
    this.#connection.client.dispatch({ origin, path, method: 'POST', headers, body: content }, this);
  }

  onRequestStart(): void {
    this.#isUnsent = false;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // An interim response.
    if (status < 200) return;
    this.#status = status;
    for (const name in headers) if (Array.isArray(headers[name])) headers[name] = headers[name].join(', ');
    this.#headers = headers;
    if (Number(headers['content-length']) > this.#request.maxBytes) this.#fail(this.#body.tooLargeError());
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#body.add(chunk)) this.#fail(this.#body.tooLargeError());
  }

  onResponseEnd(): void {
    const { signal } = this.#request;
    signal.removeEventListener('abort', this.#abort);
    this.#connection.hasServed = true;
    this.#target.idle.push(this.#connection);
    const respond = (text: string) => this.#settle.resolve({ status: this.#status, headers: this.#headers, text });
    try {
      const text = this.#body.text(this.#headers['content-encoding'], signal);
      if (typeof text === 'string') respond(text);
      else text.then(respond, (cause: unknown) => this.#refuse(cause));
    } catch (cause) {
      this.#refuse(cause);
    }
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.#fail(error);
  }

  /** Ends the request and its connection. */
  #fail(cause: unknown): void {
    this.#request.signal.removeEventListener('abort', this.#abort);
    this.#refuse(cause);
    this.#connection.client.destroy().catch(() => {});
  }

  #refuse(cause: unknown): void {
    const isClosed = CLOSED_CODES.has((cause as NodeJS.ErrnoException | null)?.code ?? '');
    // The upstream may just have found it idle.
    const wasIdle = isClosed && this.#status === 0 && this.#connection.hasServed;
    if (wasIdle && this.#settle.isRepeatable) return begin(this.#request, this.#target, this.#settle);
    const error = new ConnectionError('There is no response.', { cause });
    const response = { status: this.#status, headers: this.#headers, text: '' };
    const isInvalid = cause instanceof InvalidBodyError;
    this.#settle.reject(Object.assign(error, { isUnsent: this.#isUnsent, ...(isInvalid && { response }) }));
  }
}

/** Headers that an upstream can have of its own. Some APIs refuse requests without a User-Agent. */
const DEFAULT_HEADERS = [
  ['user-agent', 'portico'],
  ['accept-encoding', ACCEPTED_CODINGS],
] as const;

const ACCEPT = ['accept', 'application/graphql-response+json, application/json;q=0.9'];
const MEDIA_TYPES = ['content-type', 'application/json', ...ACCEPT];

/** The headers as names and values in turn. */
function rawHeaders({ headers, body }: HttpRequest): string[] {
  const raw = typeof body === 'string' ? [...MEDIA_TYPES] : ['content-type', body.mediaType, ...ACCEPT];
  if (typeof body !== 'string') raw.push('content-length', String(body.length));
  for (const name in headers) raw.push(name, headers[name]!);
  for (const [name, value] of DEFAULT_HEADERS) if (headers[name] === undefined) raw.push(name, value);
  return raw;
}
