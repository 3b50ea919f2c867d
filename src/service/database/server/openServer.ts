import { readDatabaseUrls } from '../../config/readDatabaseUrls.ts';
import type { Backend } from '../Backend.ts';
import { openProbe } from './openProbe.ts';

/**
 * A PostgreSQL server that is reached over a URL; with a direct URL to the server itself, the first one is taken for that
 * of a transaction pooler. Nothing is connected yet. Throws a SettingsError.
 */
export function openServer(url: string, directUrl?: string): Backend {
  const { address, direct } = readDatabaseUrls(url, directUrl);
  return {
    ...address,
    ...(direct && { direct: direct.connection }),
    // Through the pooler where there is one: requests go there too.
    openProbe: () => openProbe(address.connection),
    close: async () => {},
  };
}
