import type { Settings } from '../../config/Settings.ts';
import type { PlanSource } from '../../loadPlan.ts';
import { checkPaths, type NamedPath } from '../project/checkPaths.ts';
import { isModule } from '../project/loadSchema.ts';
import { describeMissingConfig } from '../project/describeMissingConfig.ts';
import { findHeaderWarnings } from '../project/findHeaderWarnings.ts';
import type { Project } from '../project/Project.ts';
import type { Config } from '../project/readConfig.ts';
import { readSources } from '../project/readSources.ts';
import { readPlanFile } from '../readPlanFile.ts';
import { UsageError } from '../UsageError.ts';
import type { UpstreamOptions } from './addUpstreamOptions.ts';
import type { ServeMode } from './ServeMode.ts';

/** The defaults of the options of a façade. */
export interface FacadeDefaults {
  config?: Config | undefined;
  /** The endpoint documents of the program, for a façade over its own schema. */
  api?: Pick<Project, 'endpoints' | 'createPublisher'>;
}

/** The mode of a façade. Throws a UsageError. */
export function createFacadeMode(
  settings: Settings,
  { header = [], upstreamHeader = [], plan, ...given }: UpstreamOptions,
  { config, api }: FacadeDefaults = {},
): ServeMode {
  const options = { ...given, upstreamHeader: [...header, ...upstreamHeader] };
  if (options.upstream === undefined && config?.upstream === undefined) {
    throw new UsageError(describeMissingUpstream(config));
  }
  if (options.endpoints !== undefined && plan !== undefined) {
    throw new UsageError('--endpoints and --plan cannot be combined.');
  }
  const { schema, upstream, endpoints } = readSources(options, config);
  if (schema && isModule(schema.path)) throw new UsageError(describeModule(schema));
  const source = readSource(plan, endpoints?.path ?? api?.endpoints);
  const isOwn = endpoints === undefined && plan === undefined;
  const publisher = isOwn ? api?.createPublisher?.(settings) : undefined;
  return {
    warnings: findHeaderWarnings(options, config),
    check: async () => checkPaths({ ...(schema && { schema }), ...(plan === undefined && endpoints && { endpoints }) }),
    start: async (overrides) => {
      const { startFacade } = await import('../../startFacade.ts');
      const facade = {
        upstream: upstream!,
        source,
        ...(schema && { schema: schema.path }),
        ...(publisher && { publisher }),
      };
      const server = await startFacade(settings, facade, overrides);
      const address = upstream!.url.origin + upstream!.url.pathname;
      return {
        server,
        greeting: `Portico is ready at ${server.url}, in front of ${address}\n\nThe API reference is at ${server.url}/docs\n`,
      };
    },
  };
}

function readSource(plan: string | undefined, endpoints: string | undefined): PlanSource {
  if (plan !== undefined) return { plan: readPlanFile(plan) };
  if (endpoints !== undefined) return { endpoints };
  throw new UsageError('--endpoints or --plan is required: the folder of your endpoint documents, or a built plan.');
}

function describeMissingUpstream(config: Config | undefined): string {
  if (!config) return `--upstream is required: the URL of a GraphQL API. ${describeMissingConfig(process.cwd())}`;
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
