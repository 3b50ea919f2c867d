import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../database/support/temporaryFolder.ts';

/** Compares the migrations with a schema by Prisma's own command line; offline, with the shadow database of the WASM engine. */
function compare(schema: string): Promise<{ exitCode: unknown; output: string }> {
  const command = [
    'node_modules/prisma/build/index.js',
    'migrate',
    'diff',
    '--exit-code',
    '--from-migrations',
    'prisma/migrations',
    '--to-schema',
    schema,
  ];
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, PRISMA_SCHEMA_ENGINE_BINARY: path.resolve('prisma/schemaEngine.mjs') };
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env }, (error, output) => resolve({ exitCode: error?.code ?? 0, output }));
  });
}

test(
  'the migrations create what schema.prisma describes: a column added to it is the only difference',
  { timeout: 120_000 },
  async () => {
    const schema = path.join(temporaryFolder(), 'schema.prisma');
    const text = readFileSync('prisma/schema.prisma', 'utf8');
    writeFileSync(schema, text.replace('model User {', 'model User {\n  nickname String?'));
    const output = expect.stringMatching(/^\s*\[\*\] Changed the `users` table\s+\[\+\] Added column `nickname`\s*$/);
    expect(await compare(schema)).toEqual({ exitCode: 2, output });
  },
);
