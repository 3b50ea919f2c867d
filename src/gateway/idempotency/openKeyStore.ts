import type { Settings } from '../config/Settings.ts';
import { openRedis } from '../redis/openRedis.ts';
import type { Logger } from '../telemetry/createLogger.ts';
import { createRedisIdempotencyStore } from './createRedisIdempotencyStore.ts';
import type { IdempotencyStore } from './IdempotencyStore.ts';

/** The store of a server, with a connection of its own. */
export interface OpenStore {
  /** Absent: the settings name none. */
  store?: IdempotencyStore;
  close(): void;
}

/**
 * Opens the store of a server in Redis. Settles when the first attempt to connect has succeeded or failed: without Redis, requests
 * with a key are refused, and all others are served. Throws a SettingsError where the package `ioredis` is not installed.
 */
export async function openKeyStore(
  { idempotencyRedisUrl: url, apiName }: Pick<Settings, 'idempotencyRedisUrl' | 'apiName'>,
  log: Logger,
): Promise<OpenStore> {
  if (url === undefined) return { close: () => {} };
  // What was sent when a connection broke is sent again over the next.
  const redis = await openRedis({ variable: 'IDEMPOTENCY_REDIS_URL', url, maxRetriesPerRequest: null }, log);
  return { store: createRedisIdempotencyStore(redis.client, `${apiName}:idempotency:`), close: redis.close };
}
