// The REST engine in somebody else's server: a listener of node:http and a middleware of express in one. It answers every
// request that it is given, whatever is wrong with it; only a mount that can never answer anything is told to express.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RestEngine } from '../createRestEngine.ts';
import type { Engine } from '../runtime/handleRequest.ts';
import { internalFailure } from '../runtime/errorOfResult.ts';
import { renderError } from '../runtime/renderError.ts';
import { REQUEST_TIMEOUT_MS } from '../runtime/withDeadline.ts';
import { type Cors, withCors } from './cors.ts';
import { drainBody, hasBody } from './drainBody.ts';
import { readMountedBody, readMountedHeaders, wasRead } from './readMountedBody.ts';
import { readPeer } from './readPeer.ts';
import { readRequestId } from './readRequestId.ts';
import { refuseRequest } from './refuseRequest.ts';
import { writeReply } from './writeReply.ts';

/** What express adds to a request, and Node does not know. */
interface Mounted extends IncomingMessage {
  originalUrl?: string;
  baseUrl?: string;
  body?: unknown;
}

type Handler = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;

/** Makes the function that answers requests whose paths begin with the base path; `report` is that of the engine. */
export function createMiddleware(
  rest: Pick<RestEngine, 'handle' | 'conventions'>,
  basePath: string,
  report: Engine['report'],
  cors?: Cors,
): Handler {
  async function answer(request: Mounted, response: ServerResponse): Promise<void> {
    const deadline = Date.now() + REQUEST_TIMEOUT_MS;
    const requestId = readRequestId(request);
    const left = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) left.abort();
    });
    const refusal = refuseRequest(request);
    const reply = refusal
      ? renderError(refusal, request.headers.accept, requestId, rest.conventions)
      : await rest.handle({
          method: request.method ?? '',
          // Express takes the mount off `url`.
          target: request.originalUrl ?? request.url ?? '',
          headers: readMountedHeaders(request),
          requestId,
          peer: readPeer(request),
          origin: request,
          signal: left.signal,
          deadline,
          readBody: (limit) => readMountedBody(request, limit),
          ...(hasBody(request) && !wasRead(request) && { drainBody: () => drainBody(request) }),
        });
    if (!response.headersSent) writeReply(response, withCors(cors, request, reply), requestId);
  }

  /** The last resort, for what only the host can have broken. A report that fails does not keep the client waiting. */
  function answerFailure(request: Mounted, response: ServerResponse, thrown: unknown): void {
    const requestId = readRequestId(request);
    const error = internalFailure(thrown);
    try {
      report({ requestId, method: request.method ?? '', target: request.url ?? '', error });
    } catch {
      // What it would have said is lost.
    }
    if (response.headersSent) response.destroy();
    else {
      const reply = renderError(error, request.headers.accept, requestId, rest.conventions);
      writeReply(response, withCors(cors, request, reply), requestId);
    }
  }

  return (request: Mounted, response, next) => {
    const { baseUrl = '' } = request;
    if (next && !isWithin(basePath, baseUrl)) {
      const message = `Portico is mounted at "${baseUrl}", but its basePath is "${basePath}": give createPortico basePath: '${baseUrl}'.`;
      next(new Error(message));
      return;
    }
    // Only what the host brings can throw here, and must not end its process.
    answer(request, response).catch((thrown: unknown) => answerFailure(request, response, thrown));
  };
}

/** Express matches mounts whatever their case. */
function isWithin(path: string, mount: string): boolean {
  return `${path}/`.toLowerCase().startsWith(`${mount}/`.toLowerCase());
}
