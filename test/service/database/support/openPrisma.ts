import type { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../../../src/service/database/client/client.ts';
import { createEmbeddedBackend } from '../../../../src/service/database/embedded/openEmbedded.ts';

/** A Prisma client of an embedded database without the rest of the service; `close` closes the database too. */
export function openPrisma(files: PGlite, onQuery: (sql: string) => void = () => {}) {
  const { connection, schema, close } = createEmbeddedBackend(files);
  const pool = new pg.Pool({ ...connection, max: 1 });
  const adapter = new PrismaPg(pool, { schema, disposeExternalPool: true });
  const client = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  client.$on('query', ({ query }) => onQuery(query));
  return {
    client: client as PrismaClient,
    close: async () => {
      await client.$disconnect();
      await close();
    },
  };
}
