import type { Redis } from 'ioredis';
import { SettingsError } from '../config/SettingsError.ts';
import type { Settings } from '../config/Settings.ts';
import type { Logger } from '../telemetry/createLogger.ts';
import { createRedisIdempotencyStore } from './createRedisIdempotencyStore.ts';
import type { IdempotencyStore } from './IdempotencyStore.ts';

/** The store of a server, with a connection of its own. */
export interface OpenStore {
  /** Absent: the settings name none. */
  store?: IdempotencyStore;
  close(): void;
}

/** The longest time that Redis takes to connect, or to respond on a connection, before that counts as broken. */
const REDIS_TIMEOUT_MS = 2_000;

/** The longest time between two attempts to connect. */
const MAX_RETRY_MS = 1_000;

/**
 * Opens the store of a server in Redis. Settles when the first attempt to connect has succeeded or failed: without Redis, requests
 * with a key are refused, and all others are served. Throws a SettingsError where the package `ioredis` is not installed.
 */
export async function openKeyStore(
  { idempotencyRedisUrl: url, apiName }: Pick<Settings, 'idempotencyRedisUrl' | 'apiName'>,
  log: Logger,
): Promise<OpenStore> {
  if (url === undefined) return { close: () => {} };
  const { Redis: Client } = await importClient();
  const client: Redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: REDIS_TIMEOUT_MS,
    socketTimeout: REDIS_TIMEOUT_MS,
    // Requests do not wait for a connection; what was sent when one broke is sent again over the next.
    enableOfflineQueue: false,
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
  });
  let isFailing = false;
  client.on('ready', () => {
    if (isFailing) log.info('the Redis of IDEMPOTENCY_REDIS_URL responds again');
    isFailing = false;
  });
  client.on('error', (err) => {
    if (!isFailing) log.warn({ err }, 'the Redis of IDEMPOTENCY_REDIS_URL does not respond');
    isFailing = true;
  });
  // The listener has logged why.
  await client.connect().catch(() => {});
  return { store: createRedisIdempotencyStore(client, `${apiName}:idempotency:`), close: () => client.disconnect() };
}

async function importClient(): Promise<Pick<typeof import('ioredis'), 'Redis'>> {
  try {
    return await import('ioredis');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new SettingsError(['IDEMPOTENCY_REDIS_URL requires the package ioredis: npm install ioredis@6']);
  }
}
