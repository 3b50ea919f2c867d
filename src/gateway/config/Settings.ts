import type { KeyObject } from 'node:crypto';

/** Everything that a process can be told, checked and complete. */
export interface Settings {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** '' or '/x/y'; stands in front of every path. */
  basePath: string;
  dataDir: string;
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string;
  /** The server itself, where `databaseUrl` is that of a transaction pooler in front of it. */
  databaseDirectUrl?: string;
  /** Who migrates: `on` this process; `off` nobody, it only checks; `done` the process that started this one. */
  migrate: 'on' | 'off' | 'done';
  /** How many processes serve; `auto` is what the machine and the database allow. */
  workers: number | 'auto';
  /** Seconds in which a process that was told to stop still serves, but is not ready. */
  drainSeconds: number;
  seed: 'demo' | 'none';
  logLevel: LogLevel;
  auth: AuthSettings;
  /** The name in `application/vnd.<name>.v1+json`, and the realm that callers are asked for. */
  apiName: string;
  /** The version of an unversioned path without a vendor media type. */
  defaultVersion: number;
  versioning: 'path' | 'header' | 'both';
  /** Of one answer of a façade's upstream, after decompression. */
  upstreamMaxBytes: number;
  /** What every absolute address begins with: scheme, host and port. */
  publicUrl?: string;
  /** The peers whose forwarded headers are taken: addresses, ranges, or names of ranges such as `loopback`. */
  trustProxy?: readonly string[];
  /** The origins whose pages may read responses; absent: none. */
  corsOrigins?: readonly string[] | '*';
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Which tokens are accepted. */
export interface AuthSettings {
  key: KeySource;
  issuer?: string;
  audience?: string;
}

/** Where the key comes from that verifies tokens; `local` is the key pair in the data folder. */
export type KeySource =
  | { kind: 'jwks'; url: URL }
  | { kind: 'public'; key: KeyObject }
  | { kind: 'secret'; secret: Uint8Array }
  | { kind: 'local' };
