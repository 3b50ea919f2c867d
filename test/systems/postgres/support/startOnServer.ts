import { onTestFinished } from 'vitest';
import type { Client } from '../../../promises/support/Client.ts';
import { startProgram } from '../../../promises/support/startProgram.ts';

/** The setting that lets a program run this script first. */
export const importing = (script: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
});

/** Requests may take three seconds instead of thirty: only their timers are as long. */
export const SHORT_REQUESTS = importing(
  `const { setTimeout } = globalThis;
   globalThis.setTimeout = (run, ms, ...args) => setTimeout(run, ms > 25_000 && ms <= 30_000 ? ms - 27_000 : ms, ...args);`,
);

/** Starts the program over a database on a server, with the demo data set, until the test is done; `env` are further settings. */
export async function startOnServer(databaseUrl: string, env: Record<string, string> = {}): Promise<Client> {
  const program = await startProgram({ DATABASE_URL: databaseUrl, SEED: 'demo', LOG_LEVEL: 'silent', ...env });
  onTestFinished(async () => void (await program.end('SIGKILL')));
  return program.client;
}
