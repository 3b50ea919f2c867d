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
 * Parses the error that a statement rejected with. A transaction rejects with the adapter's error itself, anything else with
 * a Prisma error around it: P2002 or P2003 from a model's method, P2010 from raw SQL.
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
