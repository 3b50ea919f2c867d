import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { SettingsError } from '../gateway/base/settings/Settings.ts';
import { UsageError, explainError } from '../project/UsageError.ts';

/** Runs the command of `process.argv`, with the variables of a file `.env` that the environment does not have. Ends the process with 2 for invalid arguments or settings, with 1 for any other error. */
export async function runProgram(program: Command): Promise<void> {
  program.showHelpAfterError('(see portico --help)');
  for (const command of program.commands) command.showHelpAfterError(`(see portico ${command.name()} --help)`);
  try {
    loadEnvFile();
    await program.parseAsync();
  } catch (error) {
    process.stderr.write(explainError(error));
    process.exit(error instanceof UsageError || error instanceof SettingsError ? 2 : 1);
  }
}

const MAX_ENV_BYTES = 1024 * 1024;

function loadEnvFile(): void {
  try {
    if (statSync('.env').size > MAX_ENV_BYTES) throw new Error(`it has more than ${MAX_ENV_BYTES} bytes.`);
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new UsageError(`The file .env cannot be read: ${(error as Error).message}`);
  }
}
