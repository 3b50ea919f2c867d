import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../service/database/support/temporaryFolder.ts';

/** Compares the migrations with a schema by Prisma's own command line; offline, with the shadow database of the WASM engine. */
function compare(schema: string): Promise<{ exitCode: unknown; output: string }> {
  const command = [
    'prisma',
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
    execFile('npx', command, { env }, (error, output) => resolve({ exitCode: error?.code ?? 0, output }));
  });
}

test('the migrations create what schema.prisma describes', { timeout: 120_000 }, async () => {
  expect(await compare('prisma/schema.prisma')).toEqual({ exitCode: 0, output: 'No difference detected.\n\n\n' });
});

test('a column that no migration creates is a difference', { timeout: 120_000 }, async () => {
  const schema = path.join(temporaryFolder(), 'schema.prisma');
  const text = readFileSync('prisma/schema.prisma', 'utf8');
  writeFileSync(schema, text.replace('model User {', 'model User {\n  nickname String?'));
  const { exitCode, output } = await compare(schema);
  expect(exitCode).toBe(2);
  expect(output).toContain('Added column `nickname`');
});
