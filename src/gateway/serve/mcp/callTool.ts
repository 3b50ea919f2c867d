// A call of a tool as a request to its endpoint, and the response as a result. The arguments are checked by the endpoint alone.
import type { IncomingHttpHeaders } from 'node:http';
import { namesOnWire } from '../../plan/conventions/headerRules.ts';
import { ProblemCollector } from '../../base/errors/ProblemCollector.ts';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { invalidInputError } from '../../base/errors/knownErrors.ts';
import { bodyTypes } from '../../plan/EndpointPlan.ts';
import type { Reply } from '../../http/Reply.ts';
import { isJsonType } from '../../http/mediaTypes.ts';
import { readJson, writeJson } from '../../http/losslessJson.ts';
import { encodeSegment, parseQuery, splitTarget } from '../../http/urls.ts';
import { vendorType } from '../../http/versions.ts';
import { InputPath } from '../../plan/values/coercion.ts';
import type { RestRequest } from '../../handle/read/RestRequest.ts';
import type { Runtime } from '../../handle/Runtime.ts';
import { renderError } from '../../handle/renderError.ts';
import type { Tool } from './describeTools.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The result of a call. See the Model Context Protocol 2025-11-25, `CallToolResult`. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  [key: string]: unknown;
}

/** What handles the requests that tools become. */
export interface ToolRuntime {
  settings: Runtime['settings'];
  credentials?: Runtime['credentials'];
  handle(request: RestRequest): Promise<Reply>;
}

/** Calls a tool. `received` is the request that the call came in, whose caller, headers and time it has. */
export async function callTool(
  runtime: ToolRuntime,
  tool: Tool,
  args: Arguments,
  received: RestRequest,
): Promise<{ reply: Reply; result: ToolResult }> {
  const { conventions } = tool.version;
  let reply: Reply;
  try {
    reply = await runtime.handle(toRequest(runtime, tool, args, received));
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    reply = renderError(thrown, 'application/json', received.requestId, conventions);
  }
  return { reply, result: toResult(tool, reply) };
}

/** As the parser of HTTP bounds the head of a request. */
const MAX_TARGET_LENGTH = 16 * 1024;

