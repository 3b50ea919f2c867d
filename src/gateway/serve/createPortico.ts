// The REST engine over a host's GraphQL schema, as handlers for the host's own server. Loads no web server and no database.
// Refuses invalid options, and a restricted schema without `authenticate`.
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { assertValidSchema } from 'graphql';
import type {
  HostRequest,
  Portico,
  PorticoCaller,
  PorticoExchange,
  PorticoFailure,
  PorticoOptions,
} from './PorticoOptions.ts';
import type { Caller } from '../guard/access/Caller.ts';
import { describeUnreadAccess, findUnreadAccess } from '../guard/access/findUnreadAccess.ts';
import { DEFAULT_API, withApiOptions } from '../plan/conventions/apiProperties.ts';
import { forwardedCredentials } from '../plan/conventions/credentialRules.ts';
import { type Engine, createEngine } from './createEngine.ts';
import { type MapThrown, createErrorMapper } from '../base/errors/createErrorMapper.ts';
import type { ExecutionRequest, Prepare } from '../execute/Execute.ts';
import { prepareWithContext, toGraphqlError } from '../execute/prepareWithContext.ts';
import { createUpstream } from '../execute/remote/Upstream.ts';
import { prepareRemote } from '../execute/remote/prepareRemote.ts';
import { createRunOnce } from '../guard/idempotency/RunOnce.ts';
import { createMemoryStore, createRateLimiter } from '../guard/limits/createRateLimiter.ts';
import { createAdmission } from '../guard/limits/createAdmission.ts';
import { loadPlan } from '../compile/loadPlan.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import { toAbortSignal } from '../http/signals.ts';
import { pathOf } from '../http/urls.ts';
import type { RestRequest } from '../handle/read/RestRequest.ts';
import type { Runtime } from '../handle/Runtime.ts';
import { classifyErrors } from '../handle/classifyErrors.ts';
import { createCors } from './cors.ts';
import { createFetch } from './createFetch.ts';
import { createMiddleware } from './createMiddleware.ts';
import { type Responded, createResponder } from './createResponder.ts';
import { createDocs } from './docs/createDocs.ts';
import { observeHost } from '../base/telemetry/hostTelemetry.ts';
import { truncatePath } from '../base/telemetry/requestLog.ts';
import { refuseRestrictions, refuseStaticPolicies, validateOptions } from './validateOptions.ts';

/**
 * Compiles the endpoint documents against the schema, or checks that it fits a built plan. Throws an error that lists every
 * problem.
 */
export function createPortico(options: PorticoOptions): Portico {
  return createPorticoOver(options);
}

/** As `createPortico`; `prepare` executes operations, instead of graphql-js. */
export function createPorticoOver(options: PorticoOptions, prepare?: Prepare): Portico {
  validateOptions(options);
  const { schema, context, authenticate, idempotency, basePath = '' } = options;
  assertValidSchema(schema);
  const named = options.upstream && createUpstream(options.upstream);
  if (named) {
    // It reads the directives itself.
    if (authenticate) refuseStaticPolicies(schema, named, 'upstream.headers');
  } else {
    const unread = describeUnreadAccess(findUnreadAccess(schema));
    if (unread !== undefined) throw new TypeError(`The schema ${unread}`);
    if (!authenticate) refuseRestrictions(schema);
  }
  const reportTo = options.report ?? reportToStderr;
  const report: Runtime['report'] = ({ trace, ...failure }) =>
    reportTo(trace ? { ...failure, traceId: trace.traceId } : failure);
  const mapThrown = options.mapError && createErrorMapper(options.mapError);

  const folder = options.endpoints instanceof URL ? fileURLToPath(options.endpoints) : options.endpoints;
  const source = folder === undefined ? { plan: options.plan } : { endpoints: folder };
  const plan = withApiOptions(loadPlan(source, schema), { ...options });
  const forwarded = [...(named?.forwarded ?? []), ...forwardedCredentials(plan.api?.securitySchemes)];
  const upstream = named && { ...named, forwarded };
  const engine = createEngine({
    plan,
    schema,
    prepare:
      prepare ??
      (upstream
        ? prepareRemote(upstream, { schema })
        : prepareWithContext(
            schema,
            (request) => {
              const exchange = createExchange(request, authenticate !== undefined);
              return context ? context(request.origin as HostRequest, exchange) : exchange;
            },
            mapThrown,
          )),
    ...(authenticate && { authenticate: authenticateWith(authenticate, mapThrown) }),
    admission: createAdmission(),
    ...(idempotency && { runOnce: createRunOnce(idempotency) }),
    report,
    ...(plan.versions.some(({ endpoints }) => endpoints.some(({ rateLimit }) => rateLimit)) && {
      rateLimiter: createRateLimiter({ store: createMemoryStore({ warn: (message) => process.emitWarning(message) }) }),
    }),
    settings: {
      basePath,
      ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
      ...(options.cors && { corsOrigins: options.cors.origins }),
      ...(options.trustProxy && { trustProxy: options.trustProxy }),
      ...(upstream && { forwardedHeaders: forwarded, open: false }),
    },
  });
  refuseTakenPath(plan, options.docs);
  // Of a built plan, they are described at their first use: `portico build` has checked them.
  if (options.plan === undefined) void engine.openApi;
  const responder = createResponder({
    engine,
    basePath,
    report,
    cors: createCors(options.cors, engine.requestHeaders, engine.responseHeaders),
    health: options.health ?? false,
    telemetry: observeHost(),
    ...findFiles(engine, options),
    onResponse: options.onResponse && observeWith(options.onResponse, authenticate !== undefined),
  });
  return {
    handler: createMiddleware(responder, basePath),
    fetch: createFetch(responder),
    endpoints: plan.versions.flatMap(({ number, endpoints: all }) =>
      all.map(({ method, path, name }) => ({ version: number, method, path, operation: name })),
    ),
    get openApi() {
      return engine.openApi;
    },
    warnings: engine.warnings,
  };
}

