import { readFileSync } from 'node:fs';
import { SETTINGS, variablesOf } from '../../gateway/base/settings/describeSettings.ts';
import type { Settings } from '../../gateway/base/settings/Settings.ts';
import { readSettings } from '../../gateway/base/settings/readSettings.ts';
import type { TrustedDocuments } from '../../gateway/base/settings/settingFormats.ts';
import type { Upstream } from '../../gateway/execute/remote/Upstream.ts';
import type { PlanSource } from '../../gateway/compile/loadPlan.ts';
import type { Report } from '../../project/Report.ts';
import type { Logger } from '../../gateway/base/telemetry/createLogger.ts';
import { UsageError } from '../../project/UsageError.ts';
import type { ToolOptions, UpstreamOptions } from '../../project/commandOptions.ts';
import { isModule } from '../../project/loadSchema.ts';
import { type Config, MISSING_CONFIG, readConfig } from '../../project/readConfig.ts';
import { type NamedPath, checkPaths, findHeaderWarnings, readSources } from '../../project/readSources.ts';
import type { Project } from '../../project/resolveProject.ts';
import type { ServeMode } from './ServeMode.ts';
import { runTools } from './runTools.ts';
import { runServer } from './runServer.ts';
import { readJson } from '../../gateway/http/losslessJson.ts';

/** Serves a gateway in front of an upstream, as options, the configuration and the environment name it. */
export async function serveFacade(options: UpstreamOptions): Promise<void> {
  const { settings, mode } = await readFacade(options);
  await runServer(settings, mode, variablesOf(SETTINGS));
}

/** Serves the tools of a gateway in front of an upstream over standard input and output. */
export async function serveFacadeTools({
  version,
  token,
  header,
  ...options
}: UpstreamOptions & ToolOptions): Promise<void> {
  const { settings, mode } = await readFacade(options);
  await runTools(settings, mode, { version, token, header }, variablesOf(SETTINGS));
}

/** Checks what `serveFacade` would need. */
export async function diagnoseFacade(options: UpstreamOptions): Promise<Report> {
  const { doctor } = await import('../doctor/doctor.ts');
  return doctor(variablesOf(SETTINGS), process.env, () => readFacade(options));
}

async function readFacade(options: UpstreamOptions): Promise<{ settings: Settings; mode: ServeMode }> {
  const settings = readSettings(process.env);
  const config = await readConfig(process.cwd(), options.config);
  return { settings, mode: createFacadeMode(settings, options, { config }) };
}

/** The defaults of the options of a façade. */
export interface FacadeDefaults {
  config?: Config | undefined;
  /** The endpoint documents of the program, for a façade over its own schema. */
  api?: Pick<Project, 'endpoints' | 'publisher'>;
}

/** The mode of a façade. Throws a UsageError. */
export function createFacadeMode(
  settings: Settings,
  { plan, trustedDocuments, ...options }: UpstreamOptions,
  { config, api }: FacadeDefaults = {},
): ServeMode {
  if (options.upstream === undefined && config?.upstream === undefined) {
    throw new UsageError(describeMissingUpstream(config));
  }
  if (options.endpoints !== undefined && plan !== undefined) {
    throw new UsageError('--endpoints and --plan cannot be combined.');
  }
  const { schema, upstream: named, endpoints } = readSources({ ...settings.upstreamClient, ...options }, config);
  const configured = options.upstream === undefined ? config?.trustedDocuments : undefined;
  const form = trustedDocuments ?? settings.upstreamTrustedDocuments ?? configured;
  const upstream = trustDocuments(named!, form, schema !== undefined);
  if (schema && isModule(schema.path)) throw new UsageError(describeModule(schema));
  const source = readSource(plan, endpoints?.path ?? api?.endpoints);
  const isOwn = endpoints === undefined && plan === undefined;
  const publisher = isOwn ? api?.publisher : undefined;
  const facade = { upstream, source, ...(schema && { schema: schema.path }), ...(publisher && { publisher }) };
  const address = upstream.url.origin + upstream.url.pathname;
  /** A start that introspects fails where the upstream does not respond; with a schema of its own it has not asked yet. */
  const warnOfUpstream = async (log?: Logger) => {
    if (!schema || !log) return;
    const { pingUpstream } = await import('../../gateway/execute/remote/postGraphql.ts');
    await pingUpstream(upstream).catch((err: unknown) =>
      log.warn({ err }, `The upstream ${address} does not respond; until it does, requests and /health/ready are 503.`),
    );
  };
  return {
    warnings: findHeaderWarnings(options, config),
    checks: [
      {
        name: 'upstream',
        run: async () => (await import('../doctor/checkUpstream.ts')).checkUpstream(settings, facade),
      },
    ],
    check: async () => checkPaths({ ...(schema && { schema }), ...(plan === undefined && endpoints && { endpoints }) }),
    // Once for all workers, which have no log here.
    prepare: async (log) => {
      void warnOfUpstream(log);
      return { close: async () => {} };
    },
    start: async (overrides) => {
      const { startFacade } = await import('../../gateway/serve/startFacade.ts');
      const server = await startFacade(settings, facade, overrides);
      void warnOfUpstream(overrides.log);
      return {
        server,
        greeting: `Portico is ready at ${server.url}, in front of ${address}\n\nThe API reference is at ${server.url}/docs\n`,
      };
    },
  };
}

/** The upstream with the form of trusted documents. Refuses one that would need others: introspection, and names that are missing. */
function trustDocuments(upstream: Upstream, form: TrustedDocuments | undefined, hasSchema: boolean): Upstream {
  if (form === undefined) return upstream;
  if (!hasSchema) {
    throw new UsageError(
      '--trusted-documents requires --schema FILE: the upstream executes only documents that it knows, and introspection is none of them.',
    );
  }
  if (form === 'hive' && upstream.client?.version === undefined) {
    throw new UsageError(
      '--trusted-documents hive requires --client-name and --client-version: those of the app deployment, which are part of each id.',
    );
  }
  return { ...upstream, trustedDocuments: form };
}

function readSource(plan: string | undefined, endpoints: string | undefined): PlanSource {
  if (plan !== undefined) return { plan: readPlanFile(plan) };
  if (endpoints !== undefined) return { endpoints };
  throw new UsageError('--endpoints or --plan is required: the folder of your endpoint documents, or a built plan.');
}

function describeMissingUpstream(config: Config | undefined): string {
  if (!config) return `--upstream is required: the URL of a GraphQL API. ${MISSING_CONFIG}`;
  return (
    `${config.name} has no upstream: pass --upstream URL, the GraphQL API to serve as REST. ` +
    'A schema in your own program is served by that, with createPortico, or by "portico dev".'
  );
}

function describeModule({ by, path }: NamedPath): string {
  return (
    `${by} is a module, ${path}. "portico serve" reads the schema of an upstream from SDL, a supergraph or an introspection; ` +
    'a module is served by your own program, with createPortico, or by "portico dev".'
  );
}

/** The JSON of a file of `--plan`. Throws a UsageError for a file that cannot be read or is not JSON. */
export function readPlanFile(file: string): unknown {
  let json: string;
  try {
    json = readFileSync(file, 'utf8');
  } catch (error) {
    const [reason] = (error as Error).message.split(', ', 1);
    throw new UsageError(`--plan: the file ${file} cannot be read. ${reason}.`);
  }
  try {
    return readJson(json);
  } catch (error) {
    throw new UsageError(`--plan: the file ${file} is not valid JSON: ${(error as Error).message}.`);
  }
}
