import { readSettings } from '../../gateway/config/readSettings.ts';
import type { UpstreamOptions } from '../../project/commandOptions.ts';
import { readConfig } from '../../project/readConfig.ts';
import { createFacadeMode } from './createFacadeMode.ts';
import { runServer } from './runServer.ts';

/** Serves a gateway in front of an upstream, as options, the configuration and the environment name it. */
export async function serveFacade(options: UpstreamOptions): Promise<void> {
  const settings = readSettings(process.env);
  const config = await readConfig(process.cwd(), options.config);
  await runServer(settings, createFacadeMode(settings, options, { config }));
}