/** A request as resolvers see it. The caller is undefined where nothing authenticates. */
export function createExchange(
  { caller, requestId, signal }: Pick<ExecutionRequest, 'caller' | 'requestId' | 'signal'>,
  authenticates: boolean,
): PorticoExchange {
  return { caller: authenticates ? caller && expose(caller) : undefined, requestId, signal: toAbortSignal(signal) };
}

/** Other paths of Portico's own are refused where documents are compiled. */
function refuseTakenPath({ versions }: ApiPlan, docs: string | undefined): void {
  for (const { number, endpoints } of versions) {
    const taken = endpoints.find(({ path }) => docs === path || docs === `/v${number}${path}`);
    if (taken) throw new TypeError(`docs must be another path than that of the endpoint ${taken.name}, ${docs}.`);
  }
}

/** The OpenAPI documents, and the reference over them. Everything is rendered at its first use. */
function findFiles(engine: Engine, { basePath = '', openapi, docs }: PorticoOptions) {
  if (!openapi && docs === undefined) return {};
  const reference = docs === undefined ? undefined : `${basePath}${docs}`;
  let rendered: ReturnType<typeof createDocs> | undefined;
  const findFile = (path: string) => {
    const isReference = reference !== undefined && (path === reference || path.startsWith(`${reference}/`));
    if (!isReference && !path.endsWith('/openapi.json')) return undefined;
    rendered ??= createDocs({
      basePath,
      ...(docs !== undefined && { path: docs }),
      apiName: (engine.plan.api ?? DEFAULT_API).name,
      openApi: engine.openApi,
    });
    return rendered.find(path);
  };
  return { findFile };
}

function observeWith(onResponse: NonNullable<PorticoOptions['onResponse']>, authenticates: boolean) {
  return ({ endpoint, version, client, caller, status, milliseconds }: Responded) =>
    onResponse({
      operation: endpoint?.name,
      endpoint: endpoint && `${endpoint.method} ${endpoint.path}`,
      version,
      client,
      status,
      caller: authenticates ? caller && expose(caller) : undefined,
      milliseconds,
      deprecated: endpoint?.deprecated !== undefined,
    });
}

function authenticateWith(
  authenticate: NonNullable<PorticoOptions['authenticate']>,
  mapThrown: MapThrown | undefined,
): NonNullable<Runtime['authenticate']> {
  return async (authorization, _, request, errors) => {
    let caller: PorticoCaller | null | undefined;
    try {
      caller = await authenticate(credentialsOf(authorization, request));
    } catch (thrown) {
      const error = toGraphqlError(thrown, mapThrown);
      throw error ? classifyErrors([error], 0, errors) : thrown;
    }
    if (!caller) return null;
    const { subject, scopes, claims } = caller;
    // In JavaScript, a subject can also be missing or a number, and claims can be null.
    return {
      subject: String(subject ?? ''),
      scopes: new Set(scopes),
      claims: claims ?? {},
      authorization: authorization ?? '',
    };
  };
}

/** The headers are made where they are used: most hosts read only one. */
function credentialsOf(authorization: string | undefined, { headers, origin }: RestRequest) {
  let all: Headers | undefined;
  return {
    authorization,
    request: origin as HostRequest,
    get headers() {
      return (all ??= new Headers(
        Object.entries(headers).flatMap(([name, value]) =>
          [value].flat().map((each): [string, string] => [name, each ?? '']),
        ),
      ));
    },
  };
}

export function reportToStderr({ requestId, traceId, method, target, error, isCaught }: PorticoFailure): void {
  process.stderr.write(
    `portico: ${method} ${truncatePath(pathOf(target))} ${isCaught ? 'has a field that failed' : 'failed'} (request ${requestId}${traceId === undefined ? '' : `, trace ${traceId}`}): ${inspect(error.cause ?? error)}\n`,
  );
}

function expose({ subject, scopes, claims }: Caller): Required<PorticoCaller> {
  return { subject, scopes: [...scopes], claims };
}
