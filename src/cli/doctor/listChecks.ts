// The checks of every mode: settings, ports, issuer, Redis and the machine. What a mode depends on besides, it checks itself.
import { readFile, stat } from 'node:fs/promises';
import { type Settings, findAuthWarnings, findRateLimitWarnings } from '../../gateway/base/settings/Settings.ts';
import { authorityOf } from '../../gateway/serve/ports/startHttpServer.ts';
import { explainError } from '../../project/UsageError.ts';
import { probePort } from '../../project/probePort.ts';
import type { ServeMode } from '../serve/ServeMode.ts';
import { countWorkers } from '../serve/startWorkers.ts';
import { type Check, Warning, compareClocks } from './Check.ts';

export function listChecks(settings: Settings, mode: ServeMode): Check[] {
  const { host, healthPort, metricsPort, redisUrl, auth } = settings;
  return [
    { name: 'settings', run: async () => checkSettings(settings, mode) },
    { name: 'documents', run: () => mode.check().then(() => 'They can be served.') },
    { name: 'PORT', run: () => checkPort(settings) },
    ...(healthPort === undefined
      ? []
      : [{ name: 'HEALTH_PORT', run: () => checkPort({ host, port: healthPort, basePath: '' }, 'HEALTH_PORT') }]),
    ...(metricsPort === undefined
      ? []
      : [
          {
            name: 'METRICS_PORT',
            run: () => checkPort({ host, port: metricsPort, basePath: '' }, 'METRICS_PORT', METRICS),
          },
        ]),
    ...(mode.checks ?? []),
    ...(auth.key.kind === 'jwks' ? [checkOf(auth.key.url)] : []),
    ...(auth.key.kind === 'issuers' ? auth.key.issuers.map(({ url }) => checkOf(url)) : []),
    ...(redisUrl === undefined ? [] : [{ name: 'Redis', run: () => checkRedis(redisUrl) }]),
    { name: '.env', run: checkEnvFile },
    { name: 'open files', run: async () => checkOpenFiles() },
  ];
}

function checkSettings(settings: Settings, mode: ServeMode): string {
  const warnings = [
    ...(mode.warnings ?? []),
    ...findAuthWarnings(settings.auth),
    ...findRateLimitWarnings(settings, countWorkers(settings, mode)),
  ];
  if (warnings.length > 0) throw new Warning(warnings.join('\n'));
  return 'All are valid.';
}

/** What a Portico has at a port, and the beginning of its media type. */
const HEALTH = ['/health/live', 'application/json'] as const;
const METRICS = ['/metrics', 'text/plain; version='] as const;

/** Whether the port is free, or has a Portico already. */
async function checkPort(
  { host, port, basePath }: Pick<Settings, 'host' | 'port' | 'basePath'>,
  setting = 'PORT',
  [path, type]: typeof HEALTH | typeof METRICS = HEALTH,
): Promise<string> {
  try {
    await probePort({ host, port }, setting);
    return port === 0 ? 'Any free port.' : `${port} is free.`;
  } catch (error) {
    const url = `http://${authorityOf(host, port)}${basePath}${path}`;
    const response = await request(url).catch(() => undefined);
    if (response?.ok && response.headers.get('content-type')?.startsWith(type)) {
      return `A server that responds at ${url} uses it.`;
    }
    throw new Error(
      explainError(error)
        .trim()
        .replace(/^portico: /, ''),
      { cause: error },
    );
  }
}

const TIMEOUT_MS = 5_000;

const request = (url: string | URL) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });

/** The key types of signatures that are not made with a shared secret. See RFC 7518, section 6.1, and RFC 8037, section 2. */
const SIGNING_TYPES = new Set<unknown>(['RSA', 'EC', 'OKP']);

const checkOf = (url: URL): Check => ({
  name: 'issuer',
  run: async () => {
    const advice = `Check AUTH_JWKS_URL, ${url}, and that this machine reaches it.`;
    const response = await request(url).catch((error: Error) => {
      throw new Error(`Its keys cannot be fetched: ${messageOf(error)}. ${advice}`);
    });
    if (!response.ok) throw new Error(`Its keys cannot be fetched: the status is ${response.status}. ${advice}`);
    const set = (await response.json().catch(() => undefined)) as { keys?: unknown } | null | undefined;
    const keys = Array.isArray(set?.keys) ? (set.keys as ({ kty?: unknown; use?: unknown } | null)[]) : [];
    const usable = keys.filter((key) => SIGNING_TYPES.has(key?.kty) && (key?.use ?? 'sig') === 'sig');
    if (usable.length === 0) throw new Error(`The response is no JWK set with a key that verifies tokens. ${advice}`);
    const date = new Date(response.headers.get('date') ?? NaN);
    const clock = Number.isNaN(date.getTime()) ? '' : `\n${compareClocks('the issuer', date, 1_000)}`;
    return `It has ${usable.length === 1 ? 'a key' : `${usable.length} keys`}.${clock}`;
  },
});

function messageOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function checkRedis(url: string): Promise<string> {
  const { openRedis } = await import('../../gateway/base/settings/openRedis.ts');
  const { createLogger } = await import('../../gateway/base/telemetry/createLogger.ts');
  const { client, close } = await openRedis(
    { purpose: 'doctor', url, maxRetriesPerRequest: 0 },
    createLogger('silent'),
  );
  try {
    await client.ping();
    return 'It responds.';
  } catch {
    throw new Error('The Redis of REDIS_URL does not respond. Check that it runs, and that the URL is correct.');
  } finally {
    close();
  }
}

async function checkEnvFile(): Promise<string> {
  const text = await readFile('.env', 'utf8').catch(() => undefined);
  if (text === undefined) return 'This folder has none.';
  const { mode } = await stat('.env');
  if (
    process.platform !== 'win32' &&
    mode & 0o077 &&
    /^\s*(?:export\s+)?(?:AUTH_SECRET|DATABASE_|REDIS_)/m.test(text)
  ) {
    throw new Warning('Other users of this machine can read its secrets. Run: chmod 600 .env');
  }
  return 'It is read; variables of the environment come first.';
}

/** A connection of a client takes one, and so does each to the database or the upstream. */
const FEW_FILES = 4_096;

function checkOpenFiles(): string {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  const limit = userLimits?.open_files.soft ?? 'unlimited';
  if (limit !== 'unlimited' && limit < FEW_FILES) {
    throw new Warning(
      `A process can have ${limit} files and connections open. Raise the limit, as by: ulimit -n 65536`,
    );
  }
  return `A process can have ${limit === 'unlimited' ? 'any number of' : limit} files and connections open.`;
}
