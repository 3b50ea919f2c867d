import { inspect, styleText } from 'node:util';
import { SETTINGS, variablesOf } from '../../gateway/base/settings/describeSettings.ts';
import type { Environment } from '../../gateway/base/settings/environment.ts';
import { findMisspelledSettings } from '../../gateway/base/settings/misspelledSettings.ts';
import { readSettings } from '../../gateway/base/settings/readSettings.ts';
import { escapeUnstyled } from '../../project/Report.ts';
import { probePort } from '../../project/probePort.ts';
import { type ApiOptions, type Project, resolveProject } from '../../project/resolveProject.ts';
import { stopOnSignals } from '../../project/stopOnSignals.ts';
import { startDevServer } from './startDevServer.ts';

/** Serves a project until Ctrl-C. */
export async function dev(
  { mock, ...options }: ApiOptions & { mock: boolean },
  env: Environment,
  defaults?: Project,
): Promise<void> {
  // A person waits, and nothing has to be saved.
  stopOnSignals(async () => {});
  const settings = readSettings(env);
  const project = await resolveProject(options, defaults);
  await probePort(settings);
  // A closed pipe is the end of the output.
  process.stdout.on('error', () => process.exit(0));
  const print = (text: string) => void process.stdout.write(`${escapeUnstyled(text)}\n`);
  // The code of a schema module is being written: its errors are reported, and it is served.
  for (const event of ['unhandledRejection', 'uncaughtException']) {
    process.on(event, (error: unknown) => print(styleText('red', `Nothing catches this error: ${inspect(error)}`)));
  }
  const environmentWarnings = findMisspelledSettings(variablesOf(SETTINGS), env);
  await startDevServer(settings, project, { mock, isDefault: project === defaults, print, environmentWarnings });
}
