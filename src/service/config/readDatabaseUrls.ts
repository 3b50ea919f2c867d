import { SettingsError } from '../../gateway/config/SettingsError.ts';
import { collectProblems } from './collectProblems.ts';
import { type DatabaseAddress, readDatabaseUrl } from './readDatabaseUrl.ts';

/** The address of a server, and the direct one where the first is that of a transaction pooler in front of it. */
export interface DatabaseAddresses {
  address: DatabaseAddress;
  direct?: DatabaseAddress;
}

/**
 * Reads `DATABASE_URL`, which is that of a transaction pooler where `DATABASE_DIRECT_URL` is given. Throws a SettingsError
 * that lists every problem of both.
 */
export function readDatabaseUrls(url: string, directUrl?: string): DatabaseAddresses {
  const problems: string[] = [];
  const address = collectProblems(problems, () => readDatabaseUrl(url, { pooled: directUrl !== undefined }));
  const direct = collectProblems(problems, () =>
    directUrl === undefined ? undefined : readDatabaseUrl(directUrl, { variable: 'DATABASE_DIRECT_URL' }),
  );
  if (address && direct && address.schema !== direct.schema) {
    problems.push('DATABASE_URL and DATABASE_DIRECT_URL must name the same schema.');
  }
  if (!address || problems.length > 0) throw new SettingsError(problems);
  return { address, ...(direct && { direct }) };
}
