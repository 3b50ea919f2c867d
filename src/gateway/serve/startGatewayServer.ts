// The wiring that all modes share: documentation, CORS, health, logs and closing, around a REST engine, a GraphQL handler or
// both.
import type { Authenticator } from '../guard/access/createAuthenticator.ts';
import type { Settings } from '../base/settings/Settings.ts';
import { API_FILE } from '../plan/conventions/apiProperties.ts';
import { isBearer } from '../plan/conventions/credentialRules.ts';
import type { Engine } from './createEngine.ts';
import { type EngineOptions, type EngineSettings, type RestEngine, createRestEngine } from './createRestEngine.ts';
import type { Schema } from '../describe/openapi/Schema.ts';
import { documentPaths } from '../describe/openapi/documentPaths.ts';
import { ServiceError } from '../base/errors/ServiceError.ts';
import type { Admission } from '../guard/limits/createAdmission.ts';
import { pathOf } from '../http/urls.ts';
import type { Overrides, RunningServer } from './RunningServer.ts';
import { CHANGES_PATH, type ServedApi, createServedApi } from './ServedApi.ts';
import { createCors } from './cors.ts';
import type { ListenerSettings } from './ports/createListener.ts';
import type { RenderGraphiql } from './docs/createDocs.ts';
import type { TokenSource } from './docs/renderReference.ts';
import { renderFile } from './docs/site.ts';
import { startHttpServer } from './ports/startHttpServer.ts';
import type { Logger } from '../base/telemetry/createLogger.ts';
import { reportFailure } from '../base/telemetry/requestLog.ts';

/** The parts of a server that depend on its mode. */
export interface GatewayParts {
  /** Absent in a subgraph alone: there is neither REST nor documentation. */
  rest?: { engine: Engine | ServerEngine; tokenSource: TokenSource };
  /** Absent in a façade: there is no /graphql. */
  graphql?: GraphqlService;
  /** The public keys of tokens, which are served below the base path. Absent: an issuer serves them. */
  exportKeySet?: Authenticator['exportKeySet'] | undefined;
  /** That of the engine and of /graphql. Absent: they have none. */
  admission?: Pick<Admission, 'drain'>;
  /** Rejects while the process is not ready. */
  ping(): Promise<void>;
  log: Logger;
}

/** Where issuers usually serve their keys. */
const KEY_SET_PATH = '/.well-known/jwks.json';

/** The handler of /graphql. */
interface GraphqlService {
  handle: NonNullable<ListenerSettings['graphql']>['handle'];
  /** Absent: there is no GraphiQL. */
  renderGraphiql?: RenderGraphiql;
  close(): Promise<void>;
}

/** Starts listening; on failure nothing stays open. `close` also closes the GraphQL handler. */
export async function startGatewayServer(
  settings: Settings,
  { rest, graphql, exportKeySet, admission, ping, log }: GatewayParts,
  { requestTimeoutMs, telemetry, serve }: Pick<Overrides, 'requestTimeoutMs' | 'telemetry' | 'serve'> = {},
): Promise<RunningServer> {
  for (const warning of rest?.engine.warnings ?? []) log.warn(warning);
  try {
    const api: ServedApi = rest
      ? createServedApi(settings, {
          ...rest,
          ...(graphql?.renderGraphiql && { renderGraphiql: graphql.renderGraphiql }),
        })
      : {
          rest: { handle: refuse },
          docs: { find: () => undefined },
          cors: createCors(settings.corsOrigins && { origins: settings.corsOrigins }),
        };
    if (exportKeySet) {
      const { docs } = api;
      const path = settings.basePath + KEY_SET_PATH;
      const render = async () => renderFile('json', JSON.stringify(await exportKeySet()));
      api.docs = { ...docs, find: (requested) => (requested === path ? render() : docs.find(requested)) };
    }
    const server =
      serve && rest
        ? { ...(await serve(rest.engine)), check: ping, drain: () => {} }
        : await startHttpServer({
            ...settings,
            api: () => api,
            ...(graphql && { graphql }),
            ping,
            log,
            telemetry,
            usage: telemetry?.usage,
            requestTimeoutMs,
          });
    return {
      url: server.url,
      health: { conventions: rest?.engine.conventions, check: server.check },
      drain: () => {
        server.drain();
        admission?.drain();
      },
      close: async () => {
        const closed = server.close();
        // The responses that it sends are the last ones of their connections by now.
        admission?.drain();
        await closed;
        await graphql?.close();
      },
    };
  } catch (error) {
    await graphql?.close();
    throw error;
  }
}

export interface ServerEngineOptions extends Omit<EngineOptions, 'settings' | 'report'> {
  /** `info.contact` and `info.license` of the OpenAPI documents. */
  publisher?: EngineSettings['publisher'] | undefined;
  /** See `EngineSettings`. */
  open?: boolean;
  /** See `RuntimeSettings`. */
  forwardedHeaders?: EngineSettings['forwardedHeaders'] | undefined;
  /** Receives the failures. */
  log: Logger;
}

/** An engine whose OpenAPI documents are described, by modules that are loaded for it, when one of them is first read. */
export interface ServerEngine extends RestEngine {
  readonly openApi: ReadonlyMap<string, () => Promise<Schema>>;
}

/**
 * Creates an engine as servers of their own need it: with compressed bodies and the page of changes. Throws where the API states no
 * scheme for the tokens that these verify.
 */
export function createServerEngine(
  settings: Settings,
  { publisher, open, forwardedHeaders, log, ...options }: ServerEngineOptions,
): ServerEngine {
  const { plan, authenticate } = options;
  const { securitySchemes } = plan.api ?? {};
  if (authenticate && securitySchemes && !Object.values(securitySchemes).some(isBearer)) {
    throw new Error(`${API_FILE} must state a security scheme with the scheme bearer: AUTH_* settings verify tokens.`);
  }
  const engineSettings: EngineSettings = {
    ...settings,
    open: open ?? !authenticate,
    ...(forwardedHeaders && { forwardedHeaders }),
    compression: true,
    changesPath: CHANGES_PATH,
    ...(publisher && { publisher }),
  };
  const describe = async () => {
    const { describeApi } = await import('../describe/openapi/describeApi.ts');
    return describeApi(plan, engineSettings);
  };
  let documents: ReturnType<typeof describe> | undefined;
  const read = async (path: string) => (await (documents ??= describe())).get(path)!;
  return {
    ...createRestEngine({
      ...options,
      settings: engineSettings,
      report: ({ target, ...failure }) => reportFailure(log, { ...failure, path: pathOf(target) }),
    }),
    openApi: new Map(documentPaths(plan).map((path) => [path, () => read(path)])),
  };
}

async function refuse(): Promise<never> {
  throw new ServiceError('NOT_FOUND', 'Not found. This server has /graphql, /health/live and /health/ready.');
}
