// Environment variables → Settings. Reports every invalid variable at once, by name, with what it must be. A message repeats
// a value only if it cannot be a secret: no key and no URL.
import { type KeyObject, createPublicKey } from 'node:crypto';
import * as z from 'zod';
import {
  type AuthSettings,
  DEFAULT_UPSTREAM_MAX_BYTES,
  type KeySource,
  LOG_LEVELS,
  type Settings,
  SettingsError,
} from './Settings.ts';
import { SETTINGS, type SettingName, secretsOf } from './describeSettings.ts';
import { type Environment, oneOf, parseEnvironment, text, wholeNumber } from './environment.ts';
import {
  BASE_PATH_PATTERN,
  RATE_LIMIT_PATTERN,
  TRUSTED_DOCUMENTS,
  isOrigin,
  isProxyList,
  parseRateLimit,
} from './settingFormats.ts';

/** The curves of ECDSA for JWT, as Node names them. See RFC 7518 section 3.4. */
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];

/** Hosts of the loopback interface, as URL writes them. See RFC 1122 section 3.2.1.3 and RFC 4291 section 2.5.3. */
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/;

const nameList = z
  .string()
  .transform(splitList)
  .refine((names) => names.every((name) => name !== ''), 'must be one name, or several separated by commas');

const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: text({ pattern: /^[\w.:-]+$/, message: 'must be a host name or an IP address' }).default('127.0.0.1'),
  HEALTH_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 999_999_999).optional(),
  DATA_DIR: z.string().default('./data'),
  WORKERS: z
    .string()
    .refine((value) => value === 'auto' || /^[1-9]\d{0,2}$/.test(value), {
      error: ({ input }) => `must be a whole number from 1 to 999, or auto, not "${input}"`,
    })
    .transform((value) => (value === 'auto' ? value : Number(value)))
    .default(1),
  DRAIN_SECONDS: wholeNumber(0, 3_600).default(5),
  LOG_LEVEL: oneOf(...LOG_LEVELS).default('info'),
  AUTH_JWKS_URL: z
    .string()
    .transform(splitList)
    .refine((urls) => urls.every((url) => /^https?:\/\//.test(url) && URL.canParse(url)), 'must be an https URL')
    .transform((urls) => urls.map((url) => new URL(url)))
    .refine(
      (urls) => urls.every(isTrustworthyUrl),
      'must be an https URL; http is allowed only for loopback addresses, such as http://127.0.0.1',
    )
    .optional(),
  AUTH_PUBLIC_KEY: z
    .string()
    .transform(readPublicKey)
    .refine(
      (key) => key !== undefined,
      'must be a public key in PEM: RSA of at least 2048 bits, P-256, P-384, P-521 or Ed25519',
    )
    .transform((key): KeySource => ({ kind: 'public', key }))
    .optional(),
  AUTH_SECRET: z
    .string()
    .refine((value) => !value.includes('-----BEGIN'), 'must be a random secret, not a key or certificate in PEM')
    .refine(
      (value) => value.trim() !== '' && new Set(value).size > 1,
      'must be random, not blank or one repeated character',
    )
    .transform((value) => new TextEncoder().encode(value))
    .refine((bytes) => bytes.length >= 32, 'must be at least 32 bytes long')
    .transform((bytes): KeySource => ({ kind: 'secret', secret: bytes }))
    .optional(),
  AUTH_ISSUER: nameList
    .refine((names) => new Set(names).size === names.length, 'must not name an issuer twice')
    .optional(),
  AUTH_AUDIENCE: nameList.optional(),
  BASE_PATH: text(BASE_PATH_PATTERN).default(''),
  UPSTREAM_MAX_BYTES: wholeNumber(1024, 999_999_999).default(DEFAULT_UPSTREAM_MAX_BYTES),
  UPSTREAM_BATCH_SIZE: wholeNumber(1, 100).default(1),
  UPSTREAM_TRUSTED_DOCUMENTS: oneOf(...TRUSTED_DOCUMENTS).optional(),
  UPSTREAM_CLIENT_NAME: z.string().optional(),
  UPSTREAM_CLIENT_VERSION: z.string().optional(),
  PUBLIC_URL: z
    .string()
    .transform((value) => value.replace(/\/$/, ''))
    .refine(isOrigin, 'must be a URL such as https://api.example.com, without a path or a query')
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform((value) => (value === 'off' ? undefined : splitList(value)))
    .refine(
      (peers) => peers === undefined || isProxyList(peers),
      'must be off, loopback, or IP addresses and ranges such as 10.0.0.0/8, separated by commas',
    )
    .optional(),
  RATE_LIMIT: z
    .string()
    .refine((value) => value === 'off' || RATE_LIMIT_PATTERN.pattern.test(value), {
      error: ({ input }) => `must be off, or ${RATE_LIMIT_PATTERN.message.replace('must be ', '')}, not "${input}"`,
    })
    .transform((value) => (value === 'off' ? value : parseRateLimit(value)))
    .optional(),
  REDIS_URL: z
    .string()
    .refine(
      (value) => /^rediss?:\/\/[^/]/.test(value) && URL.canParse(value),
      'must be a URL such as redis://127.0.0.1:6379, or of rediss for TLS',
    )
    .optional(),
  CORS_ORIGINS: z
    .string()
    .transform((value) => (value === '*' ? value : splitList(value)))
    .refine(
      (origins) => origins === '*' || origins.every(isOrigin),
      'must be * or origins such as https://app.example.com, without a trailing slash, separated by commas',
    )
    .optional(),
} satisfies Record<SettingName, z.ZodType>);

