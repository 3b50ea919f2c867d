// What each setting is for, as help and documentation say it: apart from the schemas, which take longer to load than help may take.

export interface SettingText {
  /** Markdown. Absent: none. */
  default?: string;
  /** Markdown. */
  meaning: string;
  /** Whether a file can have its value, which `NAME_FILE` names. */
  isSecret?: true;
}

/** The settings of every program; `DATA_DIR` is of those that keep data. */
export const SETTINGS = {
  PORT: { default: '`4000`', meaning: 'the port; 0 selects a free one' },
  HOST: {
    default: '`127.0.0.1`',
    meaning: 'the address to listen on; `0.0.0.0` accepts connections from other machines',
  },
  HEALTH_PORT: { meaning: 'a port for `/health/live` and `/health/ready` alone; 0 selects a free one' },
  METRICS_PORT: { meaning: 'a port for metrics at `/metrics` alone; 0 selects a free one' },
  BASE_PATH: { meaning: 'the prefix of every path, such as `/api`' },
  WORKERS: { default: '`1`', meaning: 'the number of processes; `auto`: one per core' },
  DRAIN_SECONDS: { default: '`5`', meaning: 'the time between not ready and closing after `SIGTERM`; 0 to 3600' },
  AUTH_JWKS_URL: { meaning: 'the key set of the token issuer, an https URL, or those of several issuers; or' },
  AUTH_PUBLIC_KEY: { meaning: 'its public key in PEM; or', isSecret: true },
  AUTH_SECRET: { meaning: 'a shared secret of at least 32 random bytes', isSecret: true },
  AUTH_ISSUER: {
    meaning: 'the required claim `iss`, or several, separated by commas; without it, the log contains a warning',
  },
  AUTH_AUDIENCE: {
    meaning: 'the required claim `aud`, or several of which one is required; without it, the log contains a warning',
  },
  PUBLIC_URL: { meaning: 'the origin of absolute URLs, such as `https://api.example.com`' },
  TRUST_PROXY: {
    default: '`off`',
    meaning: 'trusted proxies: `loopback`, or addresses and ranges, separated by commas',
  },
  MAX_CONNECTIONS_PER_ADDRESS: { meaning: 'the connections that one address may have open; none: no limit' },
  RATE_LIMIT: { meaning: 'the limit of each caller, requests/seconds such as `100/60`, or `off`' },
  REDIS_URL: {
    meaning: 'a Redis, `redis://…`, for quotas of all processes and the keys of a façade',
    isSecret: true,
  },
  CORS_ORIGINS: { meaning: 'origins whose pages may read responses, separated by commas, or `*`' },
  UPSTREAM_MAX_BYTES: {
    default: '`16777216`',
    meaning: 'the maximum size of an upstream response, after decompression',
  },
  UPSTREAM_BATCH_SIZE: { default: '`1`', meaning: 'the most reads in one request to an upstream that accepts arrays' },
  UPSTREAM_TRUSTED_DOCUMENTS: { meaning: '`id`, `hash` or `hive`: ids of documents instead of their text' },
  UPSTREAM_CLIENT_NAME: { meaning: 'the name that the upstream knows this client by' },
  UPSTREAM_CLIENT_VERSION: { meaning: 'the version of this client' },
  LOG_LEVEL: { default: '`info`', meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`' },
} satisfies Readonly<Record<string, SettingText>>;

/** What `readSettings` reads. */
export type SettingName = keyof typeof SETTINGS | 'DATA_DIR';

/** The names of those whose values can be in files. */
export function secretsOf(settings: Readonly<Record<string, SettingText>>): string[] {
  return Object.keys(settings).filter((name) => settings[name]!.isSecret);
}

/** The names of all variables that are read: of settings, and of the files of secrets. */
export function variablesOf(settings: Readonly<Record<string, SettingText>>): string[] {
  return [...Object.keys(settings), ...secretsOf(settings).map((name) => `${name}_FILE`)];
}

/** A part of the help of a command: the settings in lines, and how they are given. */
export function describeSettings(settings: Readonly<Record<string, SettingText>>): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length));
  const lines = Object.entries(settings).map(([name, text]) => {
    const meaning = text.default === undefined ? text.meaning : `${text.meaning} (default: ${text.default})`;
    return `  ${name.padEnd(width)}  ${meaning.replaceAll('`', '')}\n`;
  });
  return (
    `\nSettings are environment variables, or lines NAME=value of a file .env in this folder:\n${lines.join('')}` +
    'Secrets and URLs with passwords can be in files: AUTH_SECRET_FILE names one with the value of AUTH_SECRET.\n'
  );
}
