import { SPEC_SECRET } from '../../../promises/support/signToken.ts';
import { PORTICO, environmentOf, freePort } from '../../../promises/support/startProgram.ts';
import { type Process, startProcess } from './startProcess.ts';

export { PORTICO };

/** The subgraphs there are. */
export const NAMES = ['users', 'orders', 'products', 'forecast'] as const;
export type Name = (typeof NAMES)[number];

/** Starts the program on a free port, and waits until it is ready. */
export async function startPortico(env: Record<string, string>, ...args: string[]): Promise<Process> {
  const port = await freePort();
  const all = environmentOf({ PORT: String(port), AUTH_SECRET: SPEC_SECRET, DRAIN_SECONDS: '0', ...env });
  return startProcess([...PORTICO, ...args], all, `http://127.0.0.1:${port}`, '/health/ready');
}
