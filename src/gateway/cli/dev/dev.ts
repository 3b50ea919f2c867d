import type { Environment } from '../../config/parseEnvironment.ts';
import { readSettings } from '../../config/readSettings.ts';
import type { Project } from '../project/Project.ts';
import { type ApiOptions, resolveProject } from '../project/resolveProject.ts';
import { probePort } from '../serve/probePort.ts';
import { stopOnSignals } from '../serve/stopOnSignals.ts';
import { createTerminal } from './createTerminal.ts';
import { startDevServer } from './startDevServer.ts';

/** Serves a project until Ctrl-C. */
export async function dev(
  { mock, ...options }: ApiOptions & { mock: boolean },
  env: Environment,
  defaults?: Project,
): Promise<void> {
  const settings = readSettings(env);
  const project = await resolveProject(options, defaults);
  await probePort(settings);
  // A closed pipe is the end of the output.
  process.stdout.on('error', () => process.exit(0));
  await startDevServer(settings, project, {
    mock,
    isDefault: project === defaults,
    terminal: createTerminal(process.stdout),
  });
  // A person waits, and nothing has to be saved.
  stopOnSignals(async () => {});
}
