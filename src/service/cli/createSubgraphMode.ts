import type { ServeMode } from '../../gateway/cli/serve/ServeMode.ts';
import { UsageError } from '../../gateway/cli/UsageError.ts';
import type { ServiceSettings } from '../config/ServiceSettings.ts';
import { createDatabaseMode } from './createDatabaseMode.ts';
import { describeUnknownSubgraph } from './describeUnknownSubgraph.ts';

/** The mode of one subgraph alone. */
export function createSubgraphMode(settings: ServiceSettings, name: string): ServeMode {
  return {
    ...createDatabaseMode(settings),
    check: async () => {
      const { SUBGRAPH_NAMES } = await import('../createSubgraphs.ts');
      if (!SUBGRAPH_NAMES.includes(name)) throw new UsageError(describeUnknownSubgraph(name, SUBGRAPH_NAMES));
    },
    start: async (overrides, isWorker) => {
      const { startSubgraph } = await import('../modes/startSubgraph.ts');
      const server = await startSubgraph(isWorker ? { ...settings, migrate: 'done' } : settings, { name }, overrides);
      return { server, greeting: `The subgraph ${name} is ready at ${server.url}/graphql\n` };
    },
  };
}
