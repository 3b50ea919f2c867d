import { SPEC_SECRET } from '../../spec/support/signToken.ts';
import { freePort } from '../../spec/support/startProgram.ts';
import { type Process, startProcess } from './startProcess.ts';

/** The subgraphs there are. */
export const NAMES = ['users', 'orders', 'products', 'forecast'] as const;
export type Name = (typeof NAMES)[number];

/** How Node runs the program from its source. */
export const PORTICO = ['--import', 'tsx', 'src/service/cli/main.ts'];

/** Starts the program on a free port, and waits until it is ready. */
export async function startPortico(env: Record<string, string>, ...args: string[]): Promise<Process> {
  const port = await freePort();
  const all = { PORT: String(port), AUTH_SECRET: SPEC_SECRET, DRAIN_SECONDS: '0', ...env };
  return startProcess([...PORTICO, ...args], all, `http://127.0.0.1:${port}`, '/health/ready');
}
