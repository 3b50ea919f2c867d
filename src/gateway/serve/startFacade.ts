// The façade: the REST engine over a remote GraphQL API. Stateless. Without an issuer it forwards Authorization as it is, and
// the upstream authenticates.
import type { GraphQLSchema } from 'graphql';
import type { Settings } from '../base/settings/Settings.ts';
import { DEFAULT_API } from '../plan/conventions/apiProperties.ts';
import { forwardedCredentials } from '../plan/conventions/credentialRules.ts';
import type { Upstream } from '../execute/remote/Upstream.ts';
import { introspectUpstream } from '../execute/remote/introspectUpstream.ts';
import { pingUpstream } from '../execute/remote/postGraphql.ts';
import { prepareRemote } from '../execute/remote/prepareRemote.ts';
import { readSchemaFile } from '../execute/remote/readSchemaFile.ts';
import type { IdempotencyStore } from '../guard/idempotency/IdempotencyStore.ts';
import { createRunOnce } from '../guard/idempotency/RunOnce.ts';
import { createRedisIdempotencyStore } from '../guard/idempotency/createRedisIdempotencyStore.ts';
import { createAdmission } from '../guard/limits/createAdmission.ts';
import { openRateLimiter } from '../guard/limits/openRateLimiter.ts';
import type { PlanSource } from '../compile/loadPlan.ts';
import { readFittingPlan } from '../plan/coordinates.ts';
import { openRedis } from '../base/settings/openRedis.ts';
import { type Overrides, type RunningServer, shareProbe, startWith } from './RunningServer.ts';
import { type ServerEngineOptions, createServerEngine, startGatewayServer } from './startGatewayServer.ts';
import { type Logger, createLogger } from '../base/telemetry/createLogger.ts';
import { refuseStaticPolicies } from './validateOptions.ts';

export interface FacadeOptions {
  upstream: Upstream;
  /** A file with the SDL of the upstream or of its supergraph. Absent: introspection. */
  schema?: string;
  source: PlanSource;
  /** `info.contact` and `info.license` of the OpenAPI documents. */
  publisher?: ServerEngineOptions['publisher'];
}

/** Starts the façade. The upstream has to be available only for introspection. */
export async function startFacade(
  settings: Settings,
  { upstream, schema: file, source, publisher }: FacadeOptions,
  overrides: Overrides = {},
): Promise<RunningServer> {
  const log = overrides.log ?? createLogger(settings.logLevel);
  const verifies = settings.auth.key.kind !== 'local';
  const { upstreamMaxBytes: maxBytes, upstreamBatchSize: maxBatchSize } = settings;
  const schema: GraphQLSchema =
    file === undefined ? await introspectUpstream(upstream, maxBytes) : readSchemaFile({ file, access: verifies });
  if (verifies) refuseStaticPolicies(schema, upstream, '--upstream-header');
  const plan =
    'plan' in source
      ? readFittingPlan(source.plan, schema)
      : (await import('../compile/loadPlan.ts')).loadPlan(source, schema);
  const { name: apiName, securitySchemes } = plan.api ?? DEFAULT_API;
  const forwarded = [...upstream.forwarded, ...forwardedCredentials(securitySchemes)];
  const authenticator = verifies
    ? await (await import('../guard/access/createAuthenticator.ts')).openAuthenticator(settings, apiName)
    : undefined;
  const start = async (dependencies: Pick<ServerEngineOptions, 'rateLimiter' | 'runOnce'>) => {
    const admission = createAdmission();
    const engine = createServerEngine(settings, {
      plan,
      schema,
      prepare: prepareRemote(
        { ...upstream, forwarded },
        {
          schema,
          maxBytes,
          maxBatchSize,
          telemetry: overrides.telemetry,
          warn: (message, err) => log.warn({ err }, message),
        },
      ),
      admission,
      ...authenticator,
      ...dependencies,
      open: false,
      forwardedHeaders: upstream.forwarded,
      publisher,
      log,
    });
    return startGatewayServer(
      settings,
      {
        rest: { engine, tokenSource: { kind: verifies ? 'issuer' : 'upstream' } },
        admission,
        ping: shareProbe(() => pingUpstream(upstream)),
        log,
      },
      overrides,
    );
  };
  return startWith(await openKeyStore(settings, apiName, log), async ({ store }) =>
    startWith(await openRateLimiter(settings, apiName, log), ({ rateLimiter }) =>
      start({ ...(rateLimiter && { rateLimiter }), ...(store && { runOnce: createRunOnce(store) }) }),
    ),
  );
}

/**
 * Opens the idempotency keys of a façade in Redis. Settles when the first attempt to connect has succeeded or failed: without Redis,
 * requests with a key are refused, and all others are served. Throws a SettingsError where the package `ioredis` is not installed.
 */
async function openKeyStore(
  { redisUrl: url }: Pick<Settings, 'redisUrl'>,
  apiName: string,
  log: Logger,
): Promise<{ store?: IdempotencyStore; close(): void }> {
  if (url === undefined) return { close: () => {} };
  // What was sent when a connection broke is sent again over the next.
  const redis = await openRedis({ purpose: 'idempotency keys', url, maxRetriesPerRequest: null }, log);
  return { store: createRedisIdempotencyStore(redis.client, `${apiName}:idempotency:`), close: redis.close };
}
