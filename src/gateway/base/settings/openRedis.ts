import type { Redis } from 'ioredis';
import { SettingsError } from './Settings.ts';
import type { Logger } from '../telemetry/createLogger.ts';

/** A connection to Redis, made again and again until it is closed. */
export type OpenRedis = Awaited<ReturnType<typeof openRedis>>;

interface RedisSetting {
  /** What Redis keeps, as log lines say it: `rate limits`. */
  purpose: string;
  url: string;
  /** How often a command is sent again over a new connection, after that on which it was sent broke; null: always. */
  maxRetriesPerRequest: number | null;
}

/** The longest time that Redis takes to connect, or to respond on a connection, before that counts as broken. */
const TIMEOUT_MS = 2_000;

/** The longest time between two attempts to connect. */
const MAX_RETRY_MS = 1_000;

/**
 * Connects to Redis. Settles when the first attempt has succeeded or failed; without a connection, commands are rejected at once.
 * Throws a SettingsError where the package `ioredis` is not installed.
 */
export async function openRedis({ purpose, url, maxRetriesPerRequest }: RedisSetting, log: Logger) {
  const { Redis: Client } = await importClient();
  const client: Redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
  });
  let isFailing = false;
  /** Logs that Redis does not respond, once until it responds again. */
  const reportFailure = (err: unknown) => {
    if (!isFailing) log.warn({ err }, `the Redis of ${purpose} does not respond`);
    isFailing = true;
  };
  const reportRecovery = () => {
    if (isFailing) log.info(`the Redis of ${purpose} responds again`);
    isFailing = false;
  };
  client.on('error', reportFailure);
  client.on('ready', reportRecovery);
  // The listener has logged why.
  await client.connect().catch(() => {});
  return { client, reportFailure, reportRecovery, close: () => client.disconnect() };
}

async function importClient(): Promise<Pick<typeof import('ioredis'), 'Redis'>> {
  try {
    return await import('ioredis');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new SettingsError(['REDIS_URL requires the package ioredis: npm install ioredis@6']);
  }
}