/**
 * Reads the settings from environment variables; an empty variable counts as absent. Throws a SettingsError that lists every
 * problem.
 */
export function readSettings(env: Environment): Settings {
  const { data, given, ...parsed } = parseEnvironment(environmentSchema, env, secretsOf(SETTINGS));
  const problems = [...parsed.problems, ...findKeyConflicts(given), ...(data ? findUnpairedIssuers(data) : [])];
  for (const [name, replacement] of Object.entries(REMOVED)) if (given[name]) problems.push(`${name} ${replacement}.`);
  if (data && data.PORT > 0 && data.HEALTH_PORT === data.PORT) {
    problems.push(`HEALTH_PORT must be another port than PORT, which is ${data.PORT}.`);
  }
  if (data?.METRICS_PORT && [data.PORT, data.HEALTH_PORT].includes(data.METRICS_PORT)) {
    problems.push(`METRICS_PORT must be another port than PORT and HEALTH_PORT, not ${data.METRICS_PORT}.`);
  }
  if (!data || problems.length > 0) throw new SettingsError(problems);
  const { UPSTREAM_CLIENT_NAME: clientName, UPSTREAM_CLIENT_VERSION: clientVersion } = data;
  return {
    port: data.PORT,
    host: data.HOST,
    ...(data.HEALTH_PORT !== undefined && { healthPort: data.HEALTH_PORT }),
    ...(data.METRICS_PORT !== undefined && { metricsPort: data.METRICS_PORT }),
    ...(data.MAX_CONNECTIONS_PER_ADDRESS && { maxConnectionsPerAddress: data.MAX_CONNECTIONS_PER_ADDRESS }),
    basePath: data.BASE_PATH,
    dataDir: data.DATA_DIR,
    workers: data.WORKERS,
    drainSeconds: data.DRAIN_SECONDS,
    logLevel: data.LOG_LEVEL,
    auth: { ...readIssuers(data), ...(data.AUTH_AUDIENCE && { audience: data.AUTH_AUDIENCE }) },
    upstreamMaxBytes: data.UPSTREAM_MAX_BYTES,
    upstreamBatchSize: data.UPSTREAM_BATCH_SIZE,
    ...(data.UPSTREAM_TRUSTED_DOCUMENTS && { upstreamTrustedDocuments: data.UPSTREAM_TRUSTED_DOCUMENTS }),
    ...((clientName || clientVersion) && {
      upstreamClient: { ...(clientName && { clientName }), ...(clientVersion && { clientVersion }) },
    }),
    ...(data.PUBLIC_URL && { publicUrl: data.PUBLIC_URL }),
    ...(data.TRUST_PROXY && { trustProxy: data.TRUST_PROXY }),
    ...(data.RATE_LIMIT && { rateLimit: data.RATE_LIMIT }),
    ...(data.REDIS_URL && { redisUrl: data.REDIS_URL }),
    ...(data.CORS_ORIGINS && { corsOrigins: data.CORS_ORIGINS as readonly string[] | '*' }),
  };
}

