import { execFile } from 'node:child_process';
import path from 'node:path';

/** What `prisma migrate deploy` printed, and how it ended. */
export interface Deployment {
  code: number;
  output: string;
}

/** Runs `prisma migrate deploy` on a database through the WASM schema engine, with the config file `config`. */
export function migrateDeploy(url: string, config = 'prisma.config.ts'): Promise<Deployment> {
  const { DATABASE_DIRECT_URL: _, ...rest } = process.env;
  const env = { ...rest, DATABASE_URL: url, PRISMA_SCHEMA_ENGINE_BINARY: path.resolve('prisma/schemaEngine.mjs') };
  return new Promise((resolve) => {
    execFile('npx', ['prisma', 'migrate', 'deploy', '--config', config], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}
