import { type DatabaseAddress, readDatabaseUrl } from './readDatabaseUrl.ts';
import { SettingsError } from './SettingsError.ts';

/** Where a server is, and, where a transaction pooler stands in front of it, how it is reached without that. */
export interface DatabaseAddresses {
  address: DatabaseAddress;
  direct?: DatabaseAddress;
}

/**
 * Reads `DATABASE_URL`, which with a `DATABASE_DIRECT_URL` beside it is that of a transaction pooler. Throws a SettingsError
 * that names everything that is wrong with both.
 */
export function readDatabaseUrls(url: string, directUrl?: string): DatabaseAddresses {
  const problems: string[] = [];
  const read = (...args: Parameters<typeof readDatabaseUrl>): DatabaseAddress | undefined => {
    try {
      return readDatabaseUrl(...args);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  };
  const address = read(url, { pooled: directUrl !== undefined });
  const direct = directUrl === undefined ? undefined : read(directUrl, { variable: 'DATABASE_DIRECT_URL' });
  if (address && direct && address.schema !== direct.schema) {
    problems.push('DATABASE_URL and DATABASE_DIRECT_URL name different schemas; both need the same.');
  }
  if (!address || problems.length > 0) throw new SettingsError(problems);
  return { address, ...(direct && { direct }) };
}
