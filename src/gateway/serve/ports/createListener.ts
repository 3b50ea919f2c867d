// Routes a request to health, GraphQL, the documentation, or else the REST engine. Refuses what is wrong whatever the path is.
// REST deliberately does not pass through express, which takes half as long as a read.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientName } from '../../guard/access/clientName.ts';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { internalError } from '../../base/errors/knownErrors.ts';
import { nameDeprecation } from '../../plan/DeprecationPlan.ts';
import { type Reply, withTrace } from '../../http/Reply.ts';
import { commonHeaders } from '../../http/ownHeaders.ts';
import { RequestSignal } from '../../http/signals.ts';
import { pathOf } from '../../http/urls.ts';
import { refuseUnrouted } from '../../handle/renderError.ts';
import { REQUEST_TIMEOUT_MS } from '../../handle/withDeadline.ts';
import type { Telemetry } from '../../base/telemetry/Telemetry.ts';
import type { Logger } from '../../base/telemetry/createLogger.ts';
import { type RequestLine, logRequest, reportFailure } from '../../base/telemetry/requestLog.ts';
import { parseTraceparent } from '../../base/telemetry/traceContext.ts';
import type { UsageTable } from '../../base/telemetry/usage.ts';
import { isFailure } from '../RunningServer.ts';
import type { GetApi, ServedApi } from '../ServedApi.ts';
import { withCors } from '../cors.ts';
import type { ServedFile } from '../docs/site.ts';
import { ALL_METHODS, GRAPHQL_METHODS } from '../methods.ts';
import type { TimedListener } from './queueRequests.ts';
import { checkHealth, redirectRoot, respondWithFile } from '../readOnlyReplies.ts';
import { type Exchange, readRequestId, toRestRequest } from '../readRequest.ts';
import { validateRequest } from '../validateRequest.ts';
import { writeReply } from '../writeReply.ts';

export interface ListenerSettings {
  basePath: string;
  api: GetApi;
  graphql?: { handle(request: IncomingMessage, response: ServerResponse, exchange: Exchange): void };
  /** Takes over the response to GET of its path, which begins with the base path. Absent: there are no events. */
  events?: { path: string; handle(request: IncomingMessage, response: ServerResponse): void };
  /** Rejects while the process is not ready. */
  ping(): Promise<void>;
  log: Logger;
  /** Counts the requests of clients. Absent: nothing does. */
  usage?: Pick<UsageTable, 'record'> | undefined;
  /** Absent: nothing is measured. */
  telemetry?: Telemetry | undefined;
  /** Time from the arrival of a request until it times out; absent: `REQUEST_TIMEOUT_MS`. */
  requestTimeoutMs?: number | undefined;
}

