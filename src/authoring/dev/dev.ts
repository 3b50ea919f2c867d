import type { Environment } from '../../gateway/config/environment.ts';
import { readSettings } from '../../gateway/config/readSettings.ts';
import { probePort } from '../../project/probePort.ts';
import { type ApiOptions, type Project, resolveProject } from '../../project/resolveProject.ts';
import { stopOnSignals } from '../../project/stopOnSignals.ts';
import { escapeControls } from '../../project/texts.ts';
import { createTerminal } from './createTerminal.ts';
import { startDevServer } from './startDevServer.ts';
import { describeRejection, describeUncaught } from './uncaught.ts';

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

const CHECK_MS = 500;

/** Under npx and `npm run`, stops when the shell that started the process has ended: npm ends it with SIGTERM, which it does not pass on. */
export function stopWithNpm(env: Environment, stop: () => void): void {
  if (env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== shell) stop();
  }, CHECK_MS);
  timer.unref();
}
