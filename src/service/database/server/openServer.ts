import { readDatabaseUrls } from '../../config/readDatabaseUrls.ts';
import type { Backend } from '../Backend.ts';
import { openProbe } from './openProbe.ts';

/**
 * Describes a PostgreSQL server by its URL, without connecting; with a direct URL to the server itself, the first URL is that
 * of a transaction pooler. Throws a SettingsError.
 */
export function openServer(url: string, directUrl?: string): Backend {
  const { address, direct } = readDatabaseUrls(url, directUrl);
  return {
    ...address,
    ...(direct && { direct: direct.connection }),
    // Through the pooler where there is one, as requests go.
    openProbe: () => openProbe(address.connection),
    close: async () => {},
  };
}
