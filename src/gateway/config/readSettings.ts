// The environment becomes settings here and nowhere else. All that is wrong is refused at once, by name, with what it
// should have been. Only what cannot hold a secret is repeated: no key and no URL.
import { z } from 'zod';
import { isPrivateUrl } from './isPrivateUrl.ts';
import { readDatabaseUrls } from './readDatabaseUrls.ts';
import { isProxyList } from './isProxyList.ts';
import { isOrigin, splitList } from './isOrigin.ts';
import { readPublicKey } from './readPublicKey.ts';
import { type KeySource, LOG_LEVELS, type Settings } from './Settings.ts';
import { SettingsError } from './SettingsError.ts';
import { API_NAME_FORM, BASE_PATH_FORM, type TextForm } from './textForms.ts';

const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: text({ form: /^[\w.:-]+$/, shouldBe: 'must be a host name or an IP address' }).default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  MIGRATE: oneOf('on', 'off').default('on'),
  WORKERS: z
    .string()
    .refine((value) => value === 'auto' || /^[1-9]\d{0,2}$/.test(value), {
      error: ({ input }) => `must be a whole number from 1 to 999, or auto, not "${input}"`,
    })
    .transform((value) => (value === 'auto' ? value : Number(value)))
    .default(1),
  DRAIN_SECONDS: wholeNumber(0, 3_600).default(5),
  SEED: oneOf('demo', 'none').optional(),
  LOG_LEVEL: oneOf(...LOG_LEVELS).default('info'),
  AUTH_JWKS_URL: z
    .string()
    .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), 'must be a URL of https')
    .transform((url) => new URL(url))
    .refine(isPrivateUrl, 'must be a URL of https; http is for the machine itself, such as http://127.0.0.1')
    .transform((url): KeySource => ({ kind: 'jwks', url }))
    .optional(),
  AUTH_PUBLIC_KEY: z
    .string()
    .transform(readPublicKey)
    .refine(
      (key) => key !== undefined,
      'must be a public key in PEM: RSA from 2048 bits, P-256, P-384, P-521 or Ed25519',
    )
    .transform((key): KeySource => ({ kind: 'public', key }))
    .optional(),
  AUTH_SECRET: z
    .string()
    .refine((value) => !value.includes('-----BEGIN'), 'must be a random secret, not a key or certificate in PEM')
    .refine((value) => value.trim() !== '' && new Set(value).size > 1, 'must be random, not blank or one character')
    .transform((value) => new TextEncoder().encode(value))
    .refine((bytes) => bytes.length >= 32, 'must be at least 32 bytes long')
    .transform((bytes): KeySource => ({ kind: 'secret', secret: bytes }))
    .optional(),
  AUTH_ISSUER: z.string().optional(),
  AUTH_AUDIENCE: z.string().optional(),
  API_NAME: text(API_NAME_FORM).default('portico'),
  DEFAULT_API_VERSION: wholeNumber(1, 9999).default(1),
  VERSIONING: oneOf('path', 'header', 'both').default('both'),
  BASE_PATH: text(BASE_PATH_FORM).default(''),
  UPSTREAM_MAX_BYTES: wholeNumber(1024, 999_999_999).default(16 * 1024 * 1024),
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
  CORS_ORIGINS: z
    .string()
    .transform((value) => (value === '*' ? value : splitList(value)))
    .refine(
      (origins) => origins === '*' || origins.every(isOrigin),
      'must be * or origins such as https://app.example.com, without a slash at the end, separated by commas',
    )
    .optional(),
});

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from the environment, where an empty variable counts as absent. Throws a SettingsError that names
 * everything that is wrong.
 */
export function readSettings(env: Environment): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const { data, error } = environmentSchema.safeParse(given);
  const faults = (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}.`);
  faults.push(...contradictions(given));
  if (!data || faults.length > 0) throw new SettingsError(faults);
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = data;
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl } = data;
  return {
    port: data.PORT,
    host: data.HOST,
    basePath: data.BASE_PATH,
    dataDir: data.DATA_DIR,
    ...(databaseUrl && { databaseUrl }),
    ...(databaseDirectUrl && { databaseDirectUrl }),
    migrate: data.MIGRATE,
    workers: data.WORKERS,
    drainSeconds: data.DRAIN_SECONDS,
    seed: data.SEED ?? (databaseUrl ? 'none' : 'demo'),
    logLevel: data.LOG_LEVEL,
    auth: {
      key: data.AUTH_JWKS_URL ?? data.AUTH_PUBLIC_KEY ?? data.AUTH_SECRET ?? { kind: 'local' },
      ...(issuer && { issuer }),
      ...(audience && { audience }),
    },
    apiName: data.API_NAME,
    defaultVersion: data.DEFAULT_API_VERSION,
    versioning: data.VERSIONING,
    upstreamMaxBytes: data.UPSTREAM_MAX_BYTES,
    ...(data.PUBLIC_URL && { publicUrl: data.PUBLIC_URL }),
    ...(data.TRUST_PROXY && { trustProxy: data.TRUST_PROXY }),
    ...(data.CORS_ORIGINS && { corsOrigins: data.CORS_ORIGINS as readonly string[] | '*' }),
  };
}

const KEYS = ['AUTH_JWKS_URL', 'AUTH_PUBLIC_KEY', 'AUTH_SECRET'];

function contradictions(given: Environment): string[] {
  return [...databaseFaults(given), ...contradictoryKeys(given)];
}

function databaseFaults({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }: Environment): readonly string[] {
  if (!url) return directUrl ? ['DATABASE_DIRECT_URL needs the DATABASE_URL of the pooler beside it.'] : [];
  try {
    readDatabaseUrls(url, directUrl);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

function contradictoryKeys(given: Readonly<Record<string, unknown>>): string[] {
  const keys = KEYS.filter((name) => given[name]);
  if (keys.length > 1) return [`${keys.join(' and ')} exclude each other: set one of them.`];
  if (keys.length === 1) return [];
  // Tokens of the local key name neither, so every one of them would be refused.
  return ['AUTH_ISSUER', 'AUTH_AUDIENCE']
    .filter((name) => given[name])
    .map((name) => `${name} needs one of ${KEYS.join(', ')} beside it.`);
}

function wholeNumber(least: number, most: number) {
  return z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most, {
      error: ({ input }) => `must be a whole number from ${least} to ${most}, not "${input}"`,
    })
    .transform(Number);
}

function oneOf<const Choice extends string>(...choices: Choice[]) {
  return z.enum(choices, { error: ({ input }) => `must be ${choices.join(' or ')}, not "${input}"` });
}

function text({ form, shouldBe }: TextForm) {
  return z.string().regex(form, { error: ({ input }) => `${shouldBe}, not "${input}"` });
}
