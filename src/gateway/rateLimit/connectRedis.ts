import type { Redis } from 'ioredis';
import type { FallbackOptions } from './withFallback.ts';

/** A request waits no longer for Redis. */
const COMMAND_TIMEOUT_MS = 500;
/** A start waits no longer for Redis. */
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Connects to Redis, again and again until the client is disconnected. Settles when the first attempt has succeeded or failed; while
 * there is no connection, commands are rejected at once.
 */
export async function connectRedis(
  url: string,
  { onFailure, onRecovery }: Pick<FallbackOptions, 'onFailure' | 'onRecovery'>,
): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const client = new Client(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  client.on('error', onFailure);
  client.on('ready', onRecovery);
  await client.connect().catch(onFailure);
  return client;
}
