// The façade: the REST engine over a remote GraphQL API. Stateless. Without an issuer it forwards Authorization as it is, and
// the upstream authenticates.
import type { GraphQLSchema } from 'graphql';
import { openAuthenticator } from './access/createAuthenticator.ts';
import type { Settings } from './config/Settings.ts';
import { DEFAULT_API } from './conventions/apiProperties.ts';
import { forwardedCredentials } from './conventions/credentialRules.ts';
import type { Upstream } from './execution/remote/Upstream.ts';
import { introspectUpstream } from './execution/remote/introspectUpstream.ts';
import { pingUpstream } from './execution/remote/postGraphql.ts';
import { prepareRemote } from './execution/remote/prepareRemote.ts';
import { readSchemaFile } from './execution/remote/readSchemaFile.ts';
import { createRunOnce } from './idempotency/RunOnce.ts';
import { openKeyStore } from './idempotency/createRedisIdempotencyStore.ts';
import { createAdmission } from './limits/createAdmission.ts';
import { openRateLimiter } from './limits/openRateLimiter.ts';
import { type PlanSource, loadPlan } from './loadPlan.ts';
import { type Overrides, type RunningServer, shareProbe, startWith } from './server/RunningServer.ts';
import { type ServerEngineOptions, createServerEngine, startGatewayServer } from './startGatewayServer.ts';
import { createLogger } from './telemetry/createLogger.ts';
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
  const plan = loadPlan(source, schema);
  const { name: apiName, securitySchemes } = plan.api ?? DEFAULT_API;
  const forwarded = [...upstream.forwarded, ...forwardedCredentials(securitySchemes)];
  const authenticator = verifies ? await openAuthenticator(settings, apiName) : undefined;
  const start = async (dependencies: Pick<ServerEngineOptions, 'rateLimiter' | 'runOnce'>) => {
    const engine = createServerEngine(settings, {
      plan,
      schema,
      prepare: prepareRemote(
        { ...upstream, forwarded },
        {
          schema,
          maxBytes,
          maxBatchSize,
          warn: (message, err) => log.warn({ err }, message),
        },
      ),
      admission: createAdmission(),
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
