// Where Prisma's command line finds the schema, the migrations and the database. Its native schema engine is a download
// that closed networks do not reach; where it is not installed, the WASM build from npm takes its place.
import path from 'node:path';
import { defineConfig } from 'prisma/config';
import { hasNativeEngine } from './prisma/schemaEngine/hasNativeEngine.ts';

if (!hasNativeEngine()) {
  process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= path.join(import.meta.dirname, 'prisma/schemaEngine.mjs');
}
process.env['CHECKPOINT_DISABLE'] ??= '1'; // No check for updates, no telemetry.

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: {
    // Migrations need a session, which a transaction pooler does not provide.
    url:
      process.env['DATABASE_DIRECT_URL'] ||
      process.env['DATABASE_URL'] ||
      'postgresql://postgres@127.0.0.1:5432/portico',
  },
});
