// Where Prisma's command line finds the schema, the migrations and the database. Its native schema engine is a download
// that closed networks do not reach, so the WASM build from npm answers in its place, behind the same protocol.
import path from 'node:path';
import { defineConfig } from 'prisma/config';

process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= path.join(import.meta.dirname, 'prisma/schemaEngine.mjs');
process.env['CHECKPOINT_DISABLE'] ??= '1'; // Neither asks for updates nor reports its use.

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: {
    // A transaction pooler is no place for migrations.
    url:
      process.env['DATABASE_DIRECT_URL'] ||
      process.env['DATABASE_URL'] ||
      'postgresql://postgres@127.0.0.1:5432/portico',
  },
});
