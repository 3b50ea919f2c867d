// The REST engine in a host's server: a listener of node:http and a middleware of express in one. It responds to every request,
// whatever is wrong with it; only a mount path that no request can match goes to the error handler of express.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Engine } from '../createEngine.ts';
import { internalError } from '../errors/knownErrors.ts';
import { parseParameters } from '../protocol/fieldSyntax.ts';
import { RequestSignal } from '../protocol/signals.ts';
import type { Runtime } from '../runtime/Runtime.ts';
import { renderError } from '../runtime/renderError.ts';
import { REQUEST_TIMEOUT_MS } from '../runtime/withDeadline.ts';
import { type Cors, withCors } from './cors.ts';
import { bodyTooLargeError, drainBody, hasBody, readBody } from './readBody.ts';
import { readPeer, readRequestId } from './readRequest.ts';
import { validateRequest } from './validateRequest.ts';
import { writeReply } from './writeReply.ts';

/** The properties that express adds. */
interface MountedRequest extends IncomingMessage {
  originalUrl?: string;
  baseUrl?: string;
  body?: unknown;
}

type Handler = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;

/** Creates the middleware for paths that begin with the base path; `report` is that of the engine. */
export function createMiddleware(
  rest: Pick<Engine, 'handle' | 'conventions'>,
  basePath: string,
  report: Runtime['report'],
  cors?: Cors,
): Handler {
  async function respond(request: MountedRequest, response: ServerResponse): Promise<void> {
    const deadline = Date.now() + REQUEST_TIMEOUT_MS;
    const requestId = readRequestId(request);
    const signal = new RequestSignal();
    response.on('close', () => {
      if (!response.writableFinished) signal.abort();
    });
    const invalid = validateRequest(request);
    const reply = invalid
      ? renderError(invalid, request.headers.accept, requestId, rest.conventions)
      : await rest.handle({
          method: request.method ?? '',
          // Express removes the mount path from `url`.
          target: request.originalUrl ?? request.url ?? '',
          headers: readMountedHeaders(request),
          requestId,
          peer: readPeer(request),
          origin: request,
          signal,
          deadline,
          readBody: (limit) => readMountedBody(request, limit),
          ...(hasBody(request) && !wasRead(request) && { drainBody: () => drainBody(request) }),
        });
    if (!response.headersSent) writeReply(response, withCors(cors, request, reply), requestId);
  }

  /** The last resort, for errors of the host's own functions. The client gets a response even if the report fails. */
  function respondWithFailure(request: MountedRequest, response: ServerResponse, thrown: unknown): void {
    const requestId = readRequestId(request);
    const error = internalError(thrown);
    try {
      report({ requestId, method: request.method ?? '', target: request.url ?? '', error });
    } catch {
      // The failure is not reported.
    }
    if (response.headersSent) response.destroy();
    else {
      const reply = renderError(error, request.headers.accept, requestId, rest.conventions);
      writeReply(response, withCors(cors, request, reply), requestId);
    }
  }

  return (request: MountedRequest, response, next) => {
    const { baseUrl = '' } = request;
    if (next && !isWithin(basePath, baseUrl)) {
      const message = `Portico is mounted at "${baseUrl}", but its basePath is "${basePath}"; pass basePath: "${baseUrl}" to createPortico.`;
      next(new Error(message));
      return;
    }
    // Only functions of the host can throw here, which must not end its process.
    respond(request, response).catch((thrown: unknown) => respondWithFailure(request, response, thrown));
  };
}

/** Express matches mount paths case-insensitively. */
function isWithin(path: string, mount: string): boolean {
  return `${path}/`.toLowerCase().startsWith(`${mount}/`.toLowerCase());
}

/** A request with the body that a middleware has parsed, such as `express.json()`. */
type ParsedRequest = IncomingMessage & { body?: unknown };

/**
 * Reads a body, or takes it from `body` where a middleware has read it. Rejects as `readBody` does, and with an Error where it
 * was read but not stored, which is a defect of the host.
 */
export async function readMountedBody(request: ParsedRequest, limit: number): Promise<Uint8Array> {
  if (!wasRead(request)) return readBody(request, limit);
  const bytes = bytesOf(request);
  if (bytes.length <= limit) return bytes;
  throw bodyTooLargeError(limit);
}

/** The headers of a request, without the content coding and the charset that a parsed body no longer has. */
export function readMountedHeaders(request: ParsedRequest): IncomingHttpHeaders {
  const { headers, body } = request;
  if (!wasRead(request) || body === undefined) return headers;
  const { 'content-encoding': _, ...kept } = headers;
  const type = kept['content-type'];
  // Parsers decompress bytes, but do not decode them.
  if (type === undefined || body instanceof Uint8Array) return kept;
  return { ...kept, 'content-type': parseParameters(type).value };
}

/** Whether a middleware has begun to read the body. */
export function wasRead({ readableDidRead, readableEnded }: ParsedRequest): boolean {
  return readableDidRead || readableEnded;
}

function bytesOf({ headers, body }: ParsedRequest): Uint8Array {
  // Parsers of JSON turn an empty body into an object.
  if (headers['content-length'] === '0') return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (body !== undefined) return Buffer.from(JSON.stringify(body));
  const message =
    'The request body was consumed by another middleware and request.body is not set; mount Portico before it.';
  throw new Error(message);
}
