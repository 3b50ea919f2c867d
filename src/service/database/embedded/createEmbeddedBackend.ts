import type { PGlite } from '@electric-sql/pglite';
import type { Backend } from '../Backend.ts';
import { PGliteStream } from './PGliteStream.ts';

/** A PGlite, spoken to as if it were a server with room for one connection. */
export function createEmbeddedBackend(database: PGlite): Backend {
  return {
    connection: { user: 'postgres', database: 'postgres', stream: () => new PGliteStream(database) },
    poolSize: 1,
    schema: 'public',
    close: () => database.close(),
  };
}
