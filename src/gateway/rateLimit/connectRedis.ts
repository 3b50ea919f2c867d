import type { Redis } from 'ioredis';
import { SettingsError } from '../config/SettingsError.ts';
import type { FallbackOptions } from './withFallback.ts';

/** The longest time that Redis takes to connect, or to respond on a connection, before that counts as broken. */
const CONNECTION_TIMEOUT_MS = 2_000;
/** The longest time between two attempts to connect. */
const MAX_RETRY_MS = 1_000;

/**
 * Connects to Redis, again and again until the client is disconnected. Settles when the first attempt has succeeded or failed; while
 * there is no connection, commands are rejected at once. Throws a SettingsError where the package `ioredis` is not installed.
 */
export async function connectRedis(
  url: string,
  { onFailure, onRecovery }: Pick<FallbackOptions, 'onFailure' | 'onRecovery'>,
): Promise<Redis> {
  const { Redis: Client } = await importClient();
  const client = new Client(url, {
    lazyConnect: true,
    connectTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: CONNECTION_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
  });
  client.on('error', onFailure);
  client.on('ready', onRecovery);
  await client.connect().catch(onFailure);
  return client;
}

async function importClient(): Promise<Pick<typeof import('ioredis'), 'Redis'>> {
  try {
    return await import('ioredis');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new SettingsError(['RATE_LIMIT_REDIS_URL requires the package ioredis: npm install ioredis@6']);
  }
}
