import type { Settings } from '../../config/Settings.ts';
import type { PlanSource } from '../../loadPlan.ts';
import { checkPaths } from '../project/checkPaths.ts';
import type { Project } from '../project/Project.ts';
import { UsageError } from '../UsageError.ts';
import type { UpstreamOptions } from './addUpstreamOptions.ts';
import { readPlanFile } from '../readPlanFile.ts';
import { readUpstream } from '../project/readUpstream.ts';
import type { ServeMode } from './ServeMode.ts';

/** The mode of a façade. Without `--endpoints` and `--plan` it has the documents of the default API. Throws a UsageError. */
export function createFacadeMode(
  settings: Settings,
  { upstream: url, header = [], upstreamHeader = [], forwardHeader, ...options }: UpstreamOptions,
  defaults?: Pick<Project, 'endpoints' | 'createPublisher'>,
): ServeMode {
  if (url === undefined) throw new UsageError('--upstream is required: the URL of a GraphQL API.');
  const upstream = readUpstream(url, [...header, ...upstreamHeader], forwardHeader);
  const { schema } = options;
  const source = readSource(options, defaults);
  const isDefault = options.endpoints === undefined && options.plan === undefined;
  const publisher = isDefault ? defaults?.createPublisher?.(settings) : undefined;
  return {
    check: async () => checkPaths(options),
    start: async (overrides) => {
      const { startFacade } = await import('../../startFacade.ts');
      const facade = { upstream, source, ...(schema !== undefined && { schema }), ...(publisher && { publisher }) };
      const server = await startFacade(settings, facade, overrides);
      const address = upstream.url.origin + upstream.url.pathname;
      return {
        server,
        greeting: `Portico is ready at ${server.url}, in front of ${address}\n\nThe API reference is at ${server.url}/docs\n`,
      };
    },
  };
}

function readSource(
  { endpoints, plan }: Pick<UpstreamOptions, 'endpoints' | 'plan'>,
  defaults?: Pick<Project, 'endpoints'>,
): PlanSource {
  if (endpoints !== undefined && plan !== undefined) {
    throw new UsageError('--endpoints and --plan cannot be combined.');
  }
  if (plan !== undefined) return { plan: readPlanFile(plan) };
  const folder = endpoints ?? defaults?.endpoints;
  if (folder !== undefined) return { endpoints: folder };
  throw new UsageError('--endpoints or --plan is required: the folder of your endpoint documents, or a built plan.');
}
