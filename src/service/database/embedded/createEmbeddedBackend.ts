import type { PGlite } from '@electric-sql/pglite';
import type { Backend } from '../adapter/Backend.ts';
import { PGliteStream } from './PGliteStream.ts';

/** Creates the backend of a PGlite, which acts as a server with one connection. */
export function createEmbeddedBackend(database: PGlite): Backend {
  return {
    connection: { user: 'postgres', database: 'postgres', stream: () => new PGliteStream(database) },
    poolSize: 1,
    schema: 'public',
    close: () => database.close(),
  };
}