/** The request of a call. Throws BAD_USER_INPUT where its path cannot be written, and CONTENT_TOO_LARGE where its target is too long. */
function toRequest(
  { settings, credentials }: ToolRuntime,
  { endpoint, version, inputs }: Tool,
  args: Arguments,
  received: RestRequest,
): RestRequest {
  const { basePath, versioning, apiName } = settings;
  const rest = new Map(Object.entries(args));
  const values = new Map<string, unknown>();
  const take = (name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return value;
  };
  const takeParameter = (name: string) => {
    const value = take(name) ?? undefined;
    // Where a text is expected, agents send numbers as well.
    const isValue = typeof value === 'object' || (inputs.ofAnyJson.has(name) && typeof value !== 'string');
    if (value !== undefined && isValue) values.set(name, value);
    return value;
  };
  const problems = new ProblemCollector();
  const segments = endpoint.segments.map(({ names, texts, isRest }) =>
    texts.map(encodePart).reduce((path, text, index) => {
      const name = names[index - 1]!;
      const value = textOf(takeParameter(name) ?? '');
      if (value === '') problems.add(InputPath.of(name), 'is required', 'required');
      return path + encodeSegment(value, isRest) + text;
    }),
  );
  if (problems.problems.length > 0) {
    received.onRouted?.(endpoint, version.number);
    throw invalidInputError(problems);
  }
  const key = inputs.key === undefined ? undefined : take(inputs.key);
  const query = [...inputs.query].flatMap((name) => writeParameter(name, takeParameter(name)));
  const { body, isUnread } = takeBody(inputs, rest);
  // What no endpoint knows is refused by it, or ignored, as in a request.
  if (isUnread) query.push(...[...rest].flatMap(([name, value]) => writeParameter(name, value ?? '')));
  if (credentials) query.push(...credentialsOf(received.target, credentials));
  const prefix = versioning === 'header' ? basePath : `${basePath}/v${version.number}`;
  const target = `${prefix}/${segments.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  if (target.length > MAX_TARGET_LENGTH) {
    const message = `The arguments of path and query must not be longer than ${MAX_TARGET_LENGTH} characters.`;
    throw new ServiceError('CONTENT_TOO_LARGE', message);
  }
  const bytes = body === undefined ? undefined : Buffer.from(writeJson(body));
  const accepted = endpoint.produces?.find(isJsonType) ?? 'application/json';
  const { drainBody: _, streamBody: __, ...others } = received;
  return {
    ...others,
    method: endpoint.method,
    target,
    values,
    headers: {
      ...ownHeaders(received.headers),
      accept: versioning === 'header' ? vendorType(apiName, version.number) : accepted,
      ...(bytes && { 'content-type': bodyTypes(endpoint).find(isJsonType)!, 'content-length': String(bytes.length) }),
      ...(key !== undefined && key !== null && { 'idempotency-key': textOf(key) }),
    },
    readBody: async () => bytes ?? new Uint8Array(),
    onRouted: (routed, number) => {
      // A value of the path can lead to another endpoint, which is no tool or another one.
      if (routed !== endpoint) throw new ServiceError('NOT_FOUND', `${endpoint.name} has no such resource.`);
      received.onRouted?.(routed, number);
    },
  };
}

/** Headers that are of the message, not of the request to the endpoint. */
const OF_MESSAGE =
  /^(?:content-|accept$|accept-encoding$|transfer-encoding$|if-|range$|expect$|idempotency-key$|mcp-|last-event-id$|prefer$)/;

function ownHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_MESSAGE.test(name)));
}

/** The body of the arguments that are left, if the endpoint reads one; they are unread where they are no properties of it. */
function takeBody({ body }: Tool['inputs'], rest: Map<string, unknown>): { body?: unknown; isUnread: boolean } {
  if (!body) return { isUnread: true };
  if (body.whole === undefined) {
    const isAbsent = rest.size === 0 && !body.required;
    return { ...(!isAbsent && { body: Object.fromEntries(rest) }), isUnread: false };
  }
  const value = rest.get(body.whole);
  rest.delete(body.whole);
  return { body: value, isUnread: true };
}

/** Parameters of the query of a message that are credentials. */
function credentialsOf(target: string, credentials: NonNullable<ToolRuntime['credentials']>): string[] {
  const all = parseQuery(splitTarget(target).query);
  const others = credentials.withoutParameters(all);
  return [...all].flatMap(([name, values]) =>
    others.has(name) ? [] : values.map((value) => `${encodePart(name)}=${value}`),
  );
}

/** A parameter of the query; none for null, which a query cannot have. A list is separated by commas, which its items cannot be. */
function writeParameter(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const text = Array.isArray(value)
    ? value.map((item) => encodePart(textOf(item))).join(',')
    : encodePart(textOf(value));
  return [`${encodePart(name)}=${text}`];
}

function encodePart(text: string): string {
  return encodeSegment(text);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}

function toResult({ output, version }: Tool, { status, headers, body }: Reply): ToolResult {
  // That of a stored response is bytes.
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined);
  if (status >= 400) return { content: [{ type: 'text', text }], isError: true };
  const value: unknown = text === '' ? undefined : readJson(text);
  const { location } = headers;
  const isRedirect = value === undefined && location !== undefined;
  const object = output.wrapper && value !== undefined ? { [output.wrapper]: value } : (value ?? {});
  const link =
    output.next.size > 0 ? headers[namesOnWire('Link', version.conventions)[0]?.toLowerCase() ?? ''] : undefined;
  const structuredContent = {
    ...(object as Record<string, unknown>),
    ...(isRedirect && { location }),
    ...nextOf(link, output.next),
  };
  // The text of the body, unless something was added to it.
  const isSame = !output.wrapper && !isRedirect && link === undefined && text !== '';
  return { content: [{ type: 'text', text: isSame ? text : writeJson(structuredContent) }], structuredContent };
}

/** The position in the link to the next page. See RFC 8288, section 3. */
function nextOf(link: string | undefined, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const target = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1];
  const query = target === undefined ? undefined : new URLSearchParams(splitTarget(target).query);
  const found = [...names].flatMap(([parameter, name]) => {
    const value = query?.get(parameter) ?? undefined;
    return value === undefined ? [] : [[name, name === 'nextCursor' ? value : Number(value)] as const];
  });
  return Object.fromEntries(found);
}
