// What handles the requests of a REST API: its plan, turned into a runtime. It describes nothing: see `createEngine.ts`.
import { exposedNames, namesOnWire } from '../plan/conventions/headerRules.ts';
import type { Schema } from '../describe/openapi/Schema.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import type { Reply } from '../http/Reply.ts';
import type { RestRequest } from '../handle/read/RestRequest.ts';
import {
  type RuntimeOptions,
  type RuntimeSettings,
  checkKeyedEndpoints,
  createRuntime,
} from '../handle/createRuntime.ts';
import { handleRequest } from '../handle/handleRequest.ts';
import type { ServedVersion } from '../handle/Runtime.ts';
import { type Tools, createTools } from './mcp/createTools.ts';

export interface EngineOptions extends RuntimeOptions {
  settings: EngineSettings;
}

export interface EngineSettings extends RuntimeSettings {
  /** The contact and the licence of the OpenAPI documents; see OpenAPI 3.1, section 4.8.2. */
  publisher?: { contact: Schema; license: Schema };
  /** Whether endpoints require no credentials, as the OpenAPI documents say. Default: without `authenticate`. */
  open?: boolean;
}

/** The conventions and headers are those of the default version, for what is refused before a version is known. */
export interface RestEngine extends ServedVersion {
  handle(request: RestRequest): Promise<Reply>;
  plan: ApiPlan;
  /** Absent: it has none. */
  tools?: Tools | undefined;
  /** Those of the plan, and what this engine cannot do of it. */
  warnings: readonly string[];
  /** The names of the header with the id of a request, in lower case: those of all versions, as its own is not known yet. */
  requestIdHeaders: readonly string[];
  /** The names of all headers that endpoints or the upstream read, for CORS. */
  requestHeaders: readonly string[];
  /** The names of all headers of responses that pages of other origins may read, for CORS. */
  responseHeaders: readonly string[];
}

/** Creates the engine of a plan, without its OpenAPI documents. Throws a DocumentError if an endpoint requires what the options do not have. */
export function createRestEngine(options: EngineOptions): RestEngine {
  const { plan, settings } = options;
  const runtime = createRuntime(options);
  const handle: RestEngine['handle'] = (request) => handleRequest(runtime, request);
  const tools = createTools(runtime, plan, handle);
  const warnings = [...plan.warnings, ...checkKeyedEndpoints(plan, options)];
  const endpoints = plan.versions.flatMap((each) => each.endpoints);
  const all = plan.versions.map((version) => version.conventions);
  const idHeaders = [...new Set(all.flatMap((each) => namesOnWire('X-Request-Id', each)))];
  const isKeyed = endpoints.some(({ idempotencyKey }) => idempotencyKey !== undefined);
  return {
    handle: tools ? (request) => tools.respond(request) ?? handle(request) : handle,
    tools,
    plan,
    warnings,
    ...runtime.versions.get(runtime.settings.defaultVersion)!,
    requestIdHeaders: idHeaders.map((name) => name.toLowerCase()),
    requestHeaders: [
      ...idHeaders,
      ...endpoints.flatMap(({ parameters }) =>
        parameters.flatMap(({ name, source }) => (source === 'header' ? [name] : [])),
      ),
      ...(isKeyed ? ['Idempotency-Key'] : []),
      ...(tools ? ['MCP-Protocol-Version'] : []),
      ...(settings.forwardedHeaders ?? []),
      ...(runtime.credentials?.headers.filter((name) => name !== 'Cookie') ?? []),
    ],
    responseHeaders: [
      ...all.flatMap((each) => exposedNames(each, isKeyed)),
      ...endpoints.flatMap((endpoint) => endpoint.headers?.map(({ name }) => name) ?? []),
    ],
  };
}