export function createListener(settings: ListenerSettings): TimedListener {
  const {
    basePath,
    api,
    graphql,
    events,
    ping,
    log,
    usage,
    telemetry,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
  } = settings;
  const paths = {
    graphql: `${basePath}/graphql`,
    live: `${basePath}/health/live`,
    ready: `${basePath}/health/ready`,
  };

  const graphqlRoute = { path: paths.graphql };
  const isProbe = (path: string) => path === paths.live || path === paths.ready;

  /** The reply of health, of the documentation, or of the API; undefined where a host's handler responds. */
  function respond(
    file: ServedFile | undefined,
    [request, response]: readonly [IncomingMessage, ServerResponse],
    exchange: Exchange,
    { rest, docs }: ServedApi,
  ): Reply | Promise<Reply> | undefined {
    const { method, path } = exchange;
    if (path === paths.live) return checkHealth(method, async () => {});
    if (path === paths.ready) return checkHealth(method, ping);
    if (file) return respondWithFile(file, method, request.headers);
    // An endpoint at the root comes before the way to the documentation.
    if (path === basePath && docs.home !== undefined && !hasRoot(rest)) return redirectRoot(docs.home, method);
    // The options of the server as a whole. See RFC 9110, section 9.3.7.
    if (path === '*' && method === 'OPTIONS') return { status: 204, headers: { allow: ALL_METHODS }, body: null };
    if ('handle' in rest) return rest.handle(toRestRequest(request, exchange));
    rest.handler(request, response);
    return undefined;
  }

  async function handle(request: IncomingMessage, response: ServerResponse, exchange: Exchange): Promise<void> {
    const { method, path, requestId, trace } = exchange;
    const served = api();
    let reply: Reply | undefined;
    try {
      const invalid = validateRequest(request);
      if (invalid) throw invalid;
      const file = served.docs.find(path);
      reply = await respond(file instanceof Promise ? await file : file, [request, response], exchange, served);
    } catch (thrown) {
      const error = thrown instanceof ServiceError ? thrown : internalError(thrown);
      if (isFailure(error)) reportFailure(log, { requestId, trace, method, path, error });
      const { conventions } = served.rest;
      reply = refuseUnrouted(
        error,
        { headers: request.headers, requestId },
        isProbe(path) ? { conventions } : served.rest,
      );
    }
    if (reply) writeReply(response, withTrace(withCors(served.cors, request, reply), trace), requestId);
  }

  return (request, response, arrivedAt = Date.now()) => {
    const started = performance.now();
    const { method = '', url: target = '' } = request;
    const path = pathOf(target);
    const requestId = readRequestId(request, api().rest.requestIdHeaders);
    const signal = new RequestSignal();
    const span = isProbe(path)
      ? undefined
      : telemetry?.beginRequest({ method, scheme: 'http', headers: request.headers });
    const trace = span?.trace ?? parseTraceparent(request.headers['traceparent']);
    const deadline = arrivedAt + requestTimeoutMs;
    const exchange: Exchange = { method, target, path, requestId, trace, span, signal, deadline };
    // Also where the client closes its side of the connection alone, as in Node.
    response.on('close', () => {
      if (!response.writableFinished) signal.abort();
      const { caller, endpoint, version, deprecations } = exchange;
      const status = response.headersSent || response.statusCode >= 400 ? response.statusCode : 0;
      const isGraphql = graphql !== undefined && path === paths.graphql;
      span?.finish({ status, endpoint: isGraphql ? graphqlRoute : endpoint, version });
      const isLogged = log.isLevelEnabled(isProbe(path) ? 'debug' : 'info');
      if (!isLogged && !usage) return;
      const line: RequestLine = {
        method,
        path,
        status,
        milliseconds: Math.round((performance.now() - started) * 10) / 10,
        ...(response.headersSent && !response.writableFinished && { aborted: true }),
        requestId,
        traceId: trace?.traceId,
        subject: caller?.subject || undefined,
        issuer: caller?.issuer,
        ...(endpoint && { endpoint: `${endpoint.method} ${endpoint.path}`, version }),
        client: clientName(caller, request.headers),
        ...(deprecations && { deprecated: deprecations.map(nameDeprecation) }),
      };
      usage?.record(line, Date.now());
      if (isLogged) logRequest(log, isProbe(path), line);
    });
    if (graphql && path === paths.graphql && !validateRequest(request)) {
      const options: Reply = { status: 204, headers: { allow: GRAPHQL_METHODS }, body: null };
      const { allow: _, ...headers } = withCors(api().cors, request, options).headers;
      response.setHeaders(new Map(Object.entries({ ...headers, ...commonHeaders(requestId) })));
      graphql.handle(request, response, exchange);
    } else if (events && path === events.path && method === 'GET' && !validateRequest(request)) {
      response.setHeaders(new Map(Object.entries(commonHeaders(requestId))));
      events.handle(request, response);
    } else {
      handle(request, response, exchange).catch((error: unknown) => {
        reportFailure(log, { requestId, trace, method, path, error });
        response.destroy();
      });
    }
  };
}

function hasRoot({ plan }: ServedApi['rest']): boolean {
  return plan?.versions.some(({ endpoints }) => endpoints.some(({ path }) => path === '/')) ?? false;
}
