import type { Backend } from '../Backend.ts';
import { DatabaseError } from '../DatabaseError.ts';
import { readDatabaseUrl } from './readDatabaseUrl.ts';

/**
 * A PostgreSQL server that is reached over a URL; with a direct URL to the server itself, the first one is taken for that
 * of a transaction pooler. Nothing is connected yet.
 */
export function openServer(url: string, directUrl?: string): Backend {
  const close = async () => {};
  if (directUrl === undefined) return { ...readDatabaseUrl(url), close };
  const address = readDatabaseUrl(url, { pooled: true });
  const direct = readDatabaseUrl(directUrl, { variable: 'DATABASE_DIRECT_URL' });
  if (address.schema !== direct.schema) {
    throw new DatabaseError('DATABASE_URL and DATABASE_DIRECT_URL name different schemas; both need the same.');
  }
  return { ...address, direct: direct.connection, close };
}
