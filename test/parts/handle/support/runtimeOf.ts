import { type ExecutionResult, buildSchema, print } from 'graphql';
import type { ExecutionRequest } from '../../../../src/gateway/execute/Execute.ts';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import type { RestRequest } from '../../../../src/gateway/handle/read/RestRequest.ts';
import type { Runtime } from '../../../../src/gateway/handle/Runtime.ts';
import { type RuntimeOptions, createRuntime } from '../../../../src/gateway/handle/createRuntime.ts';
import { versionOf } from './plans.ts';
import { PLAN_FORMAT } from '../../../../src/gateway/plan/ApiPlan.ts';

const schema = buildSchema('scalar Isbn type Query { hello: String }');

/** The result of an operation, given as GraphQL. */
export type Run = (operation: string, request: ExecutionRequest) => ExecutionResult | Promise<ExecutionResult>;

/** A runtime of one version with these endpoints, whose operations have the results of `run`. */
export function runtimeOf(
  endpoints: readonly EndpointPlan[],
  run: Run,
  {
    settings,
    ...options
  }: Partial<Omit<RuntimeOptions, 'settings'>> & { settings?: Partial<RuntimeOptions['settings']> } = {},
): Runtime {
  return createRuntime({
    plan: {
      format: PLAN_FORMAT,
      api: { name: 'toy', defaultVersion: 1, versioning: 'both' },
      versions: [{ ...versionOf(), endpoints }],
      coordinates: {},
      warnings: [],
      unsupported: [],
    },
    schema,
    prepare: (document) => async (request) => run(print(request.document?.create() ?? document), request),
    report: () => {},
    settings: { basePath: '', ...settings },
    ...options,
  });
}

/** A request without a body. `line` is a method and a target. */
export function requestOf(line: string, rest: Partial<RestRequest> = {}): RestRequest {
  const [method = '', target = ''] = line.split(' ');
  return {
    method,
    target,
    headers: {},
    requestId: 'request-1',
    signal: new AbortController().signal,
    readBody: async () => new Uint8Array(),
    ...rest,
  };
}
