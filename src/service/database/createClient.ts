import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { Backend } from './Backend.ts';
import { PrismaClient } from './client/client.ts';
import { toCallerError } from './toCallerError.ts';

/** Statements with a name on each connection; each costs the server memory. */
const MAX_PREPARED_STATEMENTS = 500;

/** The best plan for a pattern depends on its text, so PostgreSQL plans such a statement each time. */
const PATTERN_MATCH = ' ILIKE ';

/**
 * Creates a Prisma client over a pool. Each connection prepares a statement once, except behind a transaction pooler, where
 * the next statement may run in another session. Operations reject with UNAVAILABLE, TIMEOUT or OUTCOME_UNKNOWN where these
 * apply, and with the reason of their signal where the client has disconnected.
 */
export function createClient(pool: pg.Pool, { schema, direct }: Pick<Backend, 'schema' | 'direct'>): PrismaClient {
  const names = new Map<string, string>();
  const statementNameGenerator = ({ sql }: { sql: string }): string => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (direct || names.size === MAX_PREPARED_STATEMENTS || sql.includes(PATTERN_MATCH)) return ''; // Unnamed.
    const name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    names.set(sql, name);
    return name;
  };
  const adapter = new PrismaPg(pool, { schema, statementNameGenerator });
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw toCallerError(error);
        }),
    },
  });
  // An extended client has a type of its own, which lacks only `$on`.
  return client as unknown as PrismaClient;
}
