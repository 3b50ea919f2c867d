import { createFacadeMode } from '../../gateway/cli/serve/createFacadeMode.ts';
import type { UpstreamOptions } from '../../gateway/cli/serve/addUpstreamOptions.ts';
import type { ServeMode } from '../../gateway/cli/serve/ServeMode.ts';
import { UsageError } from '../../gateway/cli/UsageError.ts';
import type { Environment } from '../../gateway/config/parseEnvironment.ts';
import type { ServiceSettings } from '../config/ServiceSettings.ts';
import { createMonolithMode } from './createMonolithMode.ts';
import { createSubgraphMode } from './createSubgraphMode.ts';
import { defaultApi } from './defaultApi.ts';

/** The options of `serve`, as commander parses them. */
export interface ServeOptions extends UpstreamOptions {
  subgraph?: string;
}

/** The mode that the options select: a façade, one subgraph or, without options, the whole service. Throws a UsageError. */
export function selectMode(settings: ServiceSettings, options: ServeOptions, env: Environment): ServeMode {
  const { subgraph, ...facade } = options;
  if (facade.upstream !== undefined) {
    if (subgraph !== undefined) throw new UsageError('--subgraph and --upstream cannot be combined.');
    return createFacadeMode(settings, facade, { api: defaultApi });
  }
  const { plan, ...others } = facade;
  const [name] = Object.keys(others);
  if (name !== undefined) throw new UsageError(`--${name.replace('Header', '-header')} requires --upstream.`);
  if (subgraph === undefined) return createMonolithMode(settings, env, plan);
  if (plan !== undefined) throw new UsageError('--subgraph and --plan cannot be combined.');
  if (settings.graphqlSafelist !== undefined) {
    throw new UsageError(
      '--subgraph and GRAPHQL_SAFELIST cannot be combined: a router sends operations of its own to a subgraph. Configure the safelist in the router.',
    );
  }
  return createSubgraphMode(settings, subgraph);
}
