import { execFile } from 'node:child_process';
import path from 'node:path';

/** Prisma's command line, without the start of npx. */
const PRISMA = 'node_modules/prisma/build/index.js';

/** The exit code and the output of a command. */
export interface CommandResult {
  code: number;
  output: string;
}

/** Runs `prisma migrate <command>` on a database through the WASM schema engine, with the config file `config`. */
export function prismaMigrate(
  command: 'deploy' | 'status',
  url: string,
  config = 'prisma.config.ts',
): Promise<CommandResult> {
  const { DATABASE_DIRECT_URL: _, ...rest } = process.env;
  const env = { ...rest, DATABASE_URL: url, PRISMA_SCHEMA_ENGINE_BINARY: path.resolve('prisma/schemaEngine.mjs') };
  return new Promise((resolve) => {
    execFile(process.execPath, [PRISMA, 'migrate', command, '--config', config], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}
