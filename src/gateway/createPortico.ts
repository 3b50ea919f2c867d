// The REST engine over a host's GraphQL schema, as a handler for the host's own server. Loads no web server and no database.
// Refuses invalid options, and a restricted schema without `authenticate`.
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { GraphQLError, type GraphQLSchema, assertValidSchema } from 'graphql';
import type { Portico, PorticoCaller, PorticoExchange, PorticoFailure, PorticoOptions } from './PorticoOptions.ts';
import type { Caller } from './access/Caller.ts';
import { describeUnreadAccess, findUnreadAccess } from './access/findUnreadAccess.ts';
import { listRestrictedElements } from './access/requiredAccess.ts';
import {
  API_NAME_PATTERN,
  BASE_PATH_PATTERN,
  type TextPattern,
  isOrigin,
  isProxyList,
} from './config/settingFormats.ts';
import { API_FILE, DEFAULT_API } from './conventions/apiProperties.ts';
import { DEFAULT_CONVENTIONS } from './conventions/defaultConventions.ts';
import { createEngine } from './createEngine.ts';
import type { ExecutionRequest } from './execution/Execute.ts';
import { prepareWithContext } from './execution/prepareWithContext.ts';
import type { IdempotencyStore } from './idempotency/IdempotencyStore.ts';
import { createRunOnce } from './idempotency/RunOnce.ts';
import { createMemoryStore, createRateLimiter } from './limits/RateLimiter.ts';
import { createAdmission } from './limits/createAdmission.ts';
import { type PlanSource, loadPlan } from './loadPlan.ts';
import type { ApiPlan } from './plan/ApiPlan.ts';
import { toAbortSignal } from './protocol/signals.ts';
import { pathOf } from './protocol/urls.ts';
import type { Runtime } from './runtime/Runtime.ts';
import { classifyErrors } from './runtime/classifyErrors.ts';
import { createCors } from './server/cors.ts';
import { createMiddleware } from './server/createMiddleware.ts';
import { truncatePath } from './telemetry/requestLog.ts';

/**
 * Compiles the endpoint documents against the schema, or checks that it fits a built plan. Throws an error that lists every
 * problem.
 */
export function createPortico(options: PorticoOptions): Portico {
  const { schema, context, authenticate, idempotency, basePath = '' } = options;
  assertValidSchema(schema);
  checkText(BASE_PATH_PATTERN, 'basePath', basePath);
  checkOrigins(options);
  checkStore(idempotency);
  const unread = describeUnreadAccess(findUnreadAccess(schema));
  if (unread !== undefined) throw new TypeError(`The schema ${unread}`);
  if (!authenticate) refuseRestrictions(schema);
  const report = options.report ?? reportToStderr;

  const plan = withProperties(loadPlan(readSource(options), schema), options);
  const rest = createEngine({
    plan,
    schema,
    prepare: prepareWithContext(schema, (request) => {
      const exchange = createExchange(request, authenticate !== undefined);
      return context ? context(request.origin as IncomingMessage, exchange) : exchange;
    }),
    ...(authenticate && { authenticate: authenticateWith(authenticate) }),
    admission: createAdmission(),
    ...(idempotency && { runOnce: createRunOnce(idempotency) }),
    report,
    ...(hasLimits(plan) && {
      rateLimiter: createRateLimiter({ store: createMemoryStore({ warn: (message) => process.emitWarning(message) }) }),
    }),
    settings: {
      basePath,
      ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
      ...(options.trustProxy && { trustProxy: options.trustProxy }),
    },
  });
  // Of a built plan, they are described at their first use: `portico build` has checked them.
  if (options.plan === undefined) void rest.openApi;
  return {
    handler: createMiddleware(
      rest,
      basePath,
      report,
      createCors(options.cors?.origins, rest.requestHeaders, rest.responseHeaders),
    ),
    endpoints: plan.versions.flatMap(({ number, endpoints: all }) =>
      all.map(({ method, path, name }) => ({ version: number, method, path, operation: name })),
    ),
    get openApi() {
      return rest.openApi;
    },
    warnings: rest.warnings,
  };
}

const VERSIONING_PATTERN: TextPattern = { pattern: /^(path|header|both)$/, message: 'must be path, header or both' };

