// A message of a client over HTTP: the transport "Streamable HTTP" without sessions and streams, each response being JSON. See the Model
// Context Protocol 2025-11-25, basic/transports. What HTTP refuses has the errors of REST, and what JSON-RPC refuses has its own.
import type { Caller } from '../../guard/access/Caller.ts';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { methodNotAllowedError } from '../../base/errors/knownErrors.ts';
import { truncate } from '../../base/errors/nearNames.ts';
import { callerKey } from '../../guard/limits/callerKey.ts';
import { NO_STORE, type Reply } from '../../http/Reply.ts';
import { encodeBody, negotiateCoding } from '../../http/contentCoding.ts';
import { findExactNumber, isDeeperThan, writeJson } from '../../http/losslessJson.ts';
import { MAX_DEPTH } from '../../plan/values/coercion.ts';
import { isJsonObject } from '../../plan/values/jsonReaders.ts';
import { readJsonBody } from '../../handle/read/parseBody.ts';
import type { RestRequest } from '../../handle/read/RestRequest.ts';
import type { Runtime } from '../../handle/Runtime.ts';
import { completeReply, refuseRequest } from '../../handle/handleRequest.ts';
import { authenticate } from '../../handle/run/checkCaller.ts';
import { isAllowedOrigin, isOwnLoopback } from '../../handle/run/checkOrigin.ts';
import { RPC_CODES, type ToolSet, createToolServer, importSdk } from './createToolServer.ts';

export { createToolSet } from './createToolServer.ts';

const ALLOW = 'POST, OPTIONS';

/** Levels of a message around those of an argument, so that the endpoint is what refuses an argument with more. */
const MAX_MESSAGE_DEPTH = MAX_DEPTH + 10;

/** Handles a request to the path of the tools; every failure becomes a reply. */
export async function handleMessage(set: ToolSet, request: RestRequest, runtime: Runtime): Promise<Reply> {
  const served = runtime.versions.get(set.version)!;
  let reply: Reply;
  try {
    reply = await respond(set, request, runtime);
  } catch (thrown) {
    reply = refuseRequest(runtime, request, thrown, { conventions: served.conventions, plan: undefined });
  }
  if (runtime.settings.compression) {
    reply = await encodeBody(negotiateCoding(reply, request.headers['accept-encoding']));
  }
  return completeReply(reply, request, served);
}

async function respond(set: ToolSet, request: RestRequest, runtime: Runtime): Promise<Reply> {
  const { method } = request;
  if (method === 'OPTIONS') return { status: 204, headers: { allow: ALLOW }, body: null };
  if (method !== 'POST') throw methodNotAllowedError(method, ALLOW);
  checkOrigin(request, runtime.settings);
  const caller = await findCaller(set, request, runtime);
  request.onAuthenticated?.(caller);
  let isCounted = false;
  const count = async () => {
    if (isCounted) return;
    isCounted = true;
    await countMessage(caller, request, runtime);
  };
  try {
    const message = await readJsonBody(request);
    if (Array.isArray(message)) return refuseMessage('A batch is not supported; send one message.');
    if (isDeeperThan(message, MAX_MESSAGE_DEPTH) || findExactNumber(message, (number) => number.isOutOfRange)) {
      return refuseMessage(
        `The message must not be nested more than ${MAX_MESSAGE_DEPTH} levels deep, or have a number beyond the range of a double.`,
      );
    }
    if (!isJsonObject(message) || message['method'] !== 'tools/call') await count();
    // A call counts as a request to its endpoint, where it leads to one.
    const handle = (call: RestRequest) => {
      isCounted = true;
      return set.runtime.handle(call);
    };
    return await answer({ ...set, runtime: { ...set.runtime, handle } }, { ...request, caller }, message);
  } finally {
    await count();
  }
}

async function answer(
  set: ToolSet,
  request: RestRequest & { caller: Caller | null },
  message: unknown,
): Promise<Reply> {
  const { Server, Transport } = await importSdk().catch(refuseTools);
  let refusal: Reply | undefined;
  const server = createToolServer(Server, set, {
    findCaller: async () => request.caller,
    createRequest: () => request,
    onReply: (reply) => {
      // A client gets its credentials by the challenge of the response as a whole.
      if (reply.status === 401) refusal = reply;
    },
  });
  const transport = new Transport({ enableJsonResponse: true });
  // It writes the numbers of a result as doubles.
  let answered: string | undefined;
  const send = transport.send.bind(transport);
  transport.send = (sent, options) => {
    answered = writeJson(sent);
    return send('result' in sent ? { ...sent, result: {} } : sent, options);
  };
  // Its optional properties can be undefined, and those of the interface cannot.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  try {
    const response = await transport.handleRequest(toFetchRequest(request.headers), { parsedBody: message });
    return refusal ?? (await toReply(response, answered));
  } finally {
    await server.close();
  }
}

/** Throws the error of a server that cannot load the SDK; what to install, the cause, is for its log and not for its clients. */
function refuseTools(cause: unknown): never {
  const message = 'The tools are not available, because the server lacks a package that they need; its log says which.';
  throw new ServiceError('UNAVAILABLE', message, { cause });
}

/** Counts a message against the limit for all endpoints. Rejects with RATE_LIMITED. */
async function countMessage(
  caller: Caller | null,
  request: RestRequest,
  { rateLimiter, settings }: Runtime,
): Promise<void> {
  const policy = rateLimiter?.defaultPolicy;
  if (policy) await rateLimiter.consume({ caller: callerKey(caller, request, settings.trustsPeer), policy });
}

/** Whose tools these are. Rejects with UNAUTHENTICATED, also without credentials where every tool requires them. */
export async function findCaller(
  { auth, version }: Pick<ToolSet, 'auth' | 'version'>,
  request: RestRequest,
  runtime: Runtime,
): Promise<Caller | null> {
  const { conventions } = runtime.versions.get(version)!;
  return authenticate(runtime, { plan: { auth }, version: { conventions } }, request);
}

/** A page that was given another address by DNS must not reach a server on the machine of its reader. */
function checkOrigin(request: RestRequest, settings: Runtime['settings']): void {
  const { origin } = request.headers;
  if (origin === undefined || settings.corsOrigins === '*' || isAllowedOrigin(origin, settings)) return;
  if (isOwnLoopback(origin, request, settings)) return;
  const message = `Origin ${truncate(origin, 200)} is not allowed; allowed origins are those of CORS.`;
  throw new ServiceError('FORBIDDEN', message);
}

function refuseMessage(message: string): Reply {
  const error = { code: RPC_CODES.invalidRequest, message };
  return jsonReply(400, JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}

const READ_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'];

/** What the transport reads of a request beside its body. */
function toFetchRequest(headers: RestRequest['headers']): Request {
  const read = READ_HEADERS.flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  );
  return new Request('http://localhost', { method: 'POST', headers: read });
}

/** The response of the transport; `answered` is the message in it, where it comes from the server. */
async function toReply(response: Response, answered: string | undefined): Promise<Reply> {
  const text = await response.text();
  if (text === '') return { status: response.status, headers: {}, body: null };
  return jsonReply(response.status, answered ?? text);
}

function jsonReply(status: number, body: string): Reply {
  const length = String(Buffer.byteLength(body));
  return {
    status,
    headers: { 'content-type': 'application/json', 'content-length': length, 'cache-control': NO_STORE },
    body,
  };
}
