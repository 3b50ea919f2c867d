import type { KeyObject } from 'node:crypto';
import type { RateLimit, TrustedDocuments } from './settingFormats.ts';

/** The settings of a gateway, valid and with every default. */
export interface Settings {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** The port of health probes alone; 0 takes any free one. Absent: there is none. */
  healthPort?: number;
  /** The port of metrics alone; 0 takes any free one. Absent: there is none. */
  metricsPort?: number;
  /** The connections that one address may have open; absent: no limit. */
  maxConnectionsPerAddress?: number;
  /** '' or '/x/y'; the prefix of every path. */
  basePath: string;
  /** The folder of the local key. */
  dataDir: string;
  /** The number of processes that serve; `auto` is one for each core where several are possible. */
  workers: number | 'auto';
  /** Seconds in which a process still serves after SIGTERM or SIGHUP, but is not ready. */
  drainSeconds: number;
  logLevel: (typeof LOG_LEVELS)[number];
  auth: AuthSettings;
  /** The most bytes of one upstream response, after decompression. */
  upstreamMaxBytes: number;
  /** The most reads of one caller in one upstream request; 1: no batches. */
  upstreamBatchSize: number;
  /** How documents are sent that the upstream knows. Absent: as text. */
  upstreamTrustedDocuments?: TrustedDocuments;
  /** The client that the upstream is sent the name of. */
  upstreamClient?: { clientName?: string; clientVersion?: string };
  /** The origin of absolute URLs. */
  publicUrl?: string;
  /** The peers whose forwarding headers are trusted: addresses, ranges, or names of ranges such as `loopback`. */
  trustProxy?: readonly string[];
  /** The limit of each caller; absent: only endpoints that have one of their own limit callers; `off`: not even those. */
  rateLimit?: RateLimit | 'off';
  /**
   * The Redis in which all processes count the requests of callers, and in which a façade keeps the responses to requests with an
   * Idempotency-Key. Absent: each process counts in its memory, and a façade refuses these requests.
   */
  redisUrl?: string;
  /** The origins whose pages may read responses; absent: none. */
  corsOrigins?: readonly string[] | '*';
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The most bytes of an upstream response without UPSTREAM_MAX_BYTES. */
export const DEFAULT_UPSTREAM_MAX_BYTES = 16 * 1024 * 1024;

/** The tokens that are accepted. */
export interface AuthSettings {
  key: KeySource;
  /** Absent: every issuer, or those of the key sets. */
  issuer?: string;
  /** Tokens are for one of them. Absent: for anybody. */
  audience?: readonly string[];
}

/** The source of the key that verifies tokens; `local` is the key pair in the data folder. */
export type KeySource =
  | { kind: 'jwks'; url: URL }
  /** Several issuers, each with its key set. */
  | { kind: 'issuers'; issuers: readonly { issuer: string; url: URL }[] }
  | { kind: 'public'; key: KeyObject }
  | { kind: 'secret'; secret: Uint8Array }
  | { kind: 'local' };

/** Invalid settings: one sentence for each problem, beginning with the name of its variable. No sentence repeats a secret. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * One sentence for each allowed but weak setting of authentication. The local key has none: nobody else signs with it.
 * See RFC 8725 sections 3.8 and 3.9.
 */
export function findAuthWarnings({ key, issuer, audience }: AuthSettings): string[] {
  if (key.kind === 'local') return [];
  return [
    ...(issuer === undefined && key.kind !== 'issuers'
      ? ['AUTH_ISSUER is not set: tokens of every issuer that shares the key are accepted. See RFC 8725, section 3.8.']
      : []),
    ...(audience === undefined
      ? ['AUTH_AUDIENCE is not set: tokens for other services are accepted as well. See RFC 8725, section 3.9.']
      : []),
  ];
}

/** One sentence if limits are counted apart in several processes. */
export function findRateLimitWarnings(
  { rateLimit, redisUrl }: Pick<Settings, 'rateLimit' | 'redisUrl'>,
  workers: number,
): string[] {
  if (workers === 1 || rateLimit === undefined || rateLimit === 'off' || redisUrl !== undefined) return [];
  return [
    `RATE_LIMIT is counted by each of the ${workers} workers by itself: a caller has up to ${workers} times the limit. Set REDIS_URL to count together.`,
  ];
}
