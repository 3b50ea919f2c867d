// The façade: the REST engine over a remote GraphQL API. Stateless. Without an issuer it forwards Authorization as it is, and
// the upstream authenticates.
import type { GraphQLSchema } from 'graphql';
import { openAuthenticator } from './access/openAuthenticator.ts';
import { createAdmission } from './admission/createAdmission.ts';
import type { Settings } from './config/Settings.ts';
import { createServerEngine, type ServerEngineOptions } from './createServerEngine.ts';
import { introspectUpstream } from './execution/remote/introspectUpstream.ts';
import { pingUpstream } from './execution/remote/pingUpstream.ts';
import { prepareRemote } from './execution/remote/prepareRemote.ts';
import { readSchemaFile } from './execution/remote/readSchemaFile.ts';
import type { Upstream } from './execution/remote/Upstream.ts';
import type { Overrides, RunningServer } from './server/RunningServer.ts';
import { startGatewayServer } from './startGatewayServer.ts';
import { type PlanSource, loadPlan } from './loadPlan.ts';
import { createLogger } from './telemetry/createLogger.ts';

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
  const maxBytes = settings.upstreamMaxBytes;
  const schema: GraphQLSchema =
    file === undefined ? await introspectUpstream(upstream, maxBytes) : readSchemaFile({ file, access: verifies });
  const engine = createServerEngine(settings, {
    plan: loadPlan(source, schema),
    schema,
    prepare: prepareRemote(upstream, { schema, maxBytes }),
    admission: createAdmission(),
    ...(verifies && (await openAuthenticator(settings))),
    open: false,
    publisher,
    log,
  });
  return startGatewayServer(
    settings,
    {
      rest: { engine, tokenSource: { kind: verifies ? 'issuer' : 'upstream' } },
      forwardedHeaders: upstream.forwarded,
      ping: () => pingUpstream(upstream),
      log,
    },
    overrides,
  );
}
