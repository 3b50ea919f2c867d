// The public API of the package `portico`.
export { createPortico } from './createPortico.ts';
export { createPostgresIdempotencyStore, type PostgresPool } from './idempotency/createPostgresIdempotencyStore.ts';
export { createRedisIdempotencyStore, type RedisClient } from './idempotency/createRedisIdempotencyStore.ts';
export { defineConfig, type PorticoConfig } from './PorticoConfig.ts';
export type * from './PorticoOptions.ts';
export type { PorticoUpload } from './protocol/UploadedFile.ts';
export { type PorticoContext, type PorticoPlugin, type PorticoPluginOptions, usePortico } from './usePortico.ts';
