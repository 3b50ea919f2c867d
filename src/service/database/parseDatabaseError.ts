import pg from 'pg';

/** What the driver reports about a failed statement. */
export interface ParsedDatabaseError {
  /** SQLSTATE. See https://www.postgresql.org/docs/current/errcodes-appendix.html */
  sqlState?: string;
  /** The kind of error in Prisma's adapter, for example `DatabaseNotReachable`. */
  kind?: string;
  /** The violated constraint or unique index. */
  constraint?: string;
}

/** The `cause` of a DriverAdapterError. */
interface Cause {
  kind?: unknown;
  originalCode?: unknown;
  constraint?: { index?: unknown };
}

/**
 * Parses the error that a statement rejected with: that of node-postgres or, from the Prisma client, a Prisma error around that of
 * its adapter. A transaction of the Prisma client rejects with the adapter's error itself.
 */
export function parseDatabaseError(error: unknown): ParsedDatabaseError {
  if (error instanceof pg.DatabaseError) return { sqlState: error.code ?? '', constraint: error.constraint ?? '' };
  const wrapped = (error as { meta?: { driverAdapterError?: unknown } } | undefined)?.meta?.driverAdapterError;
  const { kind, originalCode, constraint } = ((wrapped ?? error) as { cause?: Cause } | undefined)?.cause ?? {};
  return {
    ...(typeof originalCode === 'string' && { sqlState: originalCode }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof constraint?.index === 'string' && { constraint: constraint.index }),
  };
}
