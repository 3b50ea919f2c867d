import { readPlanFile } from '../../gateway/cli/readPlanFile.ts';
import type { ServeMode } from '../../gateway/cli/serve/ServeMode.ts';
import type { Environment } from '../../gateway/config/parseEnvironment.ts';
import type { ServiceSettings } from '../config/ServiceSettings.ts';
import { createDatabaseMode } from './createDatabaseMode.ts';
import { renderFirstSteps } from './renderFirstSteps.ts';

/** The mode of the whole service in one process, from its endpoint documents or from a plan. */
export function createMonolithMode(settings: ServiceSettings, env: Environment, planFile?: string): ServeMode {
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
      const server = await startMonolith(
        isWorker ? { ...settings, migrate: 'done' } : settings,
        { ...(source && { source }) },
        overrides,
      );
      return { server, greeting: renderFirstSteps(settings, server.url, env) };
    },
  };
}