/** A request as resolvers see it. The caller is undefined where nothing authenticates. */
export function createExchange(
  { caller, requestId, signal }: Pick<ExecutionRequest, 'caller' | 'requestId' | 'signal'>,
  authenticates: boolean,
): PorticoExchange {
  return { caller: authenticates ? caller && expose(caller) : undefined, requestId, signal: toAbortSignal(signal) };
}

function readSource({ endpoints, plan }: PorticoOptions): PlanSource {
  if ((endpoints === undefined) === (plan === undefined)) {
    throw new TypeError('createPortico requires exactly one of the options endpoints and plan.');
  }
  if (endpoints === undefined) return { plan };
  return { endpoints: endpoints instanceof URL ? fileURLToPath(endpoints) : endpoints };
}

/** The plan with the properties of the API, from api.json or from the options. Throws a TypeError where both have some. */
function withProperties(plan: ApiPlan, { apiName, defaultVersion, versioning }: PorticoOptions): ApiPlan {
  const names = Object.entries({ apiName, defaultVersion, versioning }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (names.length === 0) return plan;
  if (plan.api) {
    throw new TypeError(`${names.join(', ')} cannot be combined with ${API_FILE}, which the endpoint documents have.`);
  }
  if (apiName !== undefined) checkText(API_NAME_PATTERN, 'apiName', apiName);
  if (versioning !== undefined) checkText(VERSIONING_PATTERN, 'versioning', versioning);
  return {
    ...plan,
    api: {
      name: apiName ?? DEFAULT_API.name,
      defaultVersion: defaultVersion ?? DEFAULT_API.defaultVersion,
      versioning: versioning ?? DEFAULT_API.versioning,
    },
  };
}

function checkText({ pattern, message }: TextPattern, option: string, text: string): void {
  if (!pattern.test(text)) throw new TypeError(`${option} ${message}, not "${text}".`);
}

function checkOrigins({ publicUrl, trustProxy, cors }: PorticoOptions): void {
  if (publicUrl !== undefined && !isOrigin(publicUrl)) {
    throw new TypeError(`publicUrl must be a URL such as https://api.example.com, without a path, not "${publicUrl}".`);
  }
  if (trustProxy && !isProxyList(trustProxy)) {
    throw new TypeError('trustProxy must be a list of IP addresses and ranges such as 10.0.0.0/8, or loopback.');
  }
  const invalid = cors && cors.origins !== '*' ? cors.origins.find((origin) => !isOrigin(origin)) : undefined;
  if (invalid !== undefined) {
    throw new TypeError(`cors.origins must be * or origins such as https://app.example.com, not "${invalid}".`);
  }
}

function hasLimits({ versions }: ApiPlan): boolean {
  return versions.some(({ endpoints }) => endpoints.some(({ rateLimit }) => rateLimit));
}

function checkStore(store: Partial<IdempotencyStore> | undefined): void {
  if (store === undefined || (typeof store?.begin === 'function' && typeof store.finish === 'function')) return;
  throw new TypeError('idempotency must have the functions begin and finish.');
}

/** A restricted schema must not be public because an option is missing. */
function refuseRestrictions(schema: GraphQLSchema): void {
  const restricted = listRestrictedElements(schema);
  if (restricted.length === 0) return;
  const names = restricted.slice(0, 3).join(', ') + (restricted.length > 3 ? ', …' : '');
  throw new TypeError(
    `The schema restricts ${names} with @authenticated or @requiresScopes; createPortico requires the option authenticate.`,
  );
}

function authenticateWith(
  authenticate: NonNullable<PorticoOptions['authenticate']>,
): NonNullable<Runtime['authenticate']> {
  return async (authorization) => {
    let caller: PorticoCaller | null | undefined;
    try {
      caller = await authenticate(authorization);
    } catch (thrown) {
      throw thrown instanceof GraphQLError ? classifyErrors([thrown], 0, DEFAULT_CONVENTIONS.errors) : thrown;
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

function reportToStderr({ requestId, method, target, error, isCaught }: PorticoFailure): void {
  process.stderr.write(
    `portico: ${method} ${truncatePath(pathOf(target))} ${isCaught ? 'has a field that failed' : 'failed'} (request ${requestId}): ${inspect(error.cause ?? error)}\n`,
  );
}

function expose({ subject, scopes, claims }: Caller): Required<PorticoCaller> {
  return { subject, scopes: [...scopes], claims };
}
