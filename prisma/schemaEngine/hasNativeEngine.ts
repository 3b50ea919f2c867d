import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Whether Prisma's native schema engine is installed: it is downloaded into its package, beside the files from npm. */
export function hasNativeEngine(folder = findEngines()): boolean {
  return readdirSync(folder).some((name) => name.startsWith('schema-engine-'));
}

/** The folder of `@prisma/engines` as Prisma's command line resolves it. */
function findEngines(): string {
  const prisma = createRequire(import.meta.url).resolve('prisma/package.json');
  return path.dirname(createRequire(prisma).resolve('@prisma/engines/package.json'));
}
