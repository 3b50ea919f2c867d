import type { Environment } from '../../config/parseEnvironment.ts';

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
