// Where a request goes: health, GraphQL, documentation, or, with everything else, the REST engine. Every answer carries
// the request id. Refuses what no path could answer. Express is deliberately not in the way of REST: it takes as long as half a read.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import type { RestEngine } from '../createRestEngine.ts';
import type { Reply } from '../protocol/Reply.ts';
import { internalFailure } from '../runtime/errorOfResult.ts';
import { renderError } from '../runtime/renderError.ts';
import { REQUEST_TIMEOUT_MS } from '../runtime/withDeadline.ts';
import type { Logger } from '../telemetry/createLogger.ts';
import { logRequest } from '../telemetry/logRequest.ts';
import { pathOf } from '../protocol/parseTarget.ts';
import { reportFailure } from '../telemetry/reportFailure.ts';
import type { Answer } from './answerInTurn.ts';
import { checkHealth } from './checkHealth.ts';
import { commonHeaders } from './commonHeaders.ts';
import { type Cors, withCors } from './cors.ts';
import { answerFile } from './docs/answerFile.ts';
import { answerRoot } from './docs/answerRoot.ts';
import type { Docs } from './docs/createDocs.ts';
import { DRAINING } from './draining.ts';
import type { Exchange } from './Exchange.ts';
import { ALL_METHODS, GRAPHQL_METHODS } from './methods.ts';
import { readRequestId } from './readRequestId.ts';
import { refuseRequest } from './refuseRequest.ts';
import { toRestRequest } from './toRestRequest.ts';
import { writeReply } from './writeReply.ts';

export interface ListenerSettings {
  basePath: string;
  /** Its conventions are those of every error, but those of GraphQL. */
  rest: Pick<RestEngine, 'handle'> & Partial<Pick<RestEngine, 'conventions' | 'endpoints'>>;
  /** Absent: there is no /graphql. */
  graphql?: { handle(request: IncomingMessage, response: ServerResponse, exchange: Exchange): void };
  docs: Docs;
  /** Absent: pages of no other origin can read anything. */
  cors?: Cors | undefined;
  /** Rejects while the process cannot do its work. */
  ping(): Promise<void>;
  log: Logger;
  /** Milliseconds from its arrival that a request may take; absent: `REQUEST_TIMEOUT_MS`. */
  requestTimeoutMs?: number | undefined;
}

/** Makes the function that answers every request. */
export function createListener({
  basePath,
  rest,
  graphql,
  docs,
  cors,
  ping,
  log,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: ListenerSettings): Answer {
  const paths = {
    graphql: `${basePath}/graphql`,
    live: `${basePath}/health/live`,
    ready: `${basePath}/health/ready`,
  };
  // An endpoint at the root comes before the way to the documentation.
  const hasRoot = (rest.endpoints ?? []).some(({ segments }) => segments.length === 0);

  async function answer(request: IncomingMessage, exchange: Exchange): Promise<Reply> {
    const { method, path } = exchange;
    const refusal = refuseRequest(request);
    if (refusal) throw refusal;
    if (path === paths.live) return checkHealth(method, async () => {});
    if (path === paths.ready) return checkHealth(method, ping);
    const file = await docs.find(path);
    if (file) return answerFile(file, method, request.headers);
    if (path === basePath && docs.home !== undefined && !hasRoot) return answerRoot(docs.home, method);
    // Of the server as a whole. See RFC 9110 section 9.3.7.
    if (path === '*' && method === 'OPTIONS') return { status: 204, headers: { allow: ALL_METHODS }, body: null };
    return rest.handle(toRestRequest(request, exchange));
  }

  async function handle(request: IncomingMessage, response: ServerResponse, exchange: Exchange) {
    const { method, path, requestId } = exchange;
    let reply: Reply;
    try {
      reply = await answer(request, exchange);
    } catch (thrown) {
      const error = thrown instanceof ServiceError ? thrown : internalFailure(thrown);
      if (error.status >= 500 && error !== DRAINING) reportFailure(log, { requestId, method, path, error });
      reply = renderError(error, request.headers.accept, requestId, rest.conventions);
    }
    writeReply(response, withCors(cors, request, reply), requestId);
  }

  return (request, response, arrived = Date.now()) => {
    const started = performance.now();
    const { method = '', url: target = '' } = request;
    const path = pathOf(target);
    const requestId = readRequestId(request);
    const left = new AbortController();
    const exchange: Exchange = {
      method,
      target,
      path,
      requestId,
      signal: left.signal,
      deadline: arrived + requestTimeoutMs,
    };
    response.once('close', () => {
      if (!response.writableFinished) left.abort();
      logRequest(log, path === paths.live || path === paths.ready, {
        method,
        path,
        status: response.headersSent || response.statusCode >= 400 ? response.statusCode : 0,
        milliseconds: Math.round((performance.now() - started) * 10) / 10,
        requestId,
        subject: exchange.caller?.subject || undefined,
      });
    });
    if (graphql && path === paths.graphql && !refuseRequest(request)) {
      const granted = withCors(cors, request, { status: 204, headers: { allow: GRAPHQL_METHODS }, body: null });
      const { allow: _, ...headers } = granted.headers;
      for (const [name, value] of Object.entries({ ...headers, ...commonHeaders(requestId) }))
        response.setHeader(name, value);
      graphql.handle(request, response, exchange);
    } else {
      handle(request, response, exchange).catch((error: unknown) => {
        reportFailure(log, { requestId, method, path, error });
        response.destroy();
      });
    }
  };
}
