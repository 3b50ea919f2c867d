// The server of the protocol for one connection or one message: initialization is the SDK's, `tools/list` and `tools/call` are here.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Caller } from '../../guard/access/Caller.ts';
import type { Presence } from '../../plan/conventions/Conventions.ts';
import { truncate, unknownName } from '../../base/errors/nearNames.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { Reply } from '../../http/Reply.ts';
import type { RestRequest } from '../../handle/read/RestRequest.ts';
import { isJsonObject } from '../../plan/values/jsonReaders.ts';
import { type ToolResult, type ToolRuntime, callTool } from './callTool.ts';
import { type Tool, describeTools, isAllowed } from './describeTools.ts';

/** The tools of a version, and what handles their calls. */
export interface ToolSet {
  runtime: ToolRuntime;
  tools: ReadonlyMap<string, Tool>;
  version: number;
  /** Whether every tool, some or none of them read credentials. */
  auth: Presence;
  /** Of the API, for people. */
  title: string | undefined;
}

/** Describes the tools of a version. */
export function createToolSet(version: VersionPlan, runtime: ToolRuntime, title: string | undefined): ToolSet {
  const tools = describeTools(version);
  const auths = new Set([...tools.values()].map(({ endpoint: { auth } }) => auth));
  const [auth = 'OPTIONAL'] = auths.size === 1 ? auths : [];
  return { runtime, tools, version: version.number, auth, title };
}

/** Loads the SDK. Rejects with one sentence where it is not installed. */
export async function importSdk() {
  // Bundlers let it be missing where that is handled; webpack where it leaves it alone.
  const [server, transport] = await Promise.all([
    import(/* webpackIgnore: true */ '@modelcontextprotocol/sdk/server/index.js').catch(refuseMissing),
    import(/* webpackIgnore: true */ '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js').catch(
      refuseMissing,
    ),
  ]);
  return { Server: server.Server, Transport: transport.WebStandardStreamableHTTPServerTransport };
}

/** Throws what is wrong with the SDK, which is optional for those who use the library. */
export function refuseMissing(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const message =
    'Tools require the SDK of the Model Context Protocol, which is not found: npm install @modelcontextprotocol/sdk';
  throw new Error(message, { cause: error });
}

/** Whoever sends messages. */
export interface ToolClient {
  /** The caller whose tools are listed; null for an anonymous one. */
  findCaller(): Promise<Caller | null>;
  /** The request of a call; `signal` is aborted when the client cancels it, and `name` is what the client calls itself. */
  createRequest(call: { signal: AbortSignal; name: string | undefined }): RestRequest;
  /** Called with each reply that becomes a result. */
  onReply?(reply: Reply, request: RestRequest): void;
}

/** The codes of JSON-RPC 2.0, section 5.1, that messages of tools lead to. */
export const RPC_CODES = { invalidRequest: -32600, unknownMethod: -32601, invalidParams: -32602 };

/** Creates the server with a class of the SDK, which is loaded by whoever calls this. */
export function createToolServer(
  ServerClass: typeof Server,
  { runtime, tools, version, title }: ToolSet,
  client: ToolClient,
): Server {
  const { apiName } = runtime.settings;
  const server = new ServerClass(
    { name: apiName, version: String(version), ...(title !== undefined && { title }) },
    // No client is asked for input, whose schema it would validate.
    { capabilities: { tools: {} }, jsonSchemaValidator: { getValidator: refuse } },
  );
  const call = async (params: unknown, signal: AbortSignal): Promise<ToolResult> => {
    const { name, arguments: args = {} } = isJsonObject(params) ? params : {};
    if (typeof name !== 'string') throw rpcError('invalidParams', 'params.name must be the name of a tool.');
    if (!isJsonObject(args)) throw rpcError('invalidParams', 'params.arguments must be an object.');
    const tool = tools.get(name);
    if (!tool) throw rpcError('invalidParams', unknownName('tool', truncate(name, 64), [...tools.keys()]));
    const request = client.createRequest({ signal, name: server.getClientVersion()?.name });
    const { reply, result } = await callTool(runtime, tool, args, request);
    client.onReply?.(reply, request);
    return result;
  };
  // The SDK would answer parameters that are not valid as an internal error, and validate each result.
  server.fallbackRequestHandler = async ({ method, params }, { signal }) => {
    if (method === 'tools/call') return call(params, signal);
    if (method !== 'tools/list')
      throw rpcError('unknownMethod', `The method ${truncate(method, 64)} is not supported.`);
    const caller = await client.findCaller();
    const allowed = [...tools.values()].filter((tool) => isAllowed(tool, caller));
    return { tools: allowed.map(({ definition }) => definition) };
  };
  return server;
}

/** An error that the SDK sends with its code and its message. */
function rpcError(code: keyof typeof RPC_CODES, message: string): Error {
  return Object.assign(new Error(message), { code: RPC_CODES[code] });
}

function refuse(): never {
  throw new Error('Clients of tools are not asked for input.');
}
