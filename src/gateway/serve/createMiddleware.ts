// The API as a listener of node:http, a middleware of express, and a hook and handler of routes of Fastify in one.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { RequestSignal } from '../http/signals.ts';
import { REQUEST_TIMEOUT_MS } from '../handle/withDeadline.ts';
import type { Responder } from './createResponder.ts';
import {
  type ParsedRequest,
  drainBody,
  hasBody,
  readMountedBody,
  readMountedHeaders,
  streamMountedBody,
  wasRead,
} from './readBody.ts';
import { readPeer, readRequestId } from './readRequest.ts';
import { validateRequest } from './validateRequest.ts';
import { writeReply } from './writeReply.ts';

type MountedRequest = ParsedRequest & { originalUrl?: string; baseUrl?: string };

/** Fastify's request, around that of node:http. */
export interface WrappedRequest {
  raw: IncomingMessage;
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** What Fastify's parser returned. */
  body?: unknown;
  rawBody?: unknown;
}

/** Fastify's reply; after `hijack()`, the response is the handler's. */
interface WrappedResponse {
  raw: ServerResponse;
  hijack(): unknown;
}

export type NodeHandler = (
  request: IncomingMessage | WrappedRequest,
  response: ServerResponse | WrappedResponse,
  next?: (error?: Error) => void,
) => void;

/**
 * Creates the middleware for paths that begin with the base path. Only a mount path that no request can match goes to the error handler
 * of express. Throws a TypeError where it is called with neither those of node:http nor Fastify's.
 */
export function createMiddleware({ respond, refuse, requestIdHeaders }: Responder, basePath: string): NodeHandler {
  async function answer(request: MountedRequest, response: ServerResponse, origin: unknown): Promise<void> {
    const requestId = readRequestId(request, requestIdHeaders);
    const signal = new RequestSignal();
    response.on('close', () => {
      if (!response.writableFinished) signal.abort();
    });
    // At once, while Node still parses what follows.
    const invalid = validateRequest(request);
    const reply = invalid
      ? refuse(describe(request, requestId), invalid)
      : await respond({
          ...describe(request, requestId),
          headers: readMountedHeaders(request),
          peer: readPeer(request),
          origin,
          signal,
          deadline: Date.now() + REQUEST_TIMEOUT_MS,
          readBody: (limit) => readMountedBody(request, limit),
          ...(hasBody(request) && { streamBody: () => streamMountedBody(request) }),
          ...(hasBody(request) && !wasRead(request) && { drainBody: () => drainBody(request) }),
        });
    if (!response.headersSent) writeReply(response, reply, requestId);
  }

  /** The last resort, for what the host has made of request and response: it must not end the process. */
  function respondWithFailure(request: MountedRequest, response: ServerResponse, thrown: unknown): void {
    if (response.headersSent) return void response.destroy();
    const { method = '', url: target = '', headers } = request;
    const requestId = readRequestId(request, requestIdHeaders);
    writeReply(response, refuse({ method, target, headers, requestId }, thrown), requestId);
  }

  return (given, reply, next) => {
    const { request, response } = unwrap(given, reply);
    if (typeof response?.writeHead !== 'function' || typeof request?.rawHeaders !== 'object') {
      throw new TypeError(
        'portico.handler must be called with the request and the response of node:http; portico.fetch is for a Request of the Fetch standard.',
      );
    }
    const { baseUrl = '' } = request;
    if (next && !isWithin(basePath, baseUrl)) {
      const message = `Portico is mounted at "${baseUrl}", but its basePath is "${basePath}"; pass basePath: "${baseUrl}" to createPortico.`;
      next(new Error(message));
      return;
    }
    answer(request, response, given).catch((thrown: unknown) => respondWithFailure(request, response, thrown));
  };
}

/** The request and the response of node:http. Of Fastify's, the response becomes the handler's, and the body stays what Fastify read. */
function unwrap(
  request: IncomingMessage | WrappedRequest,
  response: ServerResponse | WrappedResponse,
): { request: MountedRequest; response: ServerResponse } {
  if (typeof response === 'object' && 'hijack' in response) {
    const { raw, body, rawBody } = request as WrappedRequest;
    response.hijack();
    return { request: Object.assign(raw, { body, rawBody }), response: response.raw };
  }
  return { request: request as IncomingMessage, response };
}

function describe(request: MountedRequest, requestId: string) {
  const { method = '', url = '', originalUrl, headers } = request;
  // Express removes the mount path from `url`.
  return { method, target: originalUrl ?? url, headers, requestId };
}

/** Express matches mount paths case-insensitively. */
function isWithin(path: string, mount: string): boolean {
  return `${path}/`.toLowerCase().startsWith(`${mount}/`.toLowerCase());
}
