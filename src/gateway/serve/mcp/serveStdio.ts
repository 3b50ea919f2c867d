// The tools over standard input and output, for an agent that starts the process itself. See the Model Context Protocol 2025-11-25,
// basic/transports, stdio. Standard output is the protocol's alone.
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Caller } from '../../guard/access/Caller.ts';
import { clientName } from '../../guard/access/clientName.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { pathOf } from '../../http/urls.ts';
import type { RestRequest } from '../../handle/read/RestRequest.ts';
import type { Runtime } from '../../handle/Runtime.ts';
import { REQUEST_TIMEOUT_MS } from '../../handle/withDeadline.ts';
import type { Logger } from '../../base/telemetry/createLogger.ts';
import { logRequest } from '../../base/telemetry/requestLog.ts';
import { TOOLS_PATH } from '../../plan/paths.ts';
import { createLineTransport } from './createLineTransport.ts';
import { type ToolSet, createToolServer, importSdk, refuseMissing } from './createToolServer.ts';
import type { StdioOptions, StdioServer } from './StdioServer.ts';
import { findCaller } from './handleMessage.ts';

/** Serves tools until standard input ends. */
export async function serveStdio(set: ToolSet, runtime: Runtime, options: StdioOptions): Promise<StdioServer> {
  const { token, log } = options;
  const { scheme } = runtime.versions.get(set.version)!.conventions.auth;
  const headers = { ...(token !== undefined && { authorization: `${scheme} ${token}` }), ...options.headers };
  const [{ Server }, { JSONRPCMessageSchema }] = await Promise.all([
    importSdk(),
    import(/* webpackIgnore: true */ '@modelcontextprotocol/sdk/types.js').catch(refuseMissing),
  ]);
  const createRequest = (signal: RestRequest['signal'], name?: string): RestRequest => ({
    method: 'POST',
    target: runtime.settings.basePath + TOOLS_PATH,
    headers: { ...(name !== undefined && { 'x-client-name': name }), ...headers },
    requestId: randomUUID(),
    signal,
    deadline: Date.now() + REQUEST_TIMEOUT_MS,
    readBody: async () => new Uint8Array(),
  });
  const server = createToolServer(Server, set, {
    findCaller: () => findCaller(set, createRequest(new AbortController().signal), runtime),
    createRequest: ({ signal, name }) => observe(createRequest(signal, name), log),
    // As that of a client that disconnects.
    onReply: ({ status }, request) => (request as ObservedRequest).log(request.signal.aborted ? 0 : status),
  });
  const respond = server.fallbackRequestHandler!;
  const pending = new Set<Promise<unknown>>();
  server.fallbackRequestHandler = (message, extra) => {
    const response = respond(message, extra);
    pending.add(response);
    const settle = () => pending.delete(response);
    response.then(settle, settle);
    return response;
  };
  /** Closes when all that was read is answered: a write that nobody learns of would be sent again. */
  const closeAfterResponses = async () => {
    await setImmediate();
    await Promise.allSettled(pending);
    await setImmediate();
    await server.close();
  };
  const closed = new Promise<void>((resolve) => {
    const onerror = (error: Error) => log.warn({ err: error }, 'a message of the client failed');
    Object.assign(server, { onclose: resolve, onerror });
    process.stdin.once('end', () => void closeAfterResponses());
    // The client has gone.
    process.stdout.once('error', () => void server.close());
  });
  await server.connect(createLineTransport((json) => JSONRPCMessageSchema.parse(json)));
  return { closed, close: () => server.close() };
}

type ObservedRequest = RestRequest & { /** Logs it as a server logs a request. */ log(status: number): void };

function observe(request: RestRequest, log: Logger): ObservedRequest {
  const started = performance.now();
  let found: { endpoint?: EndpointPlan; version?: number; caller?: Caller | null } = {};
  const { method, target, requestId, headers } = request;
  return {
    ...request,
    onRouted: (endpoint, version) => void (found = { ...found, endpoint, version }),
    onAuthenticated: (caller) => void (found = { ...found, caller }),
    log(status) {
      const { endpoint, version, caller } = found;
      logRequest(log, false, {
        method,
        path: pathOf(target),
        status,
        milliseconds: Math.round((performance.now() - started) * 10) / 10,
        requestId,
        subject: caller?.subject || undefined,
        issuer: caller?.issuer,
        ...(endpoint && { endpoint: `${endpoint.method} ${endpoint.path}`, version: version! }),
        client: clientName(caller, headers),
      });
    },
  };
}
