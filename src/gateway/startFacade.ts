// The REST engine over a GraphQL API that is somewhere else. It is stateless: nothing of the domain and no database is
// loaded. Where no issuer is configured, Authorization is sent on as it came, and the upstream decides about it.
import { fileURLToPath } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import type { Authenticator } from './access/createAuthenticator.ts';
import { openAuthenticator } from './access/openAuthenticator.ts';
import type { Settings } from './config/Settings.ts';
import { CHANGES_PATH } from './contracts/changes/changesPath.ts';
import { renderChanges } from './contracts/changes/renderChanges.ts';
import { publisherOf } from './contracts/publisherOf.ts';
import { introspectUpstream } from './execution/remote/introspectUpstream.ts';
import { pingUpstream } from './execution/remote/pingUpstream.ts';
import { prepareRemote } from './execution/remote/prepareRemote.ts';
import { readSchemaFile } from './execution/remote/readSchemaFile.ts';
import type { Upstream } from './execution/remote/Upstream.ts';
import { createCors } from './server/cors.ts';
import type { Overrides, RunningServer } from './server/RunningServer.ts';
import { createDocs } from './server/docs/createDocs.ts';
import { startHttpServer } from './server/startHttpServer.ts';
import { compileApi } from './compile/compileApi.ts';
import { createEngine } from './createEngine.ts';
import { createLogger } from './telemetry/createLogger.ts';
import { pathOf } from './protocol/parseTarget.ts';
import { reportFailure } from './telemetry/reportFailure.ts';

const ENDPOINTS = fileURLToPath(new URL('../../schema/rest', import.meta.url));

/** What is behind the façade, and what is in front of it. */
export interface Facade {
  upstream: Upstream;
  /** A file with the SDL of the upstream, or of its supergraph. Absent: introspection. */
  schema?: string;
  /** The folder of endpoint documents. Absent: those of Portico's own domain. */
  endpoints?: string;
}

/** Starts the façade. The upstream needs to be there only if it is to be introspected. */
export async function startFacade(
  settings: Settings,
  { upstream, schema: file, endpoints = ENDPOINTS }: Facade,
  overrides: Overrides = {},
): Promise<RunningServer> {
  const { host, port, basePath, apiName, auth, logLevel, upstreamMaxBytes } = settings;
  const log = overrides.log ?? createLogger(logLevel);
  const verifies = auth.key.kind !== 'local';
  const { authenticate } = verifies ? await openAuthenticator(settings) : TRUSTING;
  const schema = await readSchema(upstream, file, verifies, upstreamMaxBytes);
  const prepare = prepareRemote(upstream, { schema, maxBytes: upstreamMaxBytes });
  const plan = compileApi(endpoints, schema);
  const rest = createEngine({
    plan,
    schema,
    prepare,
    authenticate,
    settings: {
      ...settings,
      compression: true,
      changesPath: CHANGES_PATH,
      ...(endpoints === ENDPOINTS && { publisher: publisherOf(settings) }),
    },
    report: ({ target, ...failure }) => reportFailure(log, { ...failure, path: pathOf(target) }),
  });
  for (const warning of plan.warnings) log.warn(warning);
  const changes = { path: CHANGES_PATH, name: 'Changes', markdown: renderChanges(plan) };
  return startHttpServer({
    host,
    port,
    basePath,
    rest,
    docs: createDocs({
      basePath,
      apiName,
      openApi: rest.openApi,
      pages: [changes],
      tokenSource: { kind: verifies ? 'issuer' : 'upstream' },
    }),
    cors: createCors(settings.corsOrigins, [...rest.headerParameters, ...upstream.forwarded]),
    ping: () => pingUpstream(upstream),
    log,
    requestTimeoutMs: overrides.requestTimeoutMs,
  });
}

async function readSchema(
  upstream: Upstream,
  file: string | undefined,
  access: boolean,
  maxBytes: number,
): Promise<GraphQLSchema> {
  return file === undefined ? introspectUpstream(upstream, maxBytes) : readSchemaFile({ file, access });
}

/** Believes everybody: who somebody is and what they may do is found out by the upstream, which is sent the same header. */
const TRUSTING: Authenticator = {
  authenticate: async (authorization = '') => ({ subject: '', scopes: new Set(), authorization }),
};
