// The public API of the package `portico`.
export { createPortico } from './serve/createPortico.ts';
export {
  createPostgresIdempotencyStore,
  type PostgresPool,
} from './guard/idempotency/createPostgresIdempotencyStore.ts';
export { createRedisIdempotencyStore, type RedisClient } from './guard/idempotency/createRedisIdempotencyStore.ts';
export { defineConfig, type PorticoConfig } from './serve/PorticoConfig.ts';
export type * from './serve/PorticoOptions.ts';
export type { PorticoUpload } from './http/UploadedFile.ts';
export { type PorticoContext, type PorticoPlugin, type PorticoPluginOptions, usePortico } from './serve/usePortico.ts';
