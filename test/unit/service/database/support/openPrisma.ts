import type { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../../../../src/service/database/client/client.ts';
import { createEmbeddedBackend } from '../../../../../src/service/database/embedded/openEmbedded.ts';

/** A Prisma client of an embedded database without the rest of the service; `close` closes the database too. */
export function openPrisma(files: PGlite): { client: PrismaClient; close: () => Promise<void> } {
  const { connection, schema, close } = createEmbeddedBackend(files);
  const pool = new pg.Pool({ ...connection, max: 1 });
  const client = new PrismaClient({ adapter: new PrismaPg(pool, { schema, disposeExternalPool: true }) });
  return {
    client,
    close: async () => {
      await client.$disconnect();
      await close();
    },
  };
}