const KEYS = ['AUTH_JWKS_URL', 'AUTH_PUBLIC_KEY', 'AUTH_SECRET'];

const propertyOf = (key: string) =>
  `is a property of the API: write "${key}" into api.json, beside the versions of the endpoint documents`;
const ONE_REDIS = 'is now REDIS_URL, the one Redis of rate limits and idempotency keys';

/** What takes the place of variables that are not read any more. */
const REMOVED: Readonly<Record<string, string>> = {
  API_NAME: propertyOf('name'),
  DEFAULT_API_VERSION: propertyOf('defaultVersion'),
  VERSIONING: propertyOf('versioning'),
  RATE_LIMIT_REDIS_URL: ONE_REDIS,
  IDEMPOTENCY_REDIS_URL: ONE_REDIS,
};

/**
 * Reads a public key from PEM, whose line breaks may be written as `\n`. Returns undefined for a private key, and for a key
 * of no JWT signature algorithm: those have RSA of at least 2048 bits, P-256, P-384, P-521 or Ed25519 (RFC 7518, RFC 8037).
 */
export function readPublicKey(pem: string): KeyObject | undefined {
  // Its public half could be computed, but a private key does not belong there.
  if (pem.includes('PRIVATE KEY')) return undefined;
  try {
    const key = createPublicKey(pem.replaceAll('\\n', '\n'));
    const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType === 'rsa') return modulusLength >= 2048 ? key : undefined;
    if (key.asymmetricKeyType === 'ec') return CURVES.includes(namedCurve) ? key : undefined;
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a URL of http or https is potentially trustworthy: https or loopback. See Secure Contexts section 3.2. */
export function isTrustworthyUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || LOOPBACK.test(hostname);
}

function findKeyConflicts(given: Environment): string[] {
  const keys = KEYS.filter((name) => given[name]);
  if (keys.length > 1) return [`${keys.join(' and ')} cannot be combined; set only one of them.`];
  if (keys.length === 1) return [];
  // Tokens of the local key have neither claim, so all of them would be refused.
  return ['AUTH_ISSUER', 'AUTH_AUDIENCE']
    .filter((name) => given[name])
    .map((name) => `${name} requires one of ${KEYS.join(', ')}.`);
}

type ParsedSettings = z.infer<typeof environmentSchema>;

function readIssuers(data: ParsedSettings): Pick<AuthSettings, 'key' | 'issuer'> {
  const { AUTH_ISSUER: [issuer, ...others] = [], AUTH_JWKS_URL: urls = [] } = data;
  if (others.length > 0) {
    const issuers = [issuer!, ...others].map((name, index) => ({ issuer: name, url: urls[index]! }));
    return { key: { kind: 'issuers', issuers } };
  }
  const [url] = urls;
  const key = url ? { kind: 'jwks' as const, url } : (data.AUTH_PUBLIC_KEY ?? data.AUTH_SECRET ?? { kind: 'local' });
  return { key, ...(issuer && { issuer }) };
}

/** Each of several issuers has a key set of its own: one key for all of them could not tell them apart. */
function findUnpairedIssuers({ AUTH_ISSUER: issuers = [], AUTH_JWKS_URL: urls }: ParsedSettings): string[] {
  if ((urls ?? ['']).length === Math.max(issuers.length, 1)) return [];
  return [
    'AUTH_ISSUER and AUTH_JWKS_URL must have equally many values, separated by commas: the key set of each issuer, in the same order.',
  ];
}

function splitList(list: string): string[] {
  return list.split(',').map((each) => each.trim());
}
