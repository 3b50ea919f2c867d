// The REST engine in a host's server: a listener of node:http and a middleware of express in one. It responds to every request,
// whatever is wrong with it; only a mount path that no request can match goes to the error handler of express.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine } from '../createEngine.ts';
import { internalError } from '../errors/knownErrors.ts';
import { RequestSignal } from '../protocol/signals.ts';
import type { Runtime } from '../runtime/Runtime.ts';
import { renderError } from '../runtime/renderError.ts';
import { REQUEST_TIMEOUT_MS } from '../runtime/withDeadline.ts';
import { type Cors, withCors } from './cors.ts';
import { drainBody, hasBody, readMountedBody, readMountedHeaders, wasRead } from './readBody.ts';
import { readPeer, readRequestId } from './readRequest.ts';
import { validateRequest } from './validateRequest.ts';
import { writeReply } from './writeReply.ts';

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
