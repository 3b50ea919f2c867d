import { type UpstreamOptions, UsageError } from '../../cli/program.ts';
import { type Config, type ServeMode, createFacadeMode, readPlanFile } from '../../cli/serve.ts';
import type { Environment, Settings } from '../../gateway/server.ts';
import { defaultApi } from '../defaultApi.ts';
import type { ServiceSettings } from '../config/readServiceSettings.ts';
import { databaseChecks } from './databaseChecks.ts';

export interface ServeOptions extends UpstreamOptions {
  subgraph?: string;
}

/**
 * The mode that the options and the configuration of the folder select: a façade, one subgraph or, without any, the whole service. Throws a
 * UsageError.
 */
export function selectMode(
  settings: ServiceSettings,
  options: ServeOptions,
  env: Environment,
  config?: Config,
): ServeMode {
  const { subgraph, ...facade } = options;
  if (subgraph !== undefined && facade.config !== undefined) {
    throw new UsageError('--subgraph and --config cannot be combined.');
  }
  if (facade.upstream !== undefined && subgraph !== undefined) {
    throw new UsageError('--subgraph and --upstream cannot be combined.');
  }
  if (config !== undefined && subgraph === undefined) return createFacadeMode(settings, facade, { config });
  if (facade.upstream !== undefined) return createFacadeMode(settings, facade, { api: defaultApi });
  const { plan, ...others } = facade;
  const [name] = Object.keys(others);
  if (name !== undefined)
    throw new UsageError(`--${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()} requires --upstream.`);
  if (subgraph === undefined) return createMonolithMode(settings, env, plan);
  if (plan !== undefined) throw new UsageError('--subgraph and --plan cannot be combined.');
  if (settings.graphqlSafelist !== undefined) {
    throw new UsageError(
      '--subgraph and GRAPHQL_SAFELIST cannot be combined: a router sends operations of its own to a subgraph. Configure the safelist in the router.',
    );
  }
  return createSubgraphMode(settings, subgraph);
}

/** The mode of the whole service in one process, from its endpoint documents or from a plan. */
function createMonolithMode(settings: ServiceSettings, env: Environment, planFile?: string): ServeMode {
  let source = planFile === undefined ? undefined : { plan: readPlanFile(planFile) as unknown };
  return {
    ...createDatabaseMode(settings),
    check: async () => {
      const { composeService } = await import('../composeService.ts');
      const { schema, rest } = composeService(settings, undefined, source);
      // The start does not compile the documents again.
      source = { plan: rest.plan };
      if (settings.graphqlSafelist === undefined) return;
      const { readSafelist } = await import('../graphql/safelist.ts');
      readSafelist(settings.graphqlSafelist, schema);
    },
    start: async (overrides, isWorker) => {
      const { startMonolith } = await import('../modes/startMonolith.ts');
      const server = await startMonolith(isWorker ? { ...settings, migrate: 'done' } : settings, { source }, overrides);
      return { server, greeting: renderFirstSteps(settings, server.url, env) };
    },
  };
}

function createSubgraphMode(settings: ServiceSettings, name: string): ServeMode {
  return {
    ...createDatabaseMode(settings),
    check: async () => {
      const { SUBGRAPH_NAMES, describeUnknownSubgraph } = await import('../createSubgraphs.ts');
      if (!SUBGRAPH_NAMES.includes(name)) throw new UsageError(describeUnknownSubgraph(name));
    },
    start: async (overrides, isWorker) => {
      const { startSubgraph } = await import('../modes/startSubgraph.ts');
      const server = await startSubgraph(isWorker ? { ...settings, migrate: 'done' } : settings, { name }, overrides);
      return { server, greeting: `The subgraph ${name} is ready at ${server.url}/graphql\n` };
    },
  };
}

/** The part of a mode that concerns the database: the embedded one is for one process; a server is prepared for all workers. */
function createDatabaseMode(settings: ServiceSettings): Pick<ServeMode, 'singleProcess' | 'prepare' | 'checks'> {
  const checks = databaseChecks(settings);
  if (settings.databaseUrl === undefined) {
    return {
      checks,
      singleProcess:
        'requires DATABASE_URL: only one process can open the embedded database. Set DATABASE_URL to a PostgreSQL server, ' +
        'or WORKERS to 1 or auto.',
    };
  }
  return {
    checks,
    prepare: async (log) => {
      const { maintainDatabase } = await import('../database/openDatabase.ts');
      return maintainDatabase({ ...settings, log });
    },
  };
}

/** The greeting of the service: commands to try it. It never contains a token, as it may end up in logs. */
export function renderFirstSteps({ auth }: Settings, url: string, env: Environment): string {
  const products = quote(`${url}/v1/products?limit=3`);
  const folder = env['DATA_DIR'] ? `DATA_DIR=${quote(env['DATA_DIR'])} ` : '';
  const token = auth.key.kind === 'local' ? `$(${folder}npm exec -- portico token --scope products:read)` : '$TOKEN';
  return [
    `Portico is ready at ${url}`,
    '',
    auth.key.kind === 'local' ? 'Try it in this folder:' : 'Try it with a token of your issuer:',
    `  curl -H "Authorization: Bearer ${token}" ${products}`,
    '',
    `GraphQL is at ${url}/graphql, with the same tokens. The API reference is at ${url}/docs`,
    '',
  ].join('\n');
}

/** Quotes a text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
