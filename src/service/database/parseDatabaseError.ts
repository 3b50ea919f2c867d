/** What the driver said of a statement that failed, as far as it said anything. */
export interface ParsedDatabaseError {
  /** SQLSTATE. See https://www.postgresql.org/docs/current/errcodes-appendix.html */
  sqlState?: string;
  /** What Prisma's adapter calls it, for example `DatabaseNotReachable`. */
  kind?: string;
  /** The constraint or unique index that refused the statement. */
  constraint?: string;
}

/** An error of Prisma's adapter, as it stands in `cause`. */
interface Cause {
  kind?: unknown;
  originalCode?: unknown;
  constraint?: { index?: unknown };
}

/**
 * Reads the fault out of what a statement rejected with. The adapter's error comes by itself from a transaction, and
 * otherwise within one of Prisma's: P2002 and P2003 from a model's method, P2010 from raw SQL.
 */
export function parseDatabaseError(error: unknown): ParsedDatabaseError {
  const wrapped = (error as { meta?: { driverAdapterError?: unknown } } | undefined)?.meta?.driverAdapterError;
  const { kind, originalCode, constraint } = ((wrapped ?? error) as { cause?: Cause } | undefined)?.cause ?? {};
  return {
    ...(typeof originalCode === 'string' && { sqlState: originalCode }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof constraint?.index === 'string' && { constraint: constraint.index }),
  };
}
