import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { GATEWAY, environmentOf } from '../../promises/support/startProgram.ts';

/** Runs the program of the gateway in a folder, and returns what it prints: diagnostics are a result, too. */
export async function run(args: readonly string[], folder: string): Promise<string> {
  const child = spawn(process.execPath, [...GATEWAY, ...args], {
    cwd: folder,
    env: environmentOf({ NO_COLOR: '1' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = await Promise.all([text(child.stdout), text(child.stderr)]);
  return printed.join('');
}
