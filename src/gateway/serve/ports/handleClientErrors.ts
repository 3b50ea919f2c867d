// What Node would respond to by itself, with an empty body or not at all: requests that it cannot parse or that time out,
// expectations, and CONNECT. They get the same error body as every other request.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RestEngine } from '../createRestEngine.ts';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';
import type { ServedVersion } from '../../handle/Runtime.ts';
import { refuseUnrouted } from '../../handle/renderError.ts';
import { ALL_METHODS } from '../methods.ts';
import { expectContinue, isStreamed } from '../readBody.ts';
import { readRequestId } from '../readRequest.ts';
import { isSupportedVersion, unsupportedVersionError, validateRequest } from '../validateRequest.ts';
import { writeReplyToSocket } from '../writeReply.ts';

/** Time for a client to read an error before its connection is destroyed. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Makes a server respond to what it would otherwise leave to Node; errors are those of the current API. */
export function handleClientErrors(
  server: Server,
  getApi: () => Partial<Pick<RestEngine, keyof ServedVersion | 'requestIdHeaders'>> = () => ({}),
): void {
  /** The last request of each connection, and the response before it. */
  const latest = new WeakMap<
    Duplex,
    { request: IncomingMessage; response: ServerResponse; previous: ServerResponse | undefined }
  >();
  const closing = new WeakSet<Duplex>();

  function refuse(socket: Duplex, error: ServiceError, request?: IncomingMessage): void {
    if (closing.has(socket)) return;
    if (!socket.writable) return void socket.destroy();
    const api = getApi();
    const requestId = request ? readRequestId(request, api.requestIdHeaders) : randomUUID();
    const reply = refuseUnrouted(error, { headers: request?.headers ?? {}, requestId }, api);
    writeReplyToSocket(socket, reply, requestId);
    close(socket);
  }

  /** Sends what is written, and ignores what the client still sends. */
  function close(socket: Duplex): void {
    if (closing.has(socket)) return;
    closing.add(socket);
    socket.end();
    setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  }

  server.prependListener('request', (request, response) => {
    latest.set(request.socket, { request, response, previous: latest.get(request.socket)?.response });
  });

  server.on('clientError', (fault: ParserError, socket) => {
    if (fault.code === 'ECONNRESET' || fault.code === 'EPIPE') return socket.destroy();
    const refusal = classifyParserError(fault);
    const pending = latest.get(socket);
    // The reader of such a body has a minimum rate instead. Node looks at each request once, and goes on with it.
    if (fault.code === TIMEOUT && pending && isStreamed(pending.request)) return;
    if (!pending) return refuse(socket, refusal);
    const { request, response, previous } = pending;
    if (request.complete) return afterResponse(response, () => refuse(socket, refusal));
    return afterResponse(previous, () => {
      // What is malformed behind a request that has its response is no new request. The response may be of this turn, and unsent.
      if (response.headersSent) return close(socket);
      // A request that has not begun yet may be refused for another reason than the one for which it cannot be parsed further.
      const error = validateRequest(request) ?? refusal;
      // The response itself sends nothing; its status is for the log.
      if (!closing.has(socket)) response.statusCode = error.status;
      refuse(socket, error, request);
    });
  });

  server.on('checkContinue', (request, response) => {
    expectContinue(request, response);
    server.emit('request', request, response);
  });

  // `validateRequest` refuses the expectation.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const message = 'CONNECT is not supported; this is not a proxy.';
    const refusal = new ServiceError('METHOD_NOT_ALLOWED', message, { headers: { allow: ALL_METHODS } });
    afterResponse(latest.get(socket)?.response, () => refuse(socket, refusal, request));
  });
}

/** Runs a function when the response before it on the connection has been sent. */
function afterResponse(previous: ServerResponse | undefined, run: () => void): void {
  if (previous && !previous.writableFinished) previous.once('close', run);
  else run();
}

/** An error of Node's parser: `bytesParsed` is its position in the last packet. */
interface ParserError extends NodeJS.ErrnoException {
  bytesParsed?: number;
  rawPacket?: Buffer;
}

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

const ERRORS: Readonly<Record<string, [code: ErrorCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request line and headers must not be larger than 16 KiB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'CONTENT_TOO_LARGE',
    'The chunk extensions of the body must not be larger than 16 KiB.',
  ],
  [TIMEOUT]: ['REQUEST_TIMEOUT', 'Request timeout: the headers or the body did not arrive in time.'],
};
const MALFORMED: [ErrorCode, string] = ['BAD_REQUEST', 'The request is not valid HTTP/1.1.'];

const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]{1,100}) \S+ HTTP\/(\d\.\d)\r?\n/;
const MAX_METHOD_BYTES = 100;
/** Where the parser stops within a request line: in its method, behind that, or in its version. */
const LINE_ERRORS: ReadonlySet<string> = new Set(['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT', 'HPE_INVALID_VERSION']);

/** The error of a request that Node cannot parse: 400, 501 or 505. See RFC 9110, sections 9.1, 15.6.2 and 15.6.6. */
export function classifyParserError(error: ParserError): ServiceError {
  const { code = '' } = error;
  if (code === 'HPE_PAUSED_H2_UPGRADE') return unsupportedVersionError('2.0');
  const line = LINE_ERRORS.has(code) ? readRequestLine(error) : undefined;
  if (line && !isSupportedVersion(line.version)) return unsupportedVersionError(line.version);
  if (line && !METHODS.includes(line.method)) {
    return new ServiceError('NOT_IMPLEMENTED', `The method ${line.method} is not implemented.`);
  }
  return new ServiceError(...(ERRORS[code] ?? MALFORMED));
}

/** The request line in which the parser has stopped; undefined where it is not valid. */
function readRequestLine({ code, bytesParsed = 0, rawPacket }: ParserError) {
  if (!rawPacket) return undefined;
  const text = rawPacket.toString('latin1');
  let start = bytesParsed;
  if (code !== 'HPE_INVALID_METHOD') start = text.lastIndexOf('\n', bytesParsed - 1) + 1;
  else while (start > 0 && bytesParsed - start < MAX_METHOD_BYTES && text[start - 1]! > ' ') start--;
  const [, method, version] = REQUEST_LINE.exec(text.slice(start)) ?? [];
  return method === undefined || version === undefined ? undefined : { method, version };
}
