import type { ServeMode } from '../../gateway/cli/serve/ServeMode.ts';
import type { Environment } from '../../gateway/config/parseEnvironment.ts';
import type { ServiceSettings } from '../config/ServiceSettings.ts';
import { createDatabaseMode } from './createDatabaseMode.ts';
import { renderFirstSteps } from './renderFirstSteps.ts';

/** The mode of the whole service in one process. */
export function createMonolithMode(settings: ServiceSettings, env: Environment): ServeMode {
  return {
    ...createDatabaseMode(settings),
    check: async () => {
      const { composeService } = await import('../composeService.ts');
      composeService(settings);
    },
    start: async (overrides, isWorker) => {
      const { startMonolith } = await import('../modes/startMonolith.ts');
      const server = await startMonolith(isWorker ? { ...settings, migrate: 'done' } : settings, overrides);
      return { server, greeting: renderFirstSteps(settings, server.url, env) };
    },
  };
}
