import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { Backend } from './Backend.ts';
import { PrismaClient } from './client/client.ts';
import { toServiceError } from './toServiceError.ts';
import { StatementError } from './StatementError.ts';

/** How many statements are prepared by name; the rest, which vary endlessly, would fill the server's memory. */
const PREPARED = 500;

/**
 * Prisma over a pool of connections. Statements are prepared once for each connection, but not behind a transaction
 * pooler, where the next one may find another session. An operation that fails for want of reach, room or time, or whose
 * outcome is unknown, rejects with a ServiceError; one whose signal was aborted by the client's leaving, with its reason.
 */
export function createClient(pool: pg.Pool, { schema, direct }: Pick<Backend, 'schema' | 'direct'>): PrismaClient {
  const names = new Map<string, string>();
  const statementNameGenerator = ({ sql }: { sql: string }): string => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (direct || names.size === PREPARED) return ''; // Unnamed.
    const name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    names.set(sql, name);
    return name;
  };
  const adapter = new PrismaPg(pool, { schema, statementNameGenerator });
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw error instanceof StatementError ? error.reason : (toServiceError(error) ?? error);
        }),
    },
  });
  // The type of an extended client is another one, though only `$on` is missing from it.
  return client as unknown as PrismaClient;
}
