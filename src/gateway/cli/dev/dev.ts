import type { Environment } from '../../config/parseEnvironment.ts';
import { readSettings } from '../../config/readSettings.ts';
import type { Project } from '../project/Project.ts';
import { type ApiOptions, resolveProject } from '../project/resolveProject.ts';
import { probePort } from '../serve/probePort.ts';
import { stopOnSignals } from '../serve/stopOnSignals.ts';
import { escapeControls } from '../escapeControls.ts';
import { createTerminal } from './createTerminal.ts';
import { describeRejection, describeUncaught } from './describeUncaught.ts';
import { startDevServer } from './startDevServer.ts';
import { stopWithNpm } from './stopWithNpm.ts';

/** Serves a project until Ctrl-C. */
export async function dev(
  { mock, ...options }: ApiOptions & { mock: boolean },
  env: Environment,
  defaults?: Project,
): Promise<void> {
  // A person waits, and nothing has to be saved.
  stopOnSignals(async () => {});
  stopWithNpm(env, () => process.exit(0));
  const settings = readSettings(env);
  const project = await resolveProject(options, defaults);
  await probePort(settings);
  // A closed pipe is the end of the output.
  process.stdout.on('error', () => process.exit(0));
  const terminal = createTerminal(process.stdout);
  // The code of a schema module is being written: its errors are reported, and it is served.
  process.on('unhandledRejection', (reason) => terminal.print(describeRejection(reason, terminal.style)));
  process.on('uncaughtException', (error) => {
    const described = describeUncaught(error, terminal.style);
    if (described === undefined) {
      process.stderr.write(
        `portico: ${escapeControls(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
      );
      process.exit(1);
    }
    terminal.print(described);
  });
  await startDevServer(settings, project, { mock, isDefault: project === defaults, terminal });
}
